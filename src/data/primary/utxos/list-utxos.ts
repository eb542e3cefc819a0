import type { Static } from '@sinclair/typebox'
import type { LiveUtxo } from '../../../../schemas/data/live.ts'
import type { Utxo } from '../../../../schemas/data/transactions.ts'
import type { getUtxosByAddresses, UtxoOrder } from '../../../../schemas/data/utxos.ts'
import { type ListScope, openPage } from '../../../http/page.ts'
import { neverSpent } from '../../../store/tables/primary.ts'
import type { World } from '../../../world/world.ts'
import type { RequestedChain } from '../requested-chain.ts'
import { type Found, inBothOrders, seqsOf } from '../seq-lists.ts'
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
  const found = world.all(selectUtxos[sortBy][order], {
    network,
    chain,
    addresses: asked,
    assetId: assetId ?? null,
    least: minUtxoAmount ?? 0,
    spentFrom: includeSpent ? 0 : neverSpent,
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
  spentFrom: number
  isFirst: 0 | 1
  key: number
  limit: number
}

/**
 * Goes on behind the output that is the key. Outputs of several chains have no common key of their
 * time, and amounts none at all, so all outputs of the addresses are looked at, on every page.
 */
const sortedBy = (values: (alias: string) => string) =>
  inBothOrders<Bindings, Found>(
    (direction) => `
  SELECT utxo.seq
  FROM (
    SELECT DISTINCT utxo_seq
    FROM json_each(:addresses) AS asked
    CROSS JOIN address_utxo
      ON network = :network AND address = asked.value AND spent_at >= :spentFrom
  ) AS own
  CROSS JOIN utxo ON utxo.seq = own.utxo_seq
  WHERE :chain IN (utxo.created_on_chain, utxo.consumed_on_chain)
    AND (:assetId IS NULL OR utxo.asset_id = :assetId)
    AND CAST(utxo.amount AS INTEGER) >= :least
    AND (:isFirst OR (${values('utxo')}, utxo.utxo_id) ${direction === 'DESC' ? '<' : '>'}
      (SELECT ${values('last')}, last.utxo_id FROM utxo AS last WHERE last.seq = :key))
  ORDER BY ${values('utxo')
    .split(', ')
    .map((value) => `${value} ${direction}`)
    .join(', ')}, utxo.utxo_id ${direction}
  LIMIT :limit`,
  )

const selectUtxos: Record<UtxoOrder, ReturnType<typeof sortedBy>> = {
  timestamp: sortedBy((alias) => `${alias}.created_at`),
  // Decimal text without leading zeros: the longer one is the larger one.
  amount: sortedBy((alias) => `length(${alias}.amount), ${alias}.amount`),
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
