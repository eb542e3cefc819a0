import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox'
import { primaryNetworkId } from '../src/networks/constants.ts'
import { networks } from '../src/networks/network.ts'
import { blockchainIdOf, chainNames } from '../src/networks/primary-chain.ts'

/** Builds a schema for one of the given texts; the static type is their union. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
) =>
  Type.Unsafe<Values[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  )

/**
 * Adds keywords to a schema. A spread would do at run time, but its type holds symbols that a
 * declaration file cannot name.
 */
export const withOptions = <Schema extends TSchema>(
  schema: Schema,
  options: SchemaOptions,
): Schema => ({ ...schema, ...options })

/** Non-negative whole number as text: amounts, block numbers, gas and token ids may pass 2^53. */
export const DecimalString = Type.String({
  pattern: '^(0|[1-9][0-9]*)$',
  mustBe: 'a decimal number without sign or leading zeros',
})

/** Number with an optional fraction as text, never in exponent form. */
export const DecimalFraction = Type.String({
  pattern: '^(0|[1-9][0-9]*)([.][0-9]+)?$',
  mustBe: 'a decimal number',
})

/** Whole seconds since 1970. */
export const EpochSeconds = Type.Integer({ minimum: 0, description: 'Epoch seconds.' })

/** Count or height that fits a JSON number. */
export const Count = Type.Integer({ minimum: 0 })

/** Base-58 text of 32 bytes and their checksum, by alphabet and length only. */
export const Cb58Id = Type.String({
  pattern: '^[1-9A-HJ-NP-Za-km-z]{36,50}$',
  mustBe: 'a base-58 id of 32 bytes with checksum',
})

/** Form of a node id, as part of a pattern. */
export const nodeIdForm = 'NodeID-[1-9A-HJ-NP-Za-km-z]{24,33}'

/** `NodeID-` and base-58 text of 20 bytes and their checksum; the checksum is not verified. G-35 */
export const NodeId = Type.String({
  pattern: `^${nodeIdForm}$`,
  mustBe: 'NodeID- and a base-58 hash',
})

/** 20 bytes of hex, in any case. */
export const evmAddressPattern = '^0x[0-9a-fA-F]{40}$'

/** 20 bytes of hex in any case; responses are in the mixed case of EIP-55. G-67 */
export const EvmAddress = Type.String({
  pattern: evmAddressPattern,
  mustBe: '0x and 40 hex digits',
})

/** Networks of the Data API; `testnet` and `fuji` are the same one. Section 1, G-24. */
export const NetworkParameter = oneOf([...networks, 'testnet'], { $id: 'Network' })
export type NetworkParameter = Static<typeof NetworkParameter>

/** Order of a list; descending by default, and there is no other sort key. G-11, G-12 */
export const SortOrder = oneOf(['asc', 'desc'], { $id: 'SortOrder', default: 'desc' })
export type SortOrder = Static<typeof SortOrder>

const xChainIds = networks.map((network) => blockchainIdOf(network, 'X'))
const cChainIds = networks.map((network) => blockchainIdOf(network, 'C'))

/**
 * Primary-network chains by id (P of both networks, X and C of mainnet and fuji) or alias. The
 * route refuses an id of the other network. Section 4.1, G-25.
 */
export const BlockchainId = oneOf(
  [primaryNetworkId, ...xChainIds, ...cChainIds, ...Object.values(chainNames)],
  {
    $id: 'BlockchainId',
    description: 'A primary-network chain: its base-58 id or its alias.',
  },
)
export type BlockchainId = Static<typeof BlockchainId>

/** The X-chain by id (mainnet, fuji) or alias: the only chain with vertices. Section 4.1.7. */
export const XChainId = oneOf([...xChainIds, 'x-chain'], { $id: 'XChainId' })
export type XChainId = Static<typeof XChainId>

/** The P-chain by id or alias. */
export const PChainId = oneOf([primaryNetworkId, 'p-chain'], { $id: 'PChainId' })
export type PChainId = Static<typeof PChainId>

/** Lower-case currency codes of 4.1.15. */
export const CurrencyCode = oneOf(
  [
    'usd',
    'eur',
    'aud',
    'cad',
    'chf',
    'clp',
    'cny',
    'czk',
    'dkk',
    'gbp',
    'hkd',
    'huf',
    'jpy',
    'nzd',
  ],
  { $id: 'CurrencyCode' },
)
export type CurrencyCode = Static<typeof CurrencyCode>
