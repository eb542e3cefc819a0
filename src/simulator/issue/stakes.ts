import { verifyProofOfPossession } from '../../formats/bls.ts'
import { encodeCb58, nodeIdText } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { Staker } from '../primary/staking/staker.ts'
import { maxDelegationFactor, stakingRules } from '../primary/staking/staking-rules.ts'
import type { Drafting } from '../primary/state.ts'
import { isSortedOutputs, verifyNoMemo, verifyOutputsForm } from './base.ts'
import { verifyIndices, verifyOwners } from './owners.ts'
import { inContext, refuse } from './refuse.ts'
import type { AssetOutput } from './spending.ts'
import { verifyPermissionedSubnet, verifySubnetOwner } from './subnets.ts'
import {
  type Based,
  isPrimary,
  type Of,
  type Verification,
  type Verify,
  verifyBase,
  verifySpending,
} from './verification.ts'

// Stakes (avalanchego vms/platformvm/txs/executor/staker_tx_verification.go).

const flowFailed = 'flow check failed'

/** Bounds of stakes of a subnet. */
interface Bounds {
  readonly assetId: Uint8Array
  readonly minValidatorStake: bigint
  readonly maxValidatorStake: bigint
  readonly minDelegatorStake: bigint
  readonly minSeconds: number
  readonly maxSeconds: number
  readonly minShares: number
  readonly maxFactor: bigint
}

/** Checks a validator of the primary network or of an elastic subnet. */
export const verifyValidator: Verify<Of<'AddPermissionlessValidatorTx'>> = (of) => {
  const { state, tx } = of
  const { validator, stake, signer } = tx
  if (validator.nodeId.every((byte) => byte === 0)) refuse('validator nodeID cannot be empty')
  if (stake.length === 0) refuse('no stake')
  if (tx.shares > 1_000_000)
    refuse('a staker may only require at most 1000000 shares from delegators')
  verifyStakingBase(of)
  inContext('failed to verify validator, signer, or rewards owners', () => {
    if (validator.weight === 0n) refuse('weight of this validator is too low')
    if (
      signer.type === 'ProofOfPossession' &&
      !verifyProofOfPossession(signer.proof, signer.publicKey)
    )
      refuse('invalid proof of possession')
    verifyOwners(tx.validatorRewardsOwner)
    verifyOwners(tx.delegatorRewardsOwner)
  })
  const hasKey = signer.type === 'ProofOfPossession'
  if (hasKey !== isPrimary(tx.subnetId))
    refuse(`invalid signer: hasKey=${hasKey} != isPrimaryNetwork=${isPrimary(tx.subnetId)}`)
  const staked = verifyStake(stake)
  if (staked.amount !== validator.weight)
    refuse(`validator weight mismatch: weight ${validator.weight} != stake ${staked.amount}`)
  verifyNoMemo(tx)

  const bounds = boundsOf(state, tx.subnetId)
  if (validator.weight < bounds.minValidatorStake) refuse('weight of this validator is too low')
  if (validator.weight > bounds.maxValidatorStake) refuse('weight of this validator is too large')
  if (tx.shares < bounds.minShares) refuse('staker charges an insufficient delegation fee')
  verifyDuration(of, bounds)
  verifyAsset(staked.assetId, bounds)
  if (state.stakers.expected(state.ids.id(tx.subnetId), validator.nodeId))
    refuse(`duplicate validator: ${nodeIdText(validator.nodeId)} on ${encodeCb58(tx.subnetId)}`)
  if (!isPrimary(tx.subnetId)) verifyPrimaryValidator(of)
  return inContext(flowFailed, () => verifySpending(of, { outputs: stake }))
}

/** Checks a delegation on the primary network or on an elastic subnet. */
export const verifyDelegator: Verify<Of<'AddPermissionlessDelegatorTx'>> = (of) => {
  const { state, tx, time } = of
  const { validator, stake } = tx
  if (stake.length === 0) refuse('no stake')
  verifyStakingBase(of)
  inContext('failed to verify validator or rewards owner', () => {
    if (validator.weight === 0n) refuse('weight of this validator is too low')
    verifyOwners(tx.rewardsOwner)
  })
  const staked = verifyStake(stake)
  if (staked.amount !== validator.weight)
    refuse(
      `delegator weight mismatch, delegator weight ${validator.weight} total stake weight ${staked.amount}`,
    )
  verifyNoMemo(tx)

  const bounds = boundsOf(state, tx.subnetId)
  if (validator.weight < bounds.minDelegatorStake) refuse('weight of this validator is too low')
  verifyDuration(of, bounds)
  verifyAsset(staked.assetId, bounds)
  const subnetId = state.ids.id(tx.subnetId)
  const node = nodeIdText(validator.nodeId)
  const validation =
    state.stakers.expected(subnetId, validator.nodeId) ??
    refuse(`failed to fetch the validator for ${node} on ${subnetId}: not found`)
  verifyPeriod({ start: time, end: Number(validator.end) }, validation)
  const max = min(bounds.maxFactor * validation.weight, bounds.maxValidatorStake)
  if (weightOf(state, subnetId, node) + validator.weight > max)
    refuse('validator would be over delegated')
  if (validation.kind === 'appointed') refuse('delegation to permissioned validator')
  return inContext(flowFailed, () => verifySpending(of, { outputs: stake }))
}

/** Checks a permissioned validator that the owner of a subnet adds. */
export const verifyPermissioned: Verify<Of<'AddSubnetValidatorTx'>> = (of) => {
  const { state, tx } = of
  if (isPrimary(tx.subnetId))
    refuse("can't add primary network validator with AddSubnetValidatorTx")
  verifyBase(of)
  if (tx.validator.weight === 0n) refuse('weight of this validator is too low')
  verifyIndices(tx.authorization.signatureIndices)
  verifyNoMemo(tx)
  verifyDuration(of, stakingRules[state.facts.network])
  const node = nodeIdText(tx.validator.nodeId)
  const subnetId = state.ids.id(tx.subnetId)
  if (state.stakers.expected(subnetId, tx.validator.nodeId))
    refuse(`attempted to issue duplicate validator for ${node} on subnet ${subnetId}`)
  verifyPrimaryValidator(of)
  const credentials = verifyPermissionedSubnet(of, tx.subnetId)
  return inContext(flowFailed, () => verifySpending({ ...of, credentials }))
}

/** Checks the removal of a permissioned validator. */
export const verifyRemoval: Verify<Of<'RemoveSubnetValidatorTx'>> = (of) => {
  const { state, tx } = of
  if (isPrimary(tx.subnetId))
    refuse("can't remove primary network validator with RemoveSubnetValidatorTx")
  verifyBase(of)
  verifyIndices(tx.authorization.signatureIndices)
  verifyNoMemo(tx)
  const subnetId = state.ids.id(tx.subnetId)
  const validator = state.stakers.validator(subnetId, tx.nodeId)
  if (!validator)
    return refuse(
      `${nodeIdText(tx.nodeId)} isn't a current or pending validator of ${subnetId}: not found`,
    )
  if (validator.kind !== 'appointed') refuse('attempting to remove permissionless validator')
  const credentials = verifySubnetOwner(of, tx.subnetId)
  return inContext(flowFailed, () => verifySpending({ ...of, credentials }))
}

function verifyStakingBase(of: Verification): void {
  inContext('failed to verify BaseTx', () => {
    verifyBase(of)
  })
}

/** Checks the outputs that are staked and returns their sum. */
function verifyStake(stake: readonly AssetOutput[]) {
  inContext('failed to verify output', () => {
    verifyOutputsForm(stake)
  })
  const assetId = stake[0]?.assetId ?? new Uint8Array(32)
  let amount = 0n
  for (const { assetId: each, output } of stake) {
    if (compareBytes(each, assetId) !== 0)
      refuse(`multiple staked assets: "${encodeCb58(assetId)}" and "${encodeCb58(each)}"`)
    const plain = output.type === 'StakeableLockOutput' ? output.output : output
    if (plain.type === 'TransferOutput') amount += plain.amount
  }
  if (!isSortedOutputs(stake)) refuse('outputs not sorted')
  return { assetId, amount }
}

function verifyDuration(
  {
    tx,
    time,
  }: Verification<{ readonly validator: { readonly start: bigint; readonly end: bigint } }>,
  { minSeconds, maxSeconds }: Pick<Bounds, 'minSeconds' | 'maxSeconds'>,
): void {
  // G-248
  if (tx.validator.start !== 0n)
    refuse('since Durango a stake starts at the time of its block: set the start to 0')
  const seconds = tx.validator.end - BigInt(time)
  if (seconds < BigInt(minSeconds)) refuse('staking period is too short')
  if (seconds > BigInt(maxSeconds)) refuse('staking period is too long')
}

function verifyAsset(assetId: Uint8Array, bounds: Bounds): void {
  if (compareBytes(assetId, bounds.assetId) !== 0)
    refuse(`incorrect staked assetID: ${encodeCb58(bounds.assetId)} != ${encodeCb58(assetId)}`)
}

/** Checks that the node validates the primary network for as long as the subnet. */
function verifyPrimaryValidator({
  state,
  tx,
  time,
}: Verification<Extract<Based, { readonly validator: unknown }>>): void {
  const { nodeId, end } = tx.validator
  const validation = state.stakers.expected(primaryNetworkId, nodeId)
  if (!validation)
    refuse(`${nodeIdText(nodeId)} isn't a current or pending validator of the primary network`)
  verifyPeriod({ start: time, end: Number(end) }, validation)
}

function verifyPeriod(
  inner: Pick<Staker, 'start' | 'end'>,
  outer: Pick<Staker, 'start' | 'end'>,
): void {
  if (inner.start < outer.start || inner.end > outer.end)
    refuse('proposed staking period is not inside dependent staking period')
}

function boundsOf({ facts, store }: Drafting, subnetId: Uint8Array): Bounds {
  if (isPrimary(subnetId)) {
    const rules = stakingRules[facts.network]
    return {
      ...rules,
      assetId: facts.avaxId,
      maxValidatorStake: rules.maxStake,
      minShares: 20_000,
      maxFactor: maxDelegationFactor,
    }
  }
  const row = store.get(selectTransformation, {
    network: facts.network,
    subnetId: encodeCb58(subnetId),
  })
  const tx = row && platformTransactions.decode(row.bytes).unsigned
  if (tx?.type !== 'TransformSubnetTx')
    return refuse(`failed fetching subnet transformation for ${encodeCb58(subnetId)}: not found`)
  return {
    assetId: tx.assetId,
    minValidatorStake: tx.minValidatorStake,
    maxValidatorStake: tx.maxValidatorStake,
    minDelegatorStake: tx.minDelegatorStake,
    minSeconds: tx.minStakeDuration,
    maxSeconds: tx.maxStakeDuration,
    minShares: tx.minDelegationFee,
    maxFactor: BigInt(tx.maxValidatorWeightFactor),
  }
}

/** Returns the weight of a validator with all present and future delegations. */
const weightOf = ({ facts, store }: Drafting, subnetId: string, nodeId: string): bigint =>
  store
    .all(selectWeights, { network: facts.network, subnetId, nodeId })
    .reduce((sum, { weight }) => sum + BigInt(weight), 0n)

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const selectTransformation = statement<
  { network: string; subnetId: string },
  { bytes: Uint8Array }
>(`
  SELECT bytes FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND tx_type = 'TransformSubnetTx'
    AND subnet_id = :subnetId LIMIT 1`)

const selectWeights = statement<
  { network: string; subnetId: string; nodeId: string },
  { weight: string }
>(`
  SELECT weight FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND node_id = :nodeId
    AND end_height IS NULL`)
