import { encode } from '../../formats/codec.ts'
import type { OutputOwners } from '../../formats/components.ts'
import { OutputOwners as OwnersLayout } from '../../formats/components.ts'
import { sha256 } from '../../formats/hashes.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { versioned } from '../../formats/layouts.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { AnyCredential } from '../../formats/signed-transactions.ts'
import { type Output, utxoId } from '../../formats/utxos.ts'
import { keyOf } from '../primary/id-text.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import { type Proof, verifyCredential, verifyIndices, verifyOwners } from './owners.ts'
import { inContext, refuse } from './refuse.ts'

/** An input of a P- or X-chain transaction that spends an amount. */
export interface SpendingInput {
  readonly txId: Uint8Array
  readonly outputIndex: number
  readonly assetId: Uint8Array
  readonly input:
    | PlainInput
    | { readonly type: 'StakeableLockInput'; readonly locktime: bigint; readonly input: PlainInput }
}

interface PlainInput {
  readonly type: 'TransferInput'
  readonly amount: bigint
  readonly signatureIndices: readonly number[]
}

/** An output with its asset. */
export interface AssetOutput {
  readonly assetId: Uint8Array
  readonly output: Output
}

/** Sums by asset (hex), in the smallest unit. */
export type AssetSums = Map<string, { readonly assetId: Uint8Array; readonly amount: bigint }>

/** Adds an amount to sums. */
export function addSum(sums: AssetSums, assetId: Uint8Array, amount: bigint): void {
  const key = keyOf(assetId)
  const sum = (sums.get(key)?.amount ?? 0n) + amount
  if (sum > maxUint64) refuse('overflow')
  sums.set(key, { assetId, amount: sum })
}

const maxUint64 = 2n ** 64n - 1n

/** Spent outputs and what a transaction makes of them. */
export interface Flow {
  readonly inputs: readonly SpendingInput[]
  /** The output of each input. */
  readonly spent: readonly HeldUtxo[]
  readonly credentials: readonly AnyCredential[]
  readonly outputs: readonly AssetOutput[]
  /** Amounts beside outputs: fees, balances. */
  readonly produced: AssetSums
}

/**
 * Checks that the inputs may be spent and cover the outputs, asset by asset; what is locked for all
 * but staking keeps lock and owners (avalanchego vms/platformvm/utxo/verifier.go).
 */
export function verifyFlow(proof: Proof, flow: Flow): void {
  const { inputs, spent, credentials, outputs, produced } = flow
  if (inputs.length !== credentials.length)
    refuse(
      `wrong number of credentials: ${inputs.length} inputs != ${credentials.length} credentials`,
    )
  const unlocked: AssetSums = new Map()
  const consumedLocked = new LockedSums()
  const producedLocked = new LockedSums()
  inputs.forEach((input, index) => {
    const utxo = spent[index]
    const credential = credentials[index]
    if (!utxo || !credential)
      throw new Error('internal error: an input has no output or no credential')
    const { owners, locktime, amount } = verifySpend(proof, { input, utxo, credential })
    if (BigInt(proof.time) >= locktime) addSum(unlocked, utxo.assetId, amount)
    else consumedLocked.add({ assetId: utxo.assetId, locktime, owners }, amount)
  })
  for (const { assetId, output } of outputs) {
    const { owners, locktime, amount } = lockOf(output)
    if (locktime === 0n) addSum(produced, assetId, amount)
    else producedLocked.add({ assetId, locktime, owners }, amount)
  }
  for (const [key, { lock, amount }] of producedLocked.sums) {
    const missing = amount - (consumedLocked.sums.get(key)?.amount ?? 0n)
    if (missing <= 0n) continue
    const free = unlocked.get(keyOf(lock.assetId))?.amount ?? 0n
    const asset = encodeCb58(lock.assetId)
    if (missing > free)
      refuse(
        `insufficient locked funds: ${ownersId(lock.owners)} needs ${missing - free} more ${asset} for locktime ${lock.locktime}`,
      )
    unlocked.set(keyOf(lock.assetId), { assetId: lock.assetId, amount: free - missing })
  }
  for (const [key, { assetId, amount }] of produced) {
    const free = unlocked.get(key)?.amount ?? 0n
    if (amount > free)
      refuse(`insufficient unlocked funds: needs ${amount - free} more ${encodeCb58(assetId)}`)
  }
}

/** Checks one input against its output. */
function verifySpend(
  proof: Proof,
  of: {
    readonly input: SpendingInput
    readonly utxo: HeldUtxo
    readonly credential: AnyCredential
  },
) {
  const { input, utxo, credential } = of
  if (compareBytes(input.assetId, utxo.assetId) !== 0)
    refuse(
      `input asset ID does not match UTXO asset ID: ${encodeCb58(input.assetId)} != ${encodeCb58(utxo.assetId)}`,
    )
  const locktime = utxo.output.type === 'StakeableLockOutput' ? utxo.output.locktime : 0n
  const isMarked = input.input.type === 'StakeableLockInput'
  if (BigInt(proof.time) < locktime && !isMarked) refuse('locked funds not marked as locked')
  if (input.input.type === 'StakeableLockInput' && input.input.locktime !== locktime)
    refuse(`input locktime does not match UTXO locktime: ${input.input.locktime} != ${locktime}`)
  const plain = input.input.type === 'StakeableLockInput' ? input.input.input : input.input
  return inContext('failed to verify transfer', () => {
    const output = utxo.output.type === 'StakeableLockOutput' ? utxo.output.output : utxo.output
    if (output.type !== 'TransferOutput') return refuse('wrong utxo type')
    verifyInput(plain)
    if (output.amount !== plain.amount)
      refuse(`utxo amount and input amount are not equal: ${output.amount} != ${plain.amount}`)
    verifyCredential(proof, plain.signatureIndices, credential, output)
    return { owners: output, locktime, amount: plain.amount }
  })
}

/** Checks the form of an input. */
export function verifyInput({ amount, signatureIndices }: PlainInput): void {
  if (amount === 0n) refuse('input has no value')
  verifyIndices(signatureIndices)
}

/** Checks the form of an output. */
export function verifyOutput(output: Output): void {
  if (output.type === 'StakeableLockOutput') {
    if (output.locktime === 0n) refuse('invalid locktime')
    verifyOutput(output.output)
    return
  }
  if (output.type === 'TransferOutput' && output.amount === 0n) refuse('output has no value')
  if (output.type === 'NftTransferOutput') verifyPayload(output.payload)
  verifyOwners(output)
}

/** Checks the length of what an NFT holds. */
export function verifyPayload(payload: Uint8Array): void {
  if (payload.length > 1024) refuse('payload too large')
}

function lockOf(output: Output) {
  const isLocked = output.type === 'StakeableLockOutput'
  const owners = isLocked ? output.output : output
  if (owners.type !== 'TransferOutput') return refuse('wrong utxo type')
  return { owners, locktime: isLocked ? output.locktime : 0n, amount: owners.amount }
}

interface Lock {
  readonly assetId: Uint8Array
  readonly locktime: bigint
  readonly owners: OutputOwners
}

/** Sums of locked amounts by asset, locktime and owners. */
class LockedSums {
  readonly sums = new Map<string, { readonly lock: Lock; readonly amount: bigint }>()

  add(lock: Lock, amount: bigint): void {
    const key = `${keyOf(lock.assetId)} ${lock.locktime} ${ownersId(lock.owners)}`
    const sum = (this.sums.get(key)?.amount ?? 0n) + amount
    this.sums.set(key, { lock, amount: sum })
  }
}

/** Owners as the node identifies them: the SHA-256 of their bytes. */
const ownersId = ({ locktime, threshold, addresses }: OutputOwners): string =>
  encodeCb58(sha256(encode(identifiedOwners, { locktime, threshold, addresses })))

const identifiedOwners = versioned(0, OwnersLayout)

/** Lookup of unspent outputs by id. */
export interface UnspentById {
  unspent(id: Uint8Array): HeldUtxo | undefined
}

/** Finds an output of this chain that an input spends. */
export const findOwn = (
  utxos: UnspentById,
  chain: HeldUtxo['createdOn'],
  { txId, outputIndex }: Pick<SpendingInput, 'txId' | 'outputIndex'>,
): HeldUtxo | undefined => {
  const found = utxos.unspent(utxoId(txId, outputIndex))
  return found?.createdOn === chain && found.consumedOn === chain ? found : undefined
}

/** Finds an output in the memory that a chain shares with the source. */
export const findShared = (
  utxos: UnspentById,
  route: { readonly from: HeldUtxo['createdOn']; readonly to: HeldUtxo['consumedOn'] },
  { txId, outputIndex }: Pick<SpendingInput, 'txId' | 'outputIndex'>,
): HeldUtxo | undefined => {
  const found = utxos.unspent(utxoId(txId, outputIndex))
  return found?.createdOn === route.from && found.consumedOn === route.to ? found : undefined
}
