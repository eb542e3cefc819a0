import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { evmAddressPattern } from '../scalars.ts'
import { closed, Member, Timestamp } from './common.ts'
import {
  ContractDefinition,
  CurrencyRates,
  EvmChainDefinition,
  ForeignChainDefinition,
} from './evm.ts'
import { NodeDefinition } from './node.ts'
import { PrimaryDefinition } from './primary.ts'
import { Story } from './story.ts'

/**
 * Member of the cast. An account acts, with a declared key or one derived from its name. A
 * watch-only account only has addresses. Without a key it receives assets and never spends them.
 */
export const CastMember = Type.Object(
  {
    name: Member,
    privateKey: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'secp256k1, hex; never fund it' }),
    ),
    addresses: Type.Optional(
      Type.Object(
        {
          evm: Type.Optional(
            Type.String({ pattern: evmAddressPattern, description: 'An EVM address' }),
          ),
          /** Address of the same twenty bytes on both networks, in the form of either. */
          primary: Type.Optional(
            Type.String({
              pattern: '^(avax|fuji)1[02-9ac-hj-np-z]{38}$',
              description: 'An address of the P- and X-chain, without the letter of a chain',
            }),
          ),
        },
        {
          additionalProperties: false,
          minProperties: 1,
          mustBe: 'an object with `evm`, `primary` or both',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type CastMember = Static<typeof CastMember>

/** Declared part of a world: its members, numbers and dates. */
export const WorldDefinition = Type.Object(
  {
    now: Timestamp,
    cast: Type.Array(CastMember, { minItems: 1, maxItems: 1000 }),
    evmChains: Type.Array(EvmChainDefinition, { minItems: 1, maxItems: 50 }),
    contracts: Type.Array(ContractDefinition, { maxItems: 10_000 }),
    foreignChains: Type.Array(ForeignChainDefinition, { maxItems: 50 }),
    currencyRates: CurrencyRates,
    primary: PrimaryDefinition,
    /** Nodes with info and index interfaces that can be served. */
    nodes: closed({ mainnet: NodeDefinition, fuji: NodeDefinition }),
    story: Type.Optional(Story),
  },
  { additionalProperties: false },
)
export type WorldDefinition = Static<typeof WorldDefinition>

const partOf = <Properties extends TProperties>(whole: TObject<Properties>) =>
  Type.Partial(whole, { additionalProperties: false })

const { primary, nodes, ...listed } = WorldDefinition.properties

/** Definition as an author writes it: an absent part is as in the empty world. */
export const WrittenDefinition = partOf(
  closed({
    ...listed,
    primary: partOf(primary),
    nodes: partOf(
      closed({ mainnet: partOf(nodes.properties.mainnet), fuji: partOf(nodes.properties.fuji) }),
    ),
  }),
)
export type WrittenDefinition = Static<typeof WrittenDefinition>
