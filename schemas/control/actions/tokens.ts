import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../scalars.ts'
import { AccountName, Amount, EvmChain, Id, verb } from './common.ts'

/** Id of a token of a collection. */
const TokenId = Type.String({ pattern: '^(0|[1-9]\\d{0,77})$', description: 'A whole number' })

/** Number of tokens of a kind. */
const Count = Type.String({ pattern: '^[1-9]\\d{0,77}$', description: 'A whole number above 0' })

/** Maximum number of tokens in one transaction. */
const maxTokens = 200

export const DeployAction = verb(
  'deploy',
  'Puts a contract on a chain; whoever deploys it mints.',
  {
    from: AccountName,
    chain: EvmChain,
    kind: oneOf(['ERC-20', 'ERC-721', 'ERC-1155', 'other']),
    name: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,64}$' })),
    symbol: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' })),
    /** Decimals of an ERC-20 token; 18 by default. */
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })),
  },
)
export type DeployAction = Static<typeof DeployAction>

export const MintAction = verb('mint', 'New tokens for somebody.', {
  contract: Id,
  chain: Type.Optional(EvmChain),
  to: AccountName,
  /** Amount of an ERC-20 token. */
  amount: Type.Optional(Amount),
  /** Tokens of a collection. */
  tokenIds: Type.Optional(Type.Array(TokenId, { minItems: 1, maxItems: maxTokens })),
  /** Amounts for each id of an ERC-1155 contract; 1 by default. */
  amounts: Type.Optional(Type.Array(Count, { minItems: 1, maxItems: maxTokens })),
  /** Minting account; by default the minter of the contract. */
  from: Type.Optional(AccountName),
})
export type MintAction = Static<typeof MintAction>

export const TransferTokenAction = verb('transferToken', 'Tokens from their holder to somebody.', {
  contract: Id,
  chain: Type.Optional(EvmChain),
  from: AccountName,
  to: AccountName,
  /** Amount of an ERC-20 token, or number of one token of an ERC-1155 contract. */
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
  from: AccountName,
  /** Called contract; without one a constructor fails. */
  to: Type.Optional(Id),
  chain: EvmChain,
})
export type FailAction = Static<typeof FailAction>
