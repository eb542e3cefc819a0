import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import type { OutputOwners } from '../../../formats/components.ts'
import { primaryNetworkIdBytes, toHex } from '../../../formats/ids.ts'
import type { PlatformTransaction } from '../../../formats/p-chain-transactions.ts'
import type { Effect, Outcome } from '../effect.ts'
import { keyOf } from '../id-text.ts'
import type { Placement } from '../signed.ts'
import type { PrimaryState } from '../state.ts'
import { longOutages, noOutages, type Outages, rareOutages } from './outages.ts'
import { percentOf } from './rewards.ts'
import type { NewStaker } from './staker.ts'

type Of<Type extends PlatformTransaction['type']> = Extract<PlatformTransaction, { type: Type }>

/** Begins a validator of the primary network or of an elastic subnet. */
export const beginValidation: Effect<Of<'AddValidatorTx' | 'AddPermissionlessValidatorTx'>> = (
  state,
  { id, unsigned: tx },
  at,
) => {
  const { nodes } = state
  const signer = 'signer' in tx && tx.signer.type === 'ProofOfPossession' ? tx.signer : undefined
  const { nodeId } = tx.validator
  if (signer) nodes.noteKey(nodeId, signer.publicKey)
  const hasLowUptime = isOftenAway(state, nodeId, id)
  const outcome = begin(state, at, {
    ...stakeOf(tx, id, at),
    kind: 'validator',
    subnetId: subnetOf(state, tx),
    shares: tx.shares,
    hasLowUptime,
    outages: outagesOf(state, { nodeId, txId: id, hasLowUptime }),
    blsPublicKey: signer?.publicKey,
    rewardAddresses: rewardAddressesOf(tx),
  })
  return {
    ...outcome,
    separateRewards: separateRewardsOf(tx),
    columns: {
      ...outcome.columns,
      delegation_fee_percent: percentOf(tx.shares),
      bls_public_key: signer ? toHex(signer.publicKey) : null,
      bls_proof_of_possession: signer ? toHex(signer.proof) : null,
    },
  }
}

/** Begins a delegation, which has the fee and the reward decision of its validator. */
export const beginDelegation: Effect<Of<'AddDelegatorTx' | 'AddPermissionlessDelegatorTx'>> = (
  state,
  { id, unsigned: tx },
  at,
) => {
  const subnetId = subnetOf(state, tx)
  const validator = state.stakers.expected(subnetId, tx.validator.nodeId)
  return begin(state, at, {
    ...stakeOf(tx, id, at),
    kind: 'delegator',
    subnetId,
    shares: validator?.shares ?? 0,
    hasLowUptime: validator?.hasLowUptime === true,
    blsPublicKey: undefined,
    rewardAddresses: tx.rewardsOwner.addresses,
  })
}

/** Adds a permissioned validator to a subnet: the owner names one of the primary network. */
export const beginPermissionedStake: Effect<Of<'AddSubnetValidatorTx'>> = (
  state,
  { id, unsigned: tx },
  at,
) => {
  const { columns, ...outcome } = begin(state, at, {
    ...stakeOf(tx, id, at),
    kind: 'appointed',
    subnetId: subnetOf(state, tx),
    shares: 0,
    hasLowUptime: false,
    outages: outagesOf(state, { nodeId: tx.validator.nodeId, txId: id, hasLowUptime: false }),
    blsPublicKey: undefined,
    rewardAddresses: [],
  })
  return { ...outcome, columns: { ...columns, estimated_reward: null } }
}

/** Removes a permissioned validator before its end, by the owner. */
export const dismissValidator: Effect<Of<'RemoveSubnetValidatorTx'>> = (
  { ids, stakers },
  { unsigned: { nodeId, subnetId } },
  { height },
) => {
  const staker = stakers.validator(ids.id(subnetId), nodeId)
  if (staker) stakers.end(staker, height)
  return { columns: { node_id: ids.node(nodeId), subnet_id: ids.id(subnetId) } }
}

/** Returns the owners of a stake's reward and of the delegation fees. */
export function rewardOwnersOf(tx: PlatformTransaction): {
  readonly reward: OutputOwners
  readonly fees: OutputOwners
} {
  if ('rewardsOwner' in tx) return { reward: tx.rewardsOwner, fees: tx.rewardsOwner }
  if (!('validatorRewardsOwner' in tx))
    throw new Error(`internal error: a ${tx.type} has no reward`)
  return { reward: tx.validatorRewardsOwner, fees: tx.delegatorRewardsOwner }
}

/** Returns the addresses that own a stake's reward, then those that own the delegation fees. */
export function rewardAddressesOf(tx: PlatformTransaction): Uint8Array[] {
  const { reward, fees } = rewardOwnersOf(tx)
  return distinct([...reward.addresses, ...fees.addresses])
}

/** Returns the addresses of both owners, if they differ. */
function separateRewardsOf(tx: PlatformTransaction): Outcome['separateRewards'] {
  const { reward, fees } = rewardOwnersOf(tx)
  const [ofStake, ofFees] = [reward.addresses, fees.addresses]
  return equalBytes(concatBytes(...ofStake), concatBytes(...ofFees))
    ? undefined
    : { stake: ofStake, fees: ofFees }
}

/**
 * Returns the start of a stake in epoch seconds. Since Durango it is the time of its block, encoded
 * as 0.
 */
export const startOf = ({ start }: { readonly start: bigint }, time: number): number =>
  start === 0n ? time : Number(start)

function begin(
  state: PrimaryState,
  { height, time }: Placement,
  staker: NewStaker,
): Partial<Outcome> {
  const { ids, stakers } = state
  const reward = stakers.add(staker, staker.start <= time ? height : undefined)
  return {
    columns: {
      start_timestamp: staker.start,
      end_timestamp: staker.end,
      node_id: ids.node(staker.nodeId),
      subnet_id: staker.subnetId,
      estimated_reward: reward,
    },
    rewardAddresses: staker.rewardAddresses,
  }
}

type Validator = Of<'AddValidatorTx'>['validator']

const stakeOf = (
  { validator }: { readonly validator: Validator },
  txId: Uint8Array,
  { seq, time }: Placement,
) => ({
  txSeq: seq,
  txId,
  nodeId: validator.nodeId,
  weight: validator.weight,
  start: startOf(validator, time),
  end: Number(validator.end),
})

/** Returns the subnet in cb58; early stakes name no subnet. */
const subnetOf = ({ ids }: PrimaryState, tx: PlatformTransaction): string =>
  ids.id('subnetId' in tx ? tx.subnetId : primaryNetworkIdBytes)

/**
 * Returns whether the node is offline too often. No transaction contains this: the definition or an
 * action declares it.
 */
function isOftenAway(
  { ids, lowUptime, nodes, setup }: PrimaryState,
  nodeId: Uint8Array,
  txId: Uint8Array,
): boolean {
  const name = nodes.find(nodeId)?.name
  const declared = setup.definition.primary.validators.find(({ node }) => node === name)
  return declared?.uptime === 'low' || lowUptime.get(ids.id(txId)) === true
}

/**
 * Returns the outages of the node while it validates; the served node always sees itself online.
 */
function outagesOf(
  { facts, ids, nodes, setup }: PrimaryState,
  of: { readonly nodeId: Uint8Array; readonly txId: Uint8Array; readonly hasLowUptime: boolean },
): Outages {
  const random = setup.streams.stream(`${facts.network} outages of ${ids.id(of.txId)}`)
  if (of.hasLowUptime) return longOutages(random)
  const isServed = nodes.find(of.nodeId)?.name === setup.definition.nodes[facts.network].name
  return isServed ? noOutages : rareOutages(random)
}

const distinct = (addresses: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(addresses.map((address) => [keyOf(address), address])).values(),
]
