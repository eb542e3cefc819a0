import { toHex } from '../../formats/ids.ts'
import type { PlatformTransaction } from '../../formats/platform-transactions.ts'
import type { AcceptableTransaction, Consequences } from './acceptable.ts'
import type { NodeIdentity } from './nodes.ts'
import { outputOwners, type Party } from './parties.ts'
import { buildPlatform, type PlatformBase } from './platform-builder.ts'
import { percentOf } from './rewards.ts'
import type { Staker } from './stakers.ts'
import type { Drafting } from './state.ts'
import { amountOf, type HeldUtxo } from './utxo-set.ts'

/** A stake that somebody wants; the era decides what kind of transaction it takes. */
export interface StakeRequest {
  readonly kind: 'validator' | 'delegator'
  readonly time: number
  readonly node: NodeIdentity
  readonly by: Party
  readonly subnetId: Uint8Array
  readonly assetId: Uint8Array
  readonly amount: bigint
  /** Later than `time` for a stake that waits; before Durango every stake does. */
  readonly start: number
  readonly end: number
  /** Delegation fee in millionths: the validator's own, or that of the one delegated to. */
  readonly shares: number
  readonly memo?: string
  readonly hasLowUptime?: boolean
  /** Stakes this locked output, whole, instead of free ones. */
  readonly locked?: HeldUtxo
}

/** AddValidatorTx and AddDelegatorTx until Cortina, the permissionless ones after it. */
export function stake(state: Drafting, request: StakeRequest): AcceptableTransaction {
  const { facts, forms } = state
  const { time, node, by, subnetId, assetId, start, end, shares, locked, memo } = request
  const amount = locked ? amountOf(locked.output) : request.amount
  const owner = { type: 'Owners' as const, ...outputOwners(by) }
  const isPrimary = subnetId.every((byte) => byte === 0)
  const isPermissionless = !isPrimary || facts.isActive('cortina', time)
  const hasBlsKey = request.kind === 'validator' && isPrimary && isPermissionless
  const common = (base: PlatformBase) => ({
    ...base,
    // Since Durango the start is when the transaction is accepted, unless it is said.
    validator: {
      nodeId: node.nodeId,
      start: start === time ? 0n : BigInt(start),
      end: BigInt(end),
      weight: amount,
    },
    stake: [{ assetId, output: stakeOutput(by, amount, locked) }],
  })
  return buildPlatform(
    state,
    {
      time,
      payer: by,
      needs: locked ? [] : [{ assetId, amount }],
      ...(locked && { also: [locked] }),
      ...(memo !== undefined && { memo }),
      stake: { start, end },
      assemble: (base) =>
        stakeTransaction(request, common(base), owner, { isPermissionless, hasBlsKey }),
    },
    ({ id, outputs }): Consequences => {
      const staker: Staker = {
        kind: request.kind,
        txId: id,
        node,
        subnetId,
        assetId,
        weight: amount,
        start,
        end,
        rewardOwners: owner,
        feeOwners: owner,
        shares,
        outputs,
        stakes: 1,
        hasBlsKey,
        hasLowUptime: request.hasLowUptime === true,
        row: {},
        reward: 0n,
        owed: 0n,
        startHeight: 0,
      }
      return {
        columns: {
          start_timestamp: start,
          end_timestamp: end,
          node_id: forms.node(node.nodeId),
          subnet_id: forms.id(subnetId),
          delegation_fee_percent: request.kind === 'validator' ? percentOf(shares) : null,
          bls_public_key: hasBlsKey ? toHex(node.bls.publicKey) : null,
          bls_proof_of_possession: hasBlsKey ? toHex(node.bls.proofOfPossession) : null,
        },
        rewardAddresses: owner.addresses,
        keepRow: (row) => {
          staker.row = row
        },
        onAccepted({ height }) {
          if (start > time) state.stakers.wait(staker)
          else state.stakers.activate(staker, height)
          return undefined
        },
      }
    },
  )
}

type Owner = { readonly type: 'Owners' } & ReturnType<typeof outputOwners>

function stakeTransaction(
  { kind, node, subnetId, shares }: StakeRequest,
  common: PlatformBase &
    Pick<Extract<PlatformTransaction, { type: 'AddDelegatorTx' }>, 'validator' | 'stake'>,
  owner: Owner,
  { isPermissionless, hasBlsKey }: { isPermissionless: boolean; hasBlsKey: boolean },
): PlatformTransaction {
  if (kind === 'delegator')
    return isPermissionless
      ? { type: 'AddPermissionlessDelegatorTx', ...common, subnetId, rewardsOwner: owner }
      : { type: 'AddDelegatorTx', ...common, rewardsOwner: owner }
  if (!isPermissionless) return { type: 'AddValidatorTx', ...common, rewardsOwner: owner, shares }
  const { publicKey, proofOfPossession: proof } = node.bls
  return {
    type: 'AddPermissionlessValidatorTx',
    ...common,
    subnetId,
    signer: hasBlsKey ? { type: 'ProofOfPossession', publicKey, proof } : { type: 'EmptySigner' },
    validatorRewardsOwner: owner,
    delegatorRewardsOwner: owner,
    shares,
  }
}

function stakeOutput(by: Party, amount: bigint, locked: HeldUtxo | undefined) {
  const plain = { type: 'TransferOutput' as const, amount, ...outputOwners(by) }
  if (locked?.output.type !== 'StakeableLockOutput') return plain
  return {
    type: 'StakeableLockOutput' as const,
    locktime: locked.output.locktime,
    output: plain,
  }
}
