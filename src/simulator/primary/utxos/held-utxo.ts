import type { OutputOwners } from '../../../formats/components.ts'
import { locktimeNumber } from '../../../formats/locktimes.ts'
import type { Output, Utxo } from '../../../formats/utxos.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import type { IdText } from '../id-text.ts'

/** Stake that an output is locked in, epoch seconds. */
export interface StakePeriod {
  readonly start: number
  readonly end: number
}

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE'

/** Type of a reward output, and the node whose stake, or delegation, has ended. */
export interface Reward {
  readonly type: RewardType
  /** 20 bytes. */
  readonly nodeId: Uint8Array
}

/** An output as made by a transaction, or by the end of a stake. */
export interface MadeUtxo extends Utxo {
  readonly createdOn: PrimaryChain
  /** Chain that may spend it; differs from `createdOn` while it is in shared memory. */
  readonly consumedOn: PrimaryChain
  readonly stake?: StakePeriod | undefined
  readonly reward?: Reward | undefined
}

/** Place at which an output was created. */
export interface UtxoPlace {
  readonly seq: number
  /** 32 bytes. */
  readonly id: Uint8Array
  /** `seq` of the transaction; null for genesis. */
  readonly emittedBy: number | null
  readonly createdBlock: string
  /** Epoch seconds. */
  readonly createdAt: number
}

/**
 * An unspent output with the place of its creation and its frequently used values. Its reward is
 * only in its row.
 */
export interface HeldUtxo extends MadeUtxo, UtxoPlace {
  /** Cb58 of its asset. */
  readonly asset: string
  /**
   * Amount of a transferable output, also of a locked one; 1 for an NFT or a property, 0 for the
   * right to mint.
   */
  readonly amount: bigint
  /** Time from which its owners may spend it for anything, epoch seconds. */
  readonly unlockedAt: number
  /** Addresses of its owners: bech32 without the prefix of a chain. */
  readonly addresses: readonly string[]
  /** {@link ownersText} of its owners. */
  readonly owners: string
}

/**
 * Builds an output member by member, so that all have one shape and V8 compiles their readers once.
 */
export function heldUtxo(ids: IdText, made: MadeUtxo, place: UtxoPlace): HeldUtxo {
  const { output } = made
  const { threshold, addresses, locktime } = ownersOfOutput(output)
  const texts = addresses.map(ids.address)
  const stakeable = output.type === 'StakeableLockOutput' ? locktimeNumber(output.locktime) : 0
  return {
    txId: made.txId,
    outputIndex: made.outputIndex,
    assetId: made.assetId,
    output,
    createdOn: made.createdOn,
    consumedOn: made.consumedOn,
    stake: made.stake,
    reward: made.reward,
    seq: place.seq,
    id: place.id,
    emittedBy: place.emittedBy,
    createdBlock: place.createdBlock,
    createdAt: place.createdAt,
    asset: ids.id(made.assetId),
    amount: amountOf(output),
    unlockedAt: Math.max(locktimeNumber(locktime), stakeable),
    addresses: texts,
    owners: textOfOwners(threshold, texts),
  }
}

/** Returns a text that identifies owners, without the locktime. */
export const ownersText = (
  ids: Pick<IdText, 'address'>,
  { threshold, addresses }: Omit<OutputOwners, 'locktime'>,
): string => textOfOwners(threshold, addresses.map(ids.address))

const textOfOwners = (threshold: number, addresses: readonly string[]) =>
  [threshold, ...addresses].join(' ')

/** Returns the owners of an output with its locktime. */
export const ownersOfOutput = (output: Output) =>
  output.type === 'StakeableLockOutput' ? output.output : output

function amountOf(output: Output): bigint {
  if (output.type === 'StakeableLockOutput') return output.output.amount
  if (output.type === 'NftTransferOutput' || output.type === 'PropertyOwnedOutput') return 1n
  return output.type === 'TransferOutput' ? output.amount : 0n
}
