import { type Static, Type } from '@sinclair/typebox'
import { AccountName, Amount, described, EvmChain, Id, verb } from './common.ts'

/** Id of a token of a collection. */
const TokenId = Type.String({ pattern: '^(0|[1-9]\\d{0,77})$', description: 'A whole number' })

/** Number of tokens of a kind. */
const Count = Type.String({ pattern: '^[1-9]\\d{0,77}$', description: 'A whole number above 0' })

/** Maximum number of tokens in one transaction. */
const maxTokens = 200

export const MintAction = verb('mint', 'Mints tokens for an account.', {
  contract: Id,
  chain: Type.Optional(EvmChain),
  to: described('Recipient.', AccountName),
  amount: Type.Optional(described('Amount of an ERC-20 token.', Amount)),
  tokenIds: Type.Optional(
    described('Tokens of a collection.', Type.Array(TokenId, { minItems: 1, maxItems: maxTokens })),
  ),
  amounts: Type.Optional(
    described(
      'Amounts for each id of an ERC-1155 contract; 1 by default.',
      Type.Array(Count, { minItems: 1, maxItems: maxTokens }),
    ),
  ),
  from: Type.Optional(
    described('Minting account; by default the minter of the contract.', AccountName),
  ),
})
export type MintAction = Static<typeof MintAction>

export const TransferTokenAction = verb(
  'transferToken',
  'Transfers tokens from their holder to another account.',
  {
    contract: Id,
    chain: Type.Optional(EvmChain),
    from: described('Holder.', AccountName),
    to: described('Recipient.', AccountName),
    amount: Type.Optional(
      described(
        'Amount of an ERC-20 token, or number of one token of an ERC-1155 contract.',
        Amount,
      ),
    ),
    tokenId: Type.Optional(TokenId),
  },
)
export type TransferTokenAction = Static<typeof TransferTokenAction>

export const PriceAction = verb(
  'price',
  'Sets the price of a token, or of the coin of a chain and the token that wraps it. Background traffic does not move this price.',
  {
    contract: Type.Optional(Id),
    chain: Type.Optional(EvmChain),
    usd: Type.Union([
      Type.String({
        pattern: '^(0|[1-9]\\d{0,14})(\\.\\d{1,12})?$',
        description: 'US dollars, decimal',
      }),
      Type.Null(),
    ]),
  },
)
export type PriceAction = Static<typeof PriceAction>

export const ReindexNftAction = verb(
  'reindexNft',
  'Indexes the metadata of an NFT again, at most once an hour: of a contract of your own, its code is called for the URI. The time of its last update is now.',
  { contract: Id, chain: Type.Optional(EvmChain), tokenId: TokenId },
)
export type ReindexNftAction = Static<typeof ReindexNftAction>
