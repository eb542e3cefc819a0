import { sortInputs } from '../../../formats/ordering.ts'
import type { Signer } from '../../../formats/secp256k1.ts'
import type { Output } from '../../../formats/utxos.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { secondsText } from '../../../time/time-text.ts'
import { avaxText } from '../../amount-texts.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import { keyOf } from '../id-text.ts'
import { type HeldUtxo, ownersOfOutput } from './held-utxo.ts'
import {
  type Cast,
  type Owners,
  outputOwners,
  type Party,
  signatureIndices,
  signersOf,
} from './parties.ts'
import type { DraftedUtxos, UnspentOutputs } from './utxo-set.ts'

/** An amount of an asset. */
export interface AssetAmount {
  readonly assetId: Uint8Array
  readonly amount: bigint
}

/** An output that moves an amount, with its asset. */
export interface TransferableOutput {
  readonly assetId: Uint8Array
  readonly output: Extract<Output, { type: 'TransferOutput' }>
}

/** A request for inputs: payer, amounts and assets. */
interface FundingRequest<Transaction> {
  readonly chain: PrimaryChain
  readonly payer: Party
  /** Epoch seconds, compared with locktimes. */
  readonly time: number
  /** Amounts that the transaction spends in addition to its fee. */
  readonly needs: readonly AssetAmount[]
  /** Outputs that are spent in addition, with any content. */
  readonly also?: readonly HeldUtxo[]
  feeOf(tx: Transaction): bigint
  /** Returns the unsigned transaction of chosen outputs, in the order of inputs, and the change. */
  assemble(spent: readonly HeldUtxo[], change: readonly TransferableOutput[]): Transaction
}

interface Funded<Transaction> {
  readonly tx: Transaction
  readonly spent: readonly HeldUtxo[]
  /** Signers for each input. */
  readonly keys: Signer[][]
}

/** Error: an owner has less than a transaction takes. */
export class LackOfFundsError extends ImpossibleError {}

/** Returns the outputs that owners can spend now. */
function spendable(
  utxos: UnspentOutputs,
  { chain, payer, time }: { chain: PrimaryChain; payer: Owners; time: number },
  assetId: Uint8Array,
): HeldUtxo[] {
  return utxos
    .find({ createdOn: chain, consumedOn: chain, party: payer, assetId })
    .filter(({ unlockedAt }) => unlockedAt <= time)
}

/** Returns the sum of {@link spendable} outputs. */
export const balanceOf = (
  utxos: UnspentOutputs,
  of: { chain: PrimaryChain; payer: Owners; time: number },
  assetId: Uint8Array,
): bigint => spendable(utxos, of, assetId).reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Chooses outputs of the payer, oldest first, that cover the needs and the fee, and reserves them
 * against other drafts. The fee is found by iteration, since it may depend on the inputs.
 * @throws when the payer has too little
 */
export function fund<Transaction>(
  { utxos, cast, avaxId }: { utxos: DraftedUtxos; cast: Cast; avaxId: Uint8Array },
  request: FundingRequest<Transaction>,
): Funded<Transaction> {
  const { payer, assemble, feeOf, also = [] } = request
  let fee = 0n
  for (;;) {
    const chosen = [...also]
    const change: TransferableOutput[] = []
    for (const { assetId, amount } of merged([
      ...request.needs,
      { assetId: avaxId, amount: fee },
    ])) {
      const isAvax = keyOf(assetId) === keyOf(avaxId)
      const picked = pick(spendable(utxos, request, assetId), amount, { ...request, isAvax })
      chosen.push(...picked)
      const rest = picked.reduce((sum, utxo) => sum + utxo.amount, -amount)
      if (rest > 0n)
        change.push({
          assetId,
          output: { type: 'TransferOutput', amount: rest, ...outputOwners(payer) },
        })
    }
    const spent = sortInputs(chosen)
    const tx = assemble(spent, change)
    const actual = feeOf(tx)
    if (actual > fee) {
      fee = actual
      continue
    }
    for (const utxo of spent) utxos.take(utxo)
    return { tx, spent, keys: spent.map((utxo) => keysFor(cast, utxo)) }
  }
}

/** Returns the signers for an output. */
export const keysFor = (cast: Cast, { output }: HeldUtxo): Signer[] =>
  signersOf(cast.ownersOf(ownersOfOutput(output)))

/** Returns the input that spends an amount, in the form of all chains. */
export function transferableInput(cast: Cast, utxo: HeldUtxo) {
  const { txId, outputIndex, assetId, amount, output } = utxo
  return {
    txId,
    outputIndex,
    assetId,
    input: {
      type: 'TransferInput' as const,
      amount,
      signatureIndices: signatureIndices(cast.ownersOf(ownersOfOutput(output))),
    },
  }
}

/** Number of outputs of an asset above which each payment spends some additional ones. */
const crowd = 24
const gathered = 8

function merged(needs: readonly AssetAmount[]): AssetAmount[] {
  const sums = new Map<string, AssetAmount>()
  for (const { assetId, amount } of needs) {
    const key = keyOf(assetId)
    sums.set(key, { assetId, amount: amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()].filter(({ amount }) => amount > 0n)
}

function pick(
  candidates: readonly HeldUtxo[],
  amount: bigint,
  of: { payer: Party; chain: PrimaryChain; time: number; isAvax: boolean },
): HeldUtxo[] {
  const picked: HeldUtxo[] = []
  let sum = 0n
  const min = candidates.length > crowd ? gathered : 0
  for (const utxo of candidates) {
    if (sum >= amount && picked.length >= min) break
    picked.push(utxo)
    sum += utxo.amount
  }
  if (sum >= amount) return picked
  const names = of.payer.wallets.map(({ name }) => name)
  const have = `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'}`
  const [has, needed] = of.isAvax
    ? [`${avaxText(sum)} AVAX`, avaxText(amount)]
    : [`${sum} units`, amount]
  throw new LackOfFundsError(
    `${have} ${has} on the ${of.chain}-chain at ${secondsText(of.time)}, but ${needed} are needed`,
  )
}
