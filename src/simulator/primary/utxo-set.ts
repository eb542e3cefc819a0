import type { Output, Utxo } from '../../formats/utxos.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { keyOf } from './forms.ts'
import { type Party, partyKey } from './parties.ts'

/** The stake that an output is locked in, epoch seconds. */
export interface StakePeriod {
  readonly start: number
  readonly end: number
}

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE'

/** An output as a transaction, or the end of a stake, makes it. */
export interface MadeUtxo extends Utxo {
  readonly createdOn: PrimaryChain
  /** Another chain than `createdOn` while it lies in shared memory. */
  readonly consumedOn: PrimaryChain
  readonly stake?: StakePeriod
  readonly rewardType?: RewardType
}

/** An unspent output with the place where it came to be. */
export interface HeldUtxo extends MadeUtxo {
  readonly seq: number
  /** 32 bytes. */
  readonly id: Uint8Array
  /** `seq` of the transaction; null for genesis. */
  readonly emittedBy: number | null
  readonly createdBlock: string
  /** Epoch seconds. */
  readonly createdAt: number
}

/** What is looked for: outputs of one kind that a party may spend. */
export interface UtxoQuery {
  readonly createdOn: PrimaryChain
  readonly consumedOn: PrimaryChain
  readonly party: Party
  readonly assetId: Uint8Array
  readonly type?: Output['type']
}

/** The unspent outputs of a network, on all chains and between them. */
export class UtxoSet {
  readonly #byId = new Map<string, HeldUtxo>()
  readonly #byOwner = new Map<string, Map<string, HeldUtxo>>()

  /** Adds an output; a stake cannot be found until it is released. */
  add(utxo: HeldUtxo): void {
    this.#byId.set(keyOf(utxo.id), utxo)
    if (!utxo.stake) this.#index(utxo)
  }

  /** Gives the principal of a stake back to its owners. */
  release(id: Uint8Array): void {
    const utxo = this.#byId.get(keyOf(id))
    if (utxo) this.#index(utxo)
  }

  /** Outputs that fit, oldest first, whatever their locktime. */
  find(query: UtxoQuery): readonly HeldUtxo[] {
    const { createdOn, consumedOn, party, assetId, type = 'TransferOutput' } = query
    const owners = { ...party, addresses: party.wallets.map(({ address }) => address) }
    const key = [createdOn, consumedOn, keyOf(assetId), type, partyKey(owners)].join()
    return [...(this.#byOwner.get(key)?.values() ?? [])]
  }

  /** Takes an output away because a transaction spends it. */
  take(utxo: HeldUtxo): void {
    const id = keyOf(utxo.id)
    if (!this.#byId.delete(id)) throw new Error(`output ${id} is spent twice`)
    this.#byOwner.get(ownerKey(utxo))?.delete(id)
  }

  /** All that is left. */
  all(): Iterable<HeldUtxo> {
    return this.#byId.values()
  }

  #index(utxo: HeldUtxo): void {
    const key = ownerKey(utxo)
    const held = this.#byOwner.get(key) ?? new Map<string, HeldUtxo>()
    this.#byOwner.set(key, held.set(keyOf(utxo.id), utxo))
  }
}

/** The amount of a transferable output, also of a locked one; 0 for the right to mint. */
export function amountOf(output: Output): bigint {
  if (output.type === 'StakeableLockOutput') return output.output.amount
  if (output.type === 'NftTransferOutput') return 1n
  return output.type === 'TransferOutput' ? output.amount : 0n
}

/** Who owns an output, since when it may be spent. */
export const ownersOfOutput = (output: Output) =>
  output.type === 'StakeableLockOutput' ? output.output : output

/** Whether the owners may spend an output for anything at this time. */
export function isUnlocked(output: Output, time: number): boolean {
  const stakeable = output.type === 'StakeableLockOutput' ? output.locktime : 0n
  return ownersOfOutput(output).locktime <= BigInt(time) && stakeable <= BigInt(time)
}

function ownerKey({ createdOn, consumedOn, assetId, output }: HeldUtxo): string {
  const type = output.type === 'StakeableLockOutput' ? 'TransferOutput' : output.type
  return [createdOn, consumedOn, keyOf(assetId), type, partyKey(ownersOfOutput(output))].join()
}
