import type { Static } from '@sinclair/typebox'
import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import type { Utxo } from '../../../../schemas/data/transactions.ts'
import type { getUtxosByAddresses, UtxoOrder } from '../../../../schemas/data/utxos.ts'
import { type ListScope, openPage } from '../../../http/page.ts'
import type { World } from '../../../world/world.ts'
import type { RequestedChain } from '../requested-chain.ts'
import { type Found, inBothOrders, lateral, seqsOf } from '../seq-lists.ts'
import { readCredentials } from '../transactions/credentials.ts'
import { toEmittedUtxo } from '../transactions/live-utxos.ts'
import { type OutputRow, readUtxos, toUtxo } from '../transactions/transaction-utxos.ts'

type Query = Omit<Static<(typeof getUtxosByAddresses)['query']>, 'addresses'>

/** The page of outputs on a chain, or between it and another one, that one of the addresses owns. */
export function listUtxos(
  world: World,
  operation: ListScope['operation'],
  { network, chain, info }: RequestedChain,
  addresses: readonly string[],
  query: Query,
): Static<(typeof getUtxosByAddresses)['answer']> {
  const { assetId, minUtxoAmount, includeSpent, sortBy, sortOrder: order } = query
  const asked = JSON.stringify(addresses)
  const filters = [network, chain, asked, assetId, minUtxoAmount, includeSpent, sortBy]
  const page = openPage(world, { operation, filters, order }, query)
  const select = includeSpent ? selectUtxos : selectUnspent
  const found = world.all(select[sortBy][order], {
    network,
    chain,
    addresses: asked,
    assetId: assetId ?? null,
    least: minUtxoAmount ?? 0,
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
  least: number
  isFirst: 0 | 1
  key: number
  limit: number
}

/** What is asked for and comes behind the output that is the key, by the values of a row. */
const isAsked = (values: (alias: string) => string, direction: 'ASC' | 'DESC') => `
  :chain IN (utxo.created_on_chain, utxo.consumed_on_chain)
  AND (:assetId IS NULL OR utxo.asset_id = :assetId)
  AND CAST(utxo.amount AS INTEGER) >= :least
  AND (:isFirst OR (${values('utxo')}, utxo.utxo_id) ${direction === 'DESC' ? '<' : '>'}
    (SELECT ${values('last')}, last.utxo_id FROM utxo AS last WHERE last.seq = :key))`

const makingOf = (alias: string) => `${alias}.created_at`
/** Decimal text without leading zeros: the longer one is the larger one. */
const amountOf = (alias: string) => `length(${alias}.amount), ${alias}.amount`

/** Looks at all outputs of the addresses on every page: amounts have no key. */
const sortedBy = (outputs: string, values: (alias: string) => string) =>
  inBothOrders<Bindings, Found>(
    (direction) => `
  SELECT utxo.seq
  FROM ${outputs}
  WHERE ${isAsked(values, direction)}
  ORDER BY ${values('utxo')
    .split(', ')
    .map((value) => `${value} ${direction}`)
    .join(', ')}, utxo.utxo_id ${direction}
  LIMIT :limit`,
  )

const outputsOfAll = `
  (SELECT DISTINCT utxo_seq FROM json_each(:addresses) AS asked
   CROSS JOIN address_utxo ON network = :network AND address = asked.value) AS own
  CROSS JOIN utxo ON utxo.seq = own.utxo_seq`

/** The first few of each address in the order of their making. */
const inOrderOfMaking = inBothOrders<Bindings, Found>(
  (direction) => `
  SELECT utxo.seq
  FROM (
    SELECT DISTINCT found.value AS seq
    FROM json_each(:addresses) AS asked
    CROSS JOIN ${lateral(`
      SELECT utxo.seq
      FROM address_utxo AS made INDEXED BY address_utxo_by_making
      CROSS JOIN utxo ON utxo.seq = made.utxo_seq
      WHERE made.network = :network AND made.address = asked.value
        AND made.created_at ${direction === 'DESC' ? '<=' : '>='} coalesce(
          (SELECT created_at FROM utxo WHERE seq = :key),
          ${direction === 'DESC' ? Number.MAX_SAFE_INTEGER : 0})
        AND ${isAsked(makingOf, direction)}
      ORDER BY made.created_at ${direction}, utxo.utxo_id ${direction} LIMIT :limit`)} AS found
  ) AS own
  CROSS JOIN utxo ON utxo.seq = own.seq
  ORDER BY utxo.created_at ${direction}, utxo.utxo_id ${direction} LIMIT :limit`,
)

const selectUtxos: Record<UtxoOrder, typeof inOrderOfMaking> = {
  timestamp: inOrderOfMaking,
  amount: sortedBy(outputsOfAll, amountOf),
}

/** By owners, from an index with all that is compared. */
const unspentOutputs = `
  (SELECT DISTINCT owners FROM json_each(:addresses) AS asked
   CROSS JOIN address_owners ON network = :network AND address = asked.value) AS own
  CROSS JOIN utxo INDEXED BY utxo_unspent
    ON utxo.network = :network AND utxo.owners = own.owners AND utxo.consumed_by IS NULL`

const selectUnspent: Record<UtxoOrder, typeof inOrderOfMaking> = {
  timestamp: sortedBy(unspentOutputs, makingOf),
  amount: sortedBy(unspentOutputs, amountOf),
}

/**
 * As in its transaction, but for what the deployed service does in this list: no rewardType, what
 * can only be staked counts as stake, and stake is never told to be spent. G-126
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
