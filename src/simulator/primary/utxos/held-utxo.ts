import type { OutputOwners } from '../../../formats/components.ts'
import type { Output, Utxo } from '../../../formats/utxos.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import type { IdText } from '../id-text.ts'

/** The stake that an output is locked in, epoch seconds. */
export interface StakePeriod {
  readonly start: number
  readonly end: number
}

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE'

/** What an output rewards, and the node whose stake, or delegation, has ended. */
export interface Reward {
  readonly type: RewardType
  /** 20 bytes. */
  readonly nodeId: Uint8Array
}

/** An output as a transaction, or the end of a stake, makes it. */
export interface MadeUtxo extends Utxo {
  readonly createdOn: PrimaryChain
  /** Another chain than `createdOn` while it lies in shared memory. */
  readonly consumedOn: PrimaryChain
  readonly stake?: StakePeriod | undefined
  readonly reward?: Reward | undefined
}

/** Where an output came to be. */
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
 * An unspent output with the place where it came to be, and with what is asked of it again and
 * again; what it rewards is in its row alone.
 */
export interface HeldUtxo extends MadeUtxo, UtxoPlace {
  /** Cb58 of its asset. */
  readonly asset: string
  /** Of a transferable output, also of a locked one; 0 for the right to mint. */
  readonly amount: bigint
  /** Since when its owners may spend it for anything, epoch seconds. */
  readonly unlockedAt: number
  /** Of its owners: bech32 without the prefix of a chain. */
  readonly addresses: readonly string[]
  /** {@link ownersText} of its owners. */
  readonly owners: string
}

/** Member by member, so that all of them have one shape: V8 compiles what reads them once. */
export function heldUtxo(ids: IdText, made: MadeUtxo, place: UtxoPlace): HeldUtxo {
  const { output } = made
  const { threshold, addresses, locktime } = ownersOfOutput(output)
  const texts = addresses.map(ids.address)
  const stakeable = output.type === 'StakeableLockOutput' ? Number(output.locktime) : 0
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
    unlockedAt: Math.max(Number(locktime), stakeable),
    addresses: texts,
    owners: textOfOwners(threshold, texts),
  }
}

/** Tells owners apart, whatever the locktime. */
export const ownersText = (
  ids: Pick<IdText, 'address'>,
  { threshold, addresses }: Omit<OutputOwners, 'locktime'>,
): string => textOfOwners(threshold, addresses.map(ids.address))

const textOfOwners = (threshold: number, addresses: readonly string[]) =>
  [threshold, ...addresses].join(' ')

/** Who owns an output, since when it may be spent. */
export const ownersOfOutput = (output: Output) =>
  output.type === 'StakeableLockOutput' ? output.output : output

function amountOf(output: Output): bigint {
  if (output.type === 'StakeableLockOutput') return output.output.amount
  if (output.type === 'NftTransferOutput') return 1n
  return output.type === 'TransferOutput' ? output.amount : 0n
}
