import { type Static, Type } from '@sinclair/typebox'

const Network = Type.Union([Type.Literal('mainnet'), Type.Literal('fuji')])

/** A number for each size of world. */
const BySize = Type.Object(
  {
    small: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    default: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
)

const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  description: 'RFC 3339 in UTC, whole seconds',
})

const Name = Type.String({ minLength: 1, maxLength: 100 })

/** Somebody who acts. The key follows from the name, unless it is a published one. */
export const CastMember = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    privateKey: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'secp256k1, hex; never fund it' }),
    ),
  },
  { additionalProperties: false },
)
export type CastMember = Static<typeof CastMember>

/** An EVM chain: the C-chain of a network or an L1. */
export const EvmChainDefinition = Type.Object(
  {
    chainId: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
    network: Network,
    kind: Type.Union([Type.Literal('c-chain'), Type.Literal('l1')]),
    name: Name,
    description: Type.String({ maxLength: 500 }),
    rpcUrl: Type.String({ pattern: '^https?://' }),
    explorerUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
    logoUri: Type.Optional(Type.String({ pattern: '^https?://' })),
    token: Type.Object(
      {
        name: Name,
        symbol: Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' }),
        logoUri: Type.Optional(Type.String({ pattern: '^https?://' })),
      },
      { additionalProperties: false },
    ),
    multicall: Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })),
    firstBlock: Timestamp,
    blocks: BySize,
    maxTransactionsPerBlock: Type.Integer({ minimum: 1, maximum: 100 }),
  },
  { additionalProperties: false },
)
export type EvmChainDefinition = Static<typeof EvmChainDefinition>

/** The declared part of a world: who exists, how many, which dates. */
export const WorldDefinition = Type.Object(
  {
    now: Timestamp,
    cast: Type.Array(CastMember, { minItems: 2, maxItems: 1000 }),
    evmChains: Type.Array(EvmChainDefinition, { minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
)
export type WorldDefinition = Static<typeof WorldDefinition>
