import { encode } from '../../formats/codec.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { Output } from '../../formats/utxos.ts'
import type { NetworkFacts } from '../primary/facts.ts'
import { isAscending } from './owners.ts'
import { refuse } from './refuse.ts'
import { type AssetOutput, type SpendingInput, verifyInput, verifyOutput } from './spending.ts'

/** Fields with which P- and X-chain transactions begin. */
export interface BaseTransaction {
  readonly networkId: number
  readonly blockchainId: Uint8Array
  readonly outputs: readonly AssetOutput[]
  readonly inputs: readonly SpendingInput[]
  readonly memo: Uint8Array
}

/** Maximum bytes of a memo. */
const maxMemo = 256

/** Checks network, chain and length of the memo. */
export function verifyMetadata(
  tx: BaseTransaction,
  facts: Pick<NetworkFacts, 'networkId'>,
  chainId: Uint8Array,
): void {
  if (tx.networkId !== facts.networkId) refuse('tx has wrong network ID')
  if (compareBytes(tx.blockchainId, chainId) !== 0) refuse('tx has wrong chain ID')
  verifyMemo(tx, maxMemo)
}

/** Refuses a memo: since Durango the P-chain has none, while the X-chain still does. G-290 */
export const verifyNoMemo = (tx: Pick<BaseTransaction, 'memo'>): void => verifyMemo(tx, 0)

function verifyMemo({ memo }: Pick<BaseTransaction, 'memo'>, max: number): void {
  if (memo.length > max) refuse(`memo exceeds maximum length: ${memo.length} > ${max}`)
}

/** Checks outputs one by one, and that inputs are of a valid form. */
export function verifyInputsForm(inputs: readonly SpendingInput[]): void {
  for (const { input } of inputs) {
    if (input.type === 'StakeableLockInput' && input.locktime === 0n) refuse('invalid locktime')
    verifyInput(input.type === 'StakeableLockInput' ? input.input : input)
  }
}

/** Checks the form of outputs. */
export function verifyOutputsForm(outputs: readonly AssetOutput[]): void {
  for (const { output } of outputs) verifyOutput(output)
}

/** Tells whether outputs are in order; equal ones are allowed. */
export function isSortedOutputs(outputs: readonly AssetOutput[]): boolean {
  const keys = outputs.map(({ assetId, output }) =>
    Buffer.concat([assetId, encode(Output, output)]),
  )
  return keys.every((key, index) => {
    const before = keys[index - 1]
    return before === undefined || compareBytes(before, key) <= 0
  })
}

/** Tells whether inputs are in order and different. */
export const isSortedInputs = (
  inputs: readonly Pick<SpendingInput, 'txId' | 'outputIndex'>[],
): boolean =>
  isAscending(inputs, (a, b) => compareBytes(a.txId, b.txId) || a.outputIndex - b.outputIndex)
