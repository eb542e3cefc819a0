import { type Static, Type } from '@sinclair/typebox'
import { evmAddressPattern } from '../scalars.ts'
import { BySize, closed, Member, Name, Network, NodeName, RelativeTime } from './common.ts'

/** Amount of at least one nAVAX: an output cannot be empty. */
const Avax = Type.Number({ minimum: 0.000_000_001, maximum: 300_000_000 })
/** Amount of AVAX for each member, or 0 for none. */
const Share = Type.Number({ minimum: 0, maximum: 300_000_000 })
const Days = Type.Integer({ minimum: 14, maximum: 365 })
const Weight = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const WholeUnits = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const owners = {
  owners: Type.Array(Member, { minItems: 1, maxItems: 16 }),
  threshold: Type.Integer({ minimum: 1, maximum: 16 }),
}

/** Validator of the primary network, which starts a new period after the end of each. */
export const ValidatorDefinition = closed({
  node: NodeName,
  operator: Member,
  from: RelativeTime,
  /** Start after `from`, for a first period that is pending for a while. */
  start: Type.Optional(RelativeTime),
  /** Time after which no new period starts. */
  until: Type.Optional(RelativeTime),
  days: Days,
  avax: Avax,
  feePercent: Type.Number({ minimum: 2, maximum: 100 }),
  uptime: Type.Optional(
    Type.Literal('low', { description: 'The stakes of this validator end without a reward' }),
  ),
})
export type ValidatorDefinition = Static<typeof ValidatorDefinition>

/** Delegation that a definition declares. */
export const DelegationDefinition = closed({
  node: NodeName,
  by: Member,
  at: RelativeTime,
  /** Start after `at`, for a delegation that is pending for a while. */
  start: Type.Optional(RelativeTime),
  days: Days,
  avax: Avax,
  /** Whether it stakes, instead of `avax`, a whole output that may only be staked. */
  fromLocked: Type.Optional(Type.Literal(true)),
})
export type DelegationDefinition = Static<typeof DelegationDefinition>

/** Output of the genesis besides the equal share of every member. */
export const HoldingDefinition = closed({
  chain: Type.Union([Type.Literal('P'), Type.Literal('X')]),
  ...owners,
  avax: Avax,
  locktime: Type.Optional(RelativeTime),
  /** Time until which it may be staked but not moved; P-chain only. */
  stakeableLocktime: Type.Optional(RelativeTime),
})
export type HoldingDefinition = Static<typeof HoldingDefinition>

/** An asset of the X-chain: all of it at once, mintable later, or a collection of NFTs. */
export const AssetDefinition = closed({
  name: Type.String({ pattern: '^[A-Za-z0-9 ]{1,128}$' }),
  symbol: Type.String({ pattern: '^[A-Z]{1,4}$' }),
  denomination: Type.Integer({ minimum: 0, maximum: 32 }),
  kind: Type.Union([Type.Literal('fixed'), Type.Literal('variable'), Type.Literal('nft')]),
  by: Member,
  at: RelativeTime,
  /** Initial amount in the smallest unit; of NFTs the number of groups. */
  amount: WholeUnits,
})
export type AssetDefinition = Static<typeof AssetDefinition>

/**
 * Export that has to happen, from the C-chain in its first block after that time. Background
 * exports come on top. P- and C-chain exchange AVAX directly since Apricot 5.
 */
export const ExportDefinition = closed({
  from: Type.Union([Type.Literal('P'), Type.Literal('X'), Type.Literal('C')]),
  to: Type.Union([Type.Literal('P'), Type.Literal('X'), Type.Literal('C')]),
  by: Member,
  at: RelativeTime,
  avax: Avax,
  /** Time before which the output cannot be imported. */
  locktime: Type.Optional(RelativeTime),
})
export type ExportDefinition = Static<typeof ExportDefinition>

/** Transaction with many outputs, and a later one that merges them. */
export const PayoutDefinition = closed({
  chain: Type.Union([Type.Literal('P'), Type.Literal('X')]),
  by: Member,
  at: RelativeTime,
  outputs: BySize,
})
export type PayoutDefinition = Static<typeof PayoutDefinition>

const ChainDefinition = closed({
  name: Name,
  /** Name of the VM, from which its id follows. */
  vm: Type.String({ pattern: '^[a-z0-9]{1,32}$' }),
  at: RelativeTime,
  /** Id of an EVM chain; the id of a declared EVM chain links the two declarations. */
  evmChainId: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
})

/** Validator of an L1 for as long as the balance lasts. */
export const L1ValidatorDefinition = closed({
  node: NodeName,
  /** Owner of the rest of its balance; for a registered validator also the payer. */
  owner: Member,
  /** Owner of the right to disable it, if not the owner. */
  deactivation: Type.Optional(closed(owners)),
  weight: Weight,
  avax: Type.Number({ minimum: 0, maximum: 1000 }),
  isLeftToEnd: Type.Optional(
    Type.Literal(true, { description: 'The balance is not topped up when it runs low' }),
  ),
})

export type L1ValidatorDefinition = Static<typeof L1ValidatorDefinition>

/** Subnet that becomes an L1, and the changes of its validators. */
export const L1Definition = closed({
  at: RelativeTime,
  /** Name of the subnet's chain with the validator manager. */
  chain: Name,
  manager: Type.String({ pattern: evmAddressPattern }),
  validators: Type.Array(L1ValidatorDefinition, { minItems: 1, maxItems: 50 }),
  registrations: Type.Array(closed({ ...L1ValidatorDefinition.properties, at: RelativeTime })),
  /** Weight; 0 removes the validator. */
  weights: Type.Array(
    closed({
      node: NodeName,
      at: RelativeTime,
      weight: Type.Integer({ minimum: 0, maximum: 1e9 }),
    }),
  ),
  increases: Type.Array(closed({ node: NodeName, at: RelativeTime, by: Member, avax: Avax })),
  disables: Type.Array(closed({ node: NodeName, at: RelativeTime })),
})
export type L1Definition = Static<typeof L1Definition>

/** Subnet with its owners; on both networks unless it names one. */
export const SubnetDefinition = closed({
  name: NodeName,
  network: Type.Optional(Network),
  ...owners,
  at: RelativeTime,
  newOwner: Type.Optional(closed({ ...owners, at: RelativeTime })),
  chains: Type.Array(ChainDefinition, { maxItems: 16 }),
  /** Permissioned validators, which the owner adds; they also validate the primary network. */
  validators: Type.Array(
    closed({
      node: NodeName,
      at: RelativeTime,
      days: Type.Integer({ minimum: 1, maximum: 365 }),
      weight: Weight,
      removedAt: Type.Optional(RelativeTime),
    }),
  ),
  /** Staking of the subnet's own asset, which its first owner holds, by any account. */
  elastic: Type.Optional(
    closed({
      at: RelativeTime,
      asset: AssetDefinition.properties.name,
      node: NodeName,
      days: Days,
    }),
  ),
  l1: Type.Optional(L1Definition),
})
export type SubnetDefinition = Static<typeof SubnetDefinition>

/**
 * State of the primary networks, the same on both; background traffic comes on top. Single actions
 * belong in the story: docs/decisions/0013-what-is-declared-beside-the-story.md
 */
export const PrimaryDefinition = closed({
  /** Times at which the chains accept blocks, besides those that declared events need. */
  blocks: closed({ platform: BySize, exchange: BySize }),
  /** Genesis AVAX of every member; `contract` reaches the C-chain through the X-chain. */
  funds: closed({ platform: Share, exchange: Share, contract: Share, reserve: Member }),
  holdings: Type.Array(HoldingDefinition),
  validators: Type.Array(ValidatorDefinition, { minItems: 1, maxItems: 100 }),
  /** Validators that are not declared one by one. */
  moreValidators: closed({
    small: Type.Integer({ minimum: 0, maximum: 1000 }),
    medium: Type.Integer({ minimum: 0, maximum: 1000 }),
  }),
  delegations: Type.Array(DelegationDefinition),
  assets: Type.Array(AssetDefinition),
  exports: Type.Array(ExportDefinition),
  payouts: Type.Array(PayoutDefinition),
  subnets: Type.Array(SubnetDefinition),
})
export type PrimaryDefinition = Static<typeof PrimaryDefinition>
