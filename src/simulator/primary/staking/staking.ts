import type { BlsKey } from '../../../formats/bls-pool.ts'
import type { PlatformTransaction } from '../../../formats/p-chain-transactions.ts'
import { buildPlatform, type PlatformBase } from '../platform/platform-builder.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import type { HeldUtxo } from '../utxos/held-utxo.ts'
import { type Owners, outputOwners, type Party } from '../utxos/parties.ts'

/** A requested stake; the era determines the type of its transaction. */
interface StakeRequest {
  readonly kind: 'validator' | 'delegator'
  readonly time: number
  /** 20 bytes. */
  readonly nodeId: Uint8Array
  /** BLS key of a validator of the primary network. */
  readonly bls?: BlsKey
  readonly by: Party
  /** Payer, if not the staker. */
  readonly payer?: Party
  /** Receiver of the reward, if not the staker. */
  readonly rewardsTo?: Owners
  readonly subnetId: Uint8Array
  readonly assetId: Uint8Array
  readonly amount: bigint
  /** Start, later than `time` for a stake that waits; before Durango every stake does. */
  readonly start: number
  readonly end: number
  /** Delegation fee of validators in millionths. */
  readonly shares?: number
  readonly memo?: string
  /** Name of the stake in the definition. */
  readonly name?: string
  /** Locked output that is staked completely, instead of free outputs. */
  readonly locked?: HeldUtxo
}

/**
 * Builds a stake: AddValidatorTx and AddDelegatorTx until Cortina, the permissionless ones
 * afterwards.
 */
export function stake(state: Drafting, request: StakeRequest): SignedTransaction {
  const { facts } = state
  const { time, nodeId, by, payer = by, subnetId, assetId, start, end, locked } = request
  const { memo, name, rewardsTo = by } = request
  const amount = locked ? locked.amount : request.amount
  const owner = { type: 'Owners' as const, ...outputOwners(rewardsTo) }
  const isPrimary = subnetId.every((byte) => byte === 0)
  const isPermissionless = !isPrimary || facts.isActive('cortina', time)
  const common = (base: PlatformBase) => ({
    ...base,
    // Since Durango the default start is the acceptance of the transaction.
    validator: {
      nodeId,
      start: start === time ? 0n : BigInt(start),
      end: BigInt(end),
      weight: amount,
    },
    stake: [{ assetId, output: stakeOutput(by, amount, locked) }],
  })
  return buildPlatform(state, {
    time,
    payer,
    needs: locked ? [] : [{ assetId, amount }],
    ...(locked && { also: [locked] }),
    ...(memo !== undefined && { memo }),
    ...(name !== undefined && { name }),
    assemble: (base) => stakeTransaction(request, common(base), owner, isPermissionless),
  })
}

type Owner = { readonly type: 'Owners' } & ReturnType<typeof outputOwners>

function stakeTransaction(
  { kind, bls, subnetId, shares = 0 }: StakeRequest,
  common: PlatformBase &
    Pick<Extract<PlatformTransaction, { type: 'AddDelegatorTx' }>, 'validator' | 'stake'>,
  owner: Owner,
  isPermissionless: boolean,
): PlatformTransaction {
  if (kind === 'delegator')
    return isPermissionless
      ? { type: 'AddPermissionlessDelegatorTx', ...common, subnetId, rewardsOwner: owner }
      : { type: 'AddDelegatorTx', ...common, rewardsOwner: owner }
  if (!isPermissionless) return { type: 'AddValidatorTx', ...common, rewardsOwner: owner, shares }
  return {
    type: 'AddPermissionlessValidatorTx',
    ...common,
    subnetId,
    signer: bls
      ? { type: 'ProofOfPossession', publicKey: bls.publicKey, proof: bls.proofOfPossession }
      : { type: 'EmptySigner' },
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
