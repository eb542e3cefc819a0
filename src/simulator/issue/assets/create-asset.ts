import { encode } from '../../../formats/codec.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import {
  ExchangeOutput,
  type ExchangeTransaction,
  featureExtensions,
} from '../../../formats/x-chain-transactions.ts'
import { isAscending } from '../owners.ts'
import { refuse } from '../refuse.ts'
import { verifyOutput } from '../spending.ts'

type CreateAsset = Extract<ExchangeTransaction, { readonly type: 'CreateAssetTx' }>

/** Spaces that Go's `strings.TrimSpace` removes. */
const space = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const spaceAround = new RegExp(`^${space}|${space}$`)

/**
 * Checks the form of a new asset.
 * @param verifyBase checks of the fields with which every transaction begins
 */
export function verifyCreation(tx: CreateAsset, verifyBase: () => void): void {
  const { name, symbol, denomination, initialStates } = tx
  if (name.length === 0) refuse('name is too short, minimum size is 1')
  if (Buffer.byteLength(name) > 128) refuse('name is too long, maximum size is 128')
  if (symbol.length === 0) refuse('symbol is too short, minimum size is 1')
  if (Buffer.byteLength(symbol) > 4) refuse('symbol is too long, maximum size is 4')
  if (initialStates.length === 0) refuse('assets must support at least one Fx')
  if (denomination > 32) refuse('denomination is too large')
  if (spaceAround.test(name)) refuse('unexpected whitespace provided')
  if (!/^[A-Za-z0-9 ]*$/.test(name))
    refuse("asset's name must be made up of only letters and numbers")
  if (!/^[A-Z]*$/.test(symbol)) refuse("asset's symbol must be all upper case letters")
  verifyBase()
  for (const { fxIndex, outputs } of initialStates) {
    if (fxIndex >= featureExtensions.length) refuse('unknown feature extension')
    for (const output of outputs) verifyOutput(output)
    const bytes = outputs.map((output) => encode(ExchangeOutput, output))
    const isSorted = bytes.every((each, index) => compareBytes(bytes[index - 1] ?? each, each) <= 0)
    if (!isSorted) refuse('outputs not sorted')
  }
  if (!isAscending(initialStates, (a, b) => a.fxIndex - b.fxIndex))
    refuse('initial states not sorted and unique')
}
