import { text } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { statement } from '../../store/statement.ts'
import { assetIn } from './asset-in.ts'

/** `avm.getAssetDescription` of an asset by id, or of AVAX by its alias. */
export const getAssetDescription = defineMethod(
  'avm.getAssetDescription',
  { assetID: text },
  (world, { assetID: given }) => {
    const assetID = assetIn(world, given)
    const row = world.get(selectAsset, { network: world.nodeNetwork, assetId: assetID })
    if (!row) throw rpcError("transaction doesn't create an asset")
    const { name, symbol, denomination } = row
    return { assetID, name, symbol, denomination: String(denomination) }
  },
)

/** `avm.getTxFee`, nAVAX */
export const getTxFee = defineMethod('avm.getTxFee', {}, () => ({
  txFee: '1000000',
  createAssetTxFee: '10000000',
}))

/** `avm.getHeight` */
export const getHeight = defineMethod('avm.getHeight', {}, (world) => ({
  height: String(world.get(selectHeight, { network: world.nodeNetwork })?.height ?? 0),
}))

const selectAsset = statement<
  { network: string; assetId: string },
  { name: string; symbol: string; denomination: number }
>('SELECT name, symbol, denomination FROM asset WHERE network = :network AND asset_id = :assetId')

const selectHeight = statement<{ network: string }, { height: number }>(`
  SELECT height FROM primary_block
  WHERE network = :network AND chain = 'X' ORDER BY height DESC LIMIT 1`)
