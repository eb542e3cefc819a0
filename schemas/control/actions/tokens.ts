import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../scalars.ts'
import { Amount, EvmChain, Id, verb, Who } from './common.ts'

/** Id of a token of a collection. */
const TokenId = Type.String({ pattern: '^(0|[1-9]\\d{0,77})$', description: 'A whole number' })

/** How many of a kind of token. */
const Count = Type.String({ pattern: '^[1-9]\\d{0,77}$', description: 'A whole number above 0' })

/** As many tokens as one transaction has room for. */
const mostTokens = 200

export const DeployAction = verb(
  'deploy',
  'Puts a contract on a chain; whoever deploys it mints.',
  {
    from: Who,
    chain: EvmChain,
    kind: oneOf(['ERC-20', 'ERC-721', 'ERC-1155', 'other']),
    name: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,64}$' })),
    symbol: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' })),
    /** Of an ERC-20 token: 18 unless it says so. */
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })),
  },
)
export type DeployAction = Static<typeof DeployAction>

export const MintAction = verb('mint', 'New tokens for somebody.', {
  contract: Id,
  chain: Type.Optional(EvmChain),
  to: Who,
  /** Of an ERC-20 token. */
  amount: Type.Optional(Amount),
  /** Of a collection. */
  tokenIds: Type.Optional(Type.Array(TokenId, { minItems: 1, maxItems: mostTokens })),
  /** Of an ERC-1155 contract, for each id: 1 unless it says so. */
  amounts: Type.Optional(Type.Array(Count, { minItems: 1, maxItems: mostTokens })),
  /** Its minter unless it says so. */
  from: Type.Optional(Who),
})
export type MintAction = Static<typeof MintAction>

export const TransferTokenAction = verb('transferToken', 'Tokens from their holder to somebody.', {
  contract: Id,
  chain: Type.Optional(EvmChain),
  from: Who,
  to: Who,
  /** Of an ERC-20 token, or how many of a token of an ERC-1155 contract. */
  amount: Type.Optional(Amount),
  tokenId: Type.Optional(TokenId),
})
export type TransferTokenAction = Static<typeof TransferTokenAction>

export const PriceAction = verb(
  'price',
  'What a token, or the coin of a chain with the token that wraps it, costs from now on. Background traffic leaves that price alone.',
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
  'Reads the metadata of an NFT again: the time of its last update is now. Once an hour.',
  { contract: Id, chain: Type.Optional(EvmChain), tokenId: TokenId },
)
export type ReindexNftAction = Static<typeof ReindexNftAction>

export const FailAction = verb('fail', 'A transaction that reverts and pays its fee.', {
  from: Who,
  /** A contract; without one a constructor fails. */
  to: Type.Optional(Id),
  chain: EvmChain,
})
export type FailAction = Static<typeof FailAction>
