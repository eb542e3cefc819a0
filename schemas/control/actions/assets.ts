import { type Static, Type } from '@sinclair/typebox'
import { AssetDefinition } from '../../definition/primary.ts'
import { Amount, Id, Owners, verb } from './common.ts'

/** Outputs hold no more. */
export const mostPayloadBytes = 1024

export const CreateAssetAction = verb(
  'createAsset',
  'An asset of the X-chain: all of it at once, mintable later, or a collection of NFTs.',
  {
    name: AssetDefinition.properties.name,
    symbol: AssetDefinition.properties.symbol,
    by: Owners,
    kind: AssetDefinition.properties.kind,
    /** Decimals: 9 without it, as AVAX has. */
    denomination: Type.Optional(AssetDefinition.properties.denomination),
    /** What there is of it at first. */
    amount: Type.Optional(Amount),
  },
)
export type CreateAssetAction = Static<typeof CreateAssetAction>

export const MintAssetAction = verb('mintAsset', 'More of a variable asset.', {
  asset: Id,
  to: Owners,
  amount: Amount,
})
export type MintAssetAction = Static<typeof MintAssetAction>

export const MintNftAction = verb('mintNft', 'An NFT of a collection of the X-chain.', {
  asset: Id,
  to: Owners,
  /** Text, or bytes in hex after 0x. G-152 */
  payload: Type.Optional(
    Type.String({
      pattern: `^(0x([0-9a-fA-F]{2}){0,${mostPayloadBytes}}|(?!0x)[^]{0,${mostPayloadBytes}})$`,
      description: 'Text, or bytes in hex after 0x; at most 1024 bytes.',
      mustBe: 'text, or bytes in hex after 0x, of at most 1024 bytes',
    }),
  ),
})
export type MintNftAction = Static<typeof MintNftAction>
