import { type Static, Type } from '@sinclair/typebox'
import { AssetDefinition } from '../../definition/primary.ts'
import { Amount, described, Id, Owners, verb } from './common.ts'

/** Maximum amount of an output. */
export const maxPayloadBytes = 1024

export const CreateAssetAction = verb(
  'createAsset',
  'Creates an asset of the X-chain: with a fixed amount, mintable later, or a collection of NFTs.',
  {
    name: AssetDefinition.properties.name,
    symbol: AssetDefinition.properties.symbol,
    by: Owners,
    kind: AssetDefinition.properties.kind,
    denomination: Type.Optional(
      described(
        'Number of decimals; 9 by default, as for AVAX.',
        AssetDefinition.properties.denomination,
      ),
    ),
    amount: Type.Optional(described('Initial supply.', Amount)),
  },
)
export type CreateAssetAction = Static<typeof CreateAssetAction>

export const MintAssetAction = verb('mintAsset', 'Mints units of a variable asset.', {
  asset: Id,
  to: described('Recipient.', Owners),
  amount: Amount,
})
export type MintAssetAction = Static<typeof MintAssetAction>

export const MintNftAction = verb('mintNft', 'Mints an NFT of an X-chain collection.', {
  asset: Id,
  to: described('Recipient.', Owners),
  /** G-152 */
  payload: Type.Optional(
    Type.String({
      pattern: `^(0x([0-9a-fA-F]{2}){0,${maxPayloadBytes}}|(?!0x)[^]{0,${maxPayloadBytes}})$`,
      description: 'Payload: text, or bytes in hex after 0x; at most 1024 bytes.',
      mustBe: 'text, or bytes in hex after 0x, of at most 1024 bytes',
    }),
  ),
})
export type MintNftAction = Static<typeof MintNftAction>
