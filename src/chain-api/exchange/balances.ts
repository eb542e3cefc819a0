import { text } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import type { World } from '../../world/world.ts'
import { addressIn } from '../addresses.ts'
import { flag } from '../arguments.ts'
import { AssetSums, maxSum } from '../platform/asset-sums.ts'
import { presentOf } from '../platform/fees.ts'
import { assetIn } from './asset-in.ts'

/** `avm.getBalance` of one asset */
export const getBalance = defineMethod(
  'avm.getBalance',
  { address: text, assetID: text, includePartial: flag },
  (world, { address, assetID: given, includePartial }) => {
    const found = held(world, address, includePartial)
    const assetID = assetIn(world, given)
    const rows = found.filter(({ asset_id }) => asset_id === assetID)
    const balance = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (balance > maxSum) throw rpcError('overflow')
    return {
      balance: String(balance),
      utxoIDs: rows.map(({ tx_id, output_index }) => ({ txID: tx_id, outputIndex: output_index })),
    }
  },
)

/** `avm.getAllBalances` */
export const getAllBalances = defineMethod(
  'avm.getAllBalances',
  { address: text, includePartial: flag },
  (world, { address, includePartial }) => {
    const { avaxAssetId } = networkConstants[world.nodeNetwork]
    const sums = new AssetSums()
    for (const { asset_id, amount } of held(world, address, includePartial))
      sums.add(asset_id, BigInt(amount))
    return {
      balances: Object.entries(sums.byAsset()).map(([asset, balance]) => ({
        asset: asset === avaxAssetId ? 'AVAX' : asset,
        balance,
      })),
    }
  },
)

/**
 * Returns the outputs that an address can spend alone now.
 * @param isPartial whether to add those that it owns with others, and those locked until later
 */
const held = (world: World, address: string, isPartial: boolean) =>
  world.all(selectHeld, {
    network: world.nodeNetwork,
    address: addressIn(world, 'X', address),
    now: presentOf(world),
    isPartial: Number(isPartial),
  })

const selectHeld = statement<
  { network: string; address: string; now: number; isPartial: number },
  { tx_id: string; output_index: number; asset_id: string; amount: string }
>(`
  SELECT u.tx_id, u.output_index, u.asset_id, u.amount
  FROM address_utxo AS a JOIN utxo AS u ON u.seq = a.utxo_seq
  WHERE a.network = :network AND a.address = :address AND a.spent_at = ${neverSpent}
    AND u.created_on_chain = 'X' AND u.consumed_on_chain = 'X' AND u.output_type = 'transfer'
    AND (:isPartial
      OR u.threshold = 1 AND u.locktime <= :now AND u.owners = '1 ' || :address)
  ORDER BY u.seq`)
