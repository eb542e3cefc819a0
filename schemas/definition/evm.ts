import { type Static, Type } from '@sinclair/typebox'
import { imagePathForm } from '../images.ts'
import { evmAddressPattern } from '../scalars.ts'
import { BySize, ChainTime, Member, Name, Network, Timestamp } from './common.ts'

const ChainId = Type.String({ pattern: '^[1-9]\\d{0,14}$' })
const Address = Type.String({ pattern: evmAddressPattern })
const TokenSymbol = Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' })
const Uri = Type.String({ pattern: '^https?://' })

const LogoUri = Type.String({
  pattern: `^https?://|^${imagePathForm}$`,
  description:
    'An image anywhere, or the path of one that Snowglobe draws: /_images/tokens/snow.svg',
})

/** Decimal text, never in exponent form. */
const Decimal = Type.String({ pattern: '^(0|[1-9]\\d{0,14})(\\.\\d{1,12})?$' })

/** US dollars for one whole token. */
const Usd = Type.Optional(Decimal)
const UsdSwing = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 600,
    description:
      'Maximum distance of the price from its middle, in thousandths; without it the price stays',
  }),
)

/** An EVM chain: the C-chain of a network or an L1. */
export const EvmChainDefinition = Type.Object(
  {
    chainId: ChainId,
    network: Network,
    kind: Type.Union([Type.Literal('c-chain'), Type.Literal('l1')]),
    name: Name,
    description: Type.String({ maxLength: 500 }),
    rpcUrl: Uri,
    explorerUrl: Type.Optional(Uri),
    logoUri: Type.Optional(LogoUri),
    token: Type.Object(
      {
        name: Name,
        symbol: TokenSymbol,
        description: Type.Optional(Type.String({ maxLength: 500 })),
        logoUri: Type.Optional(LogoUri),
        usd: Usd,
        usdSwing: UsdSwing,
      },
      { additionalProperties: false },
    ),
    multicall: Type.Optional(Address),
    firstBlock: Timestamp,
    blocks: BySize,
    maxTransactionsPerBlock: Type.Integer({ minimum: 1, maximum: 100 }),
  },
  { additionalProperties: false },
)
export type EvmChainDefinition = Static<typeof EvmChainDefinition>

/** Role of a contract besides the interface of its ERC type. */
export const ContractRole = Type.Union(
  [
    // ERC-20 token that wraps the chain's native token one for one.
    Type.Literal('wrapped-native'),
    // Deploys contracts when it is called.
    Type.Literal('factory'),
    // Keeps liquidity of two ERC-20 tokens and swaps them.
    Type.Literal('exchange'),
    // Accepts interchain messages.
    Type.Literal('receiver'),
    // Makes many calls in one, with the functions of Multicall3.
    Type.Literal('multicall'),
  ],
  { description: 'ERC-20 tokens can have wrapped-native, UNKNOWN contracts the other roles.' },
)
export type ContractRole = Static<typeof ContractRole>

/** Content of an NFT. */
const NftItem = Type.Object(
  { name: Name, description: Type.String({ maxLength: 500 }) },
  { additionalProperties: false },
)

/** Contract: one with an address existed before the world began, others are deployed in it. */
export const ContractDefinition = Type.Object(
  {
    chainId: ChainId,
    ercType: Type.Union([
      Type.Literal('ERC-20'),
      Type.Literal('ERC-721'),
      Type.Literal('ERC-1155'),
      Type.Literal('UNKNOWN'),
    ]),
    name: Type.Optional(Name),
    symbol: Type.Optional(TokenSymbol),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })),
    role: Type.Optional(ContractRole),
    address: Type.Optional(Address),
    deployment: Type.Optional(
      Type.Object(
        {
          by: Member,
          at: ChainTime,
          /** Name of a factory on the same chain which is deployed earlier. */
          through: Type.Optional(Name),
        },
        { additionalProperties: false },
      ),
    ),
    logoUri: Type.Optional(LogoUri),
    coingeckoCoinId: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,64}$' })),
    usd: Usd,
    usdSwing: UsdSwing,
    /** Reputation of an ERC-20 token in the service. */
    reputation: Type.Optional(Type.Union([Type.Literal('Malicious'), Type.Literal('Benign')])),
    hasProfile: Type.Optional(
      Type.Boolean({ description: 'Whether the contract has a profile: texts, links, tags.' }),
    ),
    description: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Text of the profile; by default a plain sentence.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,32}$' }), {
        maxItems: 16,
        description: 'Tags of the profile.',
      }),
    ),
    items: Type.Optional(
      Type.Array(NftItem, {
        minItems: 1,
        maxItems: 1000,
        description:
          'Metadata of its NFTs: token 1 has the first item, and after the last item the first follows.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ContractDefinition = Static<typeof ContractDefinition>

/** A chain outside the world that exchanges interchain messages with a chain inside. */
export const ForeignChainDefinition = Type.Object(
  {
    network: Network,
    evmChainId: ChainId,
    blockchainId: Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{36,50}$' }),
    rewardToken: Type.Object(
      {
        address: Address,
        name: Name,
        symbol: TokenSymbol,
        decimals: Type.Integer({ minimum: 0, maximum: 36 }),
        logoUri: Type.Optional(LogoUri),
        usd: Usd,
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type ForeignChainDefinition = Static<typeof ForeignChainDefinition>

/** Units of each currency for one US dollar. */
export const CurrencyRates = Type.Record(Type.String({ pattern: '^[a-z]{3}$' }), Decimal)
export type CurrencyRates = Static<typeof CurrencyRates>
