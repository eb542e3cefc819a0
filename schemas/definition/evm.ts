import { type Static, Type } from '@sinclair/typebox'
import { BySize, Name, Network, Timestamp } from './common.ts'

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
