import type { ExchangeTransaction } from '../../../formats/x-chain-transactions.ts'
import type { Effect } from '../effect.ts'

/** Creates an asset. It is variable if it can be minted again, and an NFT if its states are. */
export const createAsset: Effect<Extract<ExchangeTransaction, { type: 'CreateAssetTx' }>> = (
  { facts, ids, store },
  { id, unsigned: { name, symbol, denomination, initialStates } },
  { time },
) => {
  const types = initialStates.flatMap(({ outputs }) => outputs.map(({ type }) => type))
  store.insert('asset', {
    network: facts.network,
    asset_id: ids.id(id),
    name,
    symbol,
    denomination,
    type: types.some((type) => type.startsWith('Nft')) ? 'nft' : 'secp256k1',
    cap: types.some((type) => type.endsWith('MintOutput')) ? 'variable' : 'fixed',
    created_at: time,
  })
  return { columns: { created_asset_id: ids.id(id) } }
}
