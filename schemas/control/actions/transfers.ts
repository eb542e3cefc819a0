import { type Static, Type } from '@sinclair/typebox'
import { ChainTime } from '../../definition/common.ts'
import {
  AccountName,
  Amount,
  Chain,
  described,
  Id,
  NewName,
  Owners,
  Threshold,
  verb,
} from './common.ts'

export const WalletAction = verb(
  'wallet',
  'Adds an account that can sign. Without a key, the key is derived from seed and name: another one than that of a cast member, and not listed. Give a key to sign with it elsewhere.',
  {
    name: NewName,
    privateKey: Type.Optional(
      Type.String({ pattern: '^(0x)?[0-9a-f]{64}$', description: 'secp256k1, hex; never fund it' }),
    ),
  },
)
export type WalletAction = Static<typeof WalletAction>

export const FundAction = verb(
  'fund',
  'Pays coins from the treasury. With `exactly` it tops up the unlocked balance to the amount.',
  {
    to: described('Account that is funded.', AccountName),
    chain: Chain,
    amount: Amount,
    exactly: Type.Optional(
      Type.Literal(true, { description: 'Tops up the balance to the amount.' }),
    ),
  },
)
export type FundAction = Static<typeof FundAction>

export const TransferAction = verb(
  'transfer',
  'Transfers coins, or an asset of the X-chain, from their holder to another account.',
  {
    from: described('Account that pays.', Owners),
    to: described('Recipient.', Owners),
    threshold: Type.Optional(
      described(
        'Number of later signers; if only the payers are several, it applies to them.',
        Threshold,
      ),
    ),
    chain: Chain,
    amount: Amount,
    asset: Type.Optional(described('Asset of the X-chain by name or id; AVAX by default.', Id)),
    locktime: Type.Optional(
      described('Time until which the receiver cannot spend it; P and X.', ChainTime),
    ),
    memo: Type.Optional(
      described(
        'Memo on the X-chain; the P-chain takes none since Durango.',
        Type.String({ maxLength: 256 }),
      ),
    ),
  },
)
export type TransferAction = Static<typeof TransferAction>
