import type { Static } from '@sinclair/typebox'
import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import type { Utxo } from '../../../../schemas/data/transactions.ts'
import type { getUtxosByAddresses, UtxoOrder } from '../../../../schemas/data/utxos.ts'
import { type ListScope, openPage } from '../../../http/rest/page.ts'
import { primaryChains } from '../../../networks/primary-chain.ts'
import { sortableAmount } from '../../../store/tables/columns.ts'
import type { World } from '../../../world/world.ts'
import type { RequestedChain } from '../requested-chain.ts'
import { type Found, inBothOrders, lateral, seqsOf } from '../seq-lists.ts'
import { readCredentials } from '../transactions/credentials.ts'
import { toEmittedUtxo } from '../transactions/live-utxos.ts'
import { type OutputRow, readUtxos, toUtxo } from '../transactions/transaction-utxos.ts'

type Query = Omit<Static<(typeof getUtxosByAddresses)['query']>, 'addresses'>

/**
 * Returns the page of outputs on a chain, or between it and another one, that the addresses own.
 */
export function listUtxos(
  world: World,
  operation: ListScope['operation'],
  { network, chain, info }: RequestedChain,
  addresses: readonly string[],
  query: Query,
): Static<(typeof getUtxosByAddresses)['response']> {
  const { assetId, minUtxoAmount, includeSpent, sortBy, sortOrder: order } = query
  const requested = JSON.stringify(addresses)
  const filters = [network, chain, requested, assetId, minUtxoAmount, includeSpent, sortBy]
  const page = openPage(world, { operation, filters, order }, query)
  const select = includeSpent ? selectUtxos : selectUnspent
  const found = world.all(select[sortBy][order], {
    network,
    chain,
    addresses: requested,
    assetId: assetId ?? null,
    min: minUtxoAmount ?? 0,
    isFirst: query.pageToken === undefined ? 1 : 0,
    key: page.key,
    limit: page.limit,
  })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  const utxos = readUtxos(world, seqsOf(rows))
  return {
    ...next,
    utxos: chain === 'P' ? utxos.map(toPlatformUtxo) : ownShapes(world, utxos),
    chainInfo: info,
  }
}

type Bindings = {
  network: string
  chain: string
  addresses: string
  assetId: string | null
  min: number
  isFirst: 0 | 1
  key: number
  limit: number
}

/**
 * Builds the condition for the requested outputs after the key's output, by the values of a row.
 */
const isRequested = (values: (alias: string) => string, direction: 'ASC' | 'DESC') => `
  :chain IN (utxo.created_on_chain, utxo.consumed_on_chain)
  AND (:assetId IS NULL OR utxo.asset_id = :assetId)
  AND CAST(utxo.amount AS INTEGER) >= :min
  AND (:isFirst OR (${values('utxo')}, utxo.utxo_id) ${direction === 'DESC' ? '<' : '>'}
    (SELECT ${values('last')}, last.utxo_id FROM utxo AS last WHERE last.seq = :key))`

const makingOf = (alias: string) => `${alias}.created_at`
const amountOf = (alias: string) => sortableAmount(`${alias}.amount`)

/** Builds a statement that reads all of the outputs for every page. */
const sortedBy = (outputs: string, values: (alias: string) => string) =>
  inBothOrders<Bindings, Found>(
    (direction) => `
  SELECT utxo.seq
  FROM ${outputs}
  WHERE ${isRequested(values, direction)}
  ORDER BY ${values('utxo')} ${direction}, utxo.utxo_id ${direction}
  LIMIT :limit + 0`,
  )

/**
 * Builds a statement that reads the first few of each of several lists, which have the order of the
 * response.
 * @param lists SQL with a row for each list
 * @param outputs SQL of the outputs of such a row, up to a condition
 * @param ordered column by which an index has them in order
 * @param min lowest requested value of that column
 */
const mergedFrom = (
  lists: string,
  { outputs, ordered, min }: { outputs: string; ordered: string; min: string },
  values: (alias: string) => string,
) =>
  inBothOrders<Bindings, Found>((direction) => {
    const keyed = `(SELECT ${values('last')} FROM utxo AS last WHERE last.seq = :key)`
    // In SQLite a blob sorts after all numbers and texts.
    const begun =
      direction === 'DESC'
        ? `${ordered} BETWEEN ${min} AND coalesce(${keyed}, x'ff')`
        : `${ordered} >= coalesce(${keyed}, ${min})`
    return `
  SELECT utxo.seq
  FROM (
    SELECT DISTINCT found.value AS seq
    FROM ${lists}
    CROSS JOIN ${lateral(`
      SELECT utxo.seq
      FROM ${outputs} AND ${begun} AND ${isRequested(values, direction)}
      ORDER BY ${ordered} ${direction}, utxo.utxo_id ${direction} LIMIT :limit + 0`)} AS found
  ) AS own
  CROSS JOIN utxo ON utxo.seq = own.seq
  ORDER BY ${values('utxo')} ${direction}, utxo.utxo_id ${direction} LIMIT :limit + 0`
  })

const inOrderOfMaking = mergedFrom(
  'json_each(:addresses) AS asked',
  {
    outputs: `address_utxo AS made INDEXED BY address_utxo_by_making
      CROSS JOIN utxo ON utxo.seq = made.utxo_seq
      WHERE made.network = :network AND made.address = asked.value`,
    ordered: 'made.created_at',
    min: '0',
  },
  makingOf,
)

const requestedOwners = `
  (SELECT DISTINCT owners FROM json_each(:addresses) AS asked
   CROSS JOIN address_owners ON network = :network AND address = asked.value) AS own`

/** Pairs of chains on which an output of the requested chain can be created and spent. */
const joinsOfChain = `
  SELECT :chain AS created_on, value AS consumed_on FROM json_each('${JSON.stringify(primaryChains)}')
  UNION SELECT value, :chain FROM json_each('${JSON.stringify(primaryChains)}')`

const inOrderOfAmount = mergedFrom(
  `${requestedOwners} CROSS JOIN (${joinsOfChain}) AS way`,
  {
    outputs: `utxo INDEXED BY utxo_by_amount
      WHERE utxo.network = :network AND utxo.owners = own.owners
        AND utxo.created_on_chain = way.created_on AND utxo.consumed_on_chain = way.consumed_on`,
    ordered: amountOf('utxo'),
    min: sortableAmount('CAST(:min AS INTEGER)'),
  },
  amountOf,
)

const selectUtxos: Record<UtxoOrder, typeof inOrderOfMaking> = {
  timestamp: inOrderOfMaking,
  amount: inOrderOfAmount,
}

const unspentInOrderOfMaking = mergedFrom(
  `${requestedOwners} CROSS JOIN (${joinsOfChain}) AS way`,
  {
    outputs: `utxo INDEXED BY utxo_unspent_by_making
      WHERE utxo.network = :network AND utxo.owners = own.owners AND utxo.consumed_by IS NULL
        AND utxo.created_on_chain = way.created_on AND utxo.consumed_on_chain = way.consumed_on`,
    ordered: 'utxo.created_at',
    min: '0',
  },
  makingOf,
)

/** Unspent outputs by owners, from an index with all compared columns. */
const unspentOutputs = `
  ${requestedOwners}
  CROSS JOIN utxo INDEXED BY utxo_unspent
    ON utxo.network = :network AND utxo.owners = own.owners AND utxo.consumed_by IS NULL`

const selectUnspent: Record<UtxoOrder, typeof inOrderOfMaking> = {
  timestamp: unspentInOrderOfMaking,
  amount: sortedBy(unspentOutputs, amountOf),
}

/**
 * Builds an output as in its transaction, except for the deployed service's behaviour in this list.
 * It has no rewardType. An output that can only be staked counts as stake. A stake never appears
 * as spent. G-126
 */
function toPlatformUtxo(row: OutputRow): Utxo {
  const isStake = row.staked === 1
  const { rewardType: _, ...utxo } = toUtxo({
    ...row,
    ...(isStake && { consuming_tx_id: null, consuming_block: null, consumed_at: null }),
  })
  return { ...utxo, utxoType: isStake || row.stakeable_locktime !== null ? 'STAKE' : 'TRANSFER' }
}

function ownShapes(world: World, utxos: readonly OutputRow[]): LiveUtxo[] {
  const credentialsOf = readCredentials(
    world,
    utxos.flatMap(({ consumed_by }) => consumed_by ?? []),
  )
  return utxos.map((row) => toEmittedUtxo(row, credentialsOf))
}
