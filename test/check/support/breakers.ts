import { fromCheckedHex, toCheckedHex } from '../../../src/formats/ids.ts'
import { platformTransactions } from '../../../src/formats/p-chain-transactions.ts'
import { decodeUtxo, type Output, utxoBytes } from '../../../src/formats/utxos.ts'

/** SQL functions that spoil bytes so that they still decode. */
export const breakers: Readonly<Record<string, (...args: never[]) => unknown>> = {
  /** Another bit at a place, from the end when negative. */
  flipped: (bytes: Uint8Array, at: number) => flip(bytes, at),
  /** The same in hex that ends in a checksum, which fits again. */
  flipped_hex: (text: string, at: number) => toCheckedHex(flip(fromCheckedHex(text), at)),
  /** A UTXO of one unit more. */
  richer: (text: string) => withOutput(text, (amount) => ({ amount: amount + 1n })),
  /** A UTXO of a tenth. */
  poorer: (text: string) => withOutput(text, (amount) => ({ amount: amount / 10n })),
  /** A UTXO that no key can spend in this century. */
  locked: (text: string) => withOutput(text, () => ({ locktime: 4_000_000_000n })),
  /** A P-chain transaction with its outputs from behind. */
  reversed: (bytes: Uint8Array) => {
    const signed = platformTransactions.decode(bytes)
    const { unsigned } = signed
    if (!('outputs' in unsigned)) throw new Error('no outputs')
    return platformTransactions.encode({
      ...signed,
      unsigned: { ...unsigned, outputs: unsigned.outputs.toReversed() },
    })
  },
  /** A P-chain transaction with another bit at the end of the Warp message that it brings. */
  resigned: (bytes: Uint8Array) => {
    const signed = platformTransactions.decode(bytes)
    const { unsigned } = signed
    if (!('message' in unsigned)) throw new Error('no message')
    return platformTransactions.encode({
      ...signed,
      unsigned: { ...unsigned, message: flip(unsigned.message, -1) },
    })
  },
  /** An AddPermissionlessValidatorTx with another bit at the end of its proof. */
  unproven: (bytes: Uint8Array) => {
    const signed = platformTransactions.decode(bytes)
    const { unsigned } = signed
    if (!('signer' in unsigned) || unsigned.signer.type === 'EmptySigner') throw new Error('no key')
    const signer = { ...unsigned.signer, proof: flip(unsigned.signer.proof, -1) }
    return platformTransactions.encode({ ...signed, unsigned: { ...unsigned, signer } })
  },
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const index = at < 0 ? copy.length + at : at
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}

function withOutput(text: string, change: (amount: bigint) => Partial<Output>): string {
  const utxo = decodeUtxo(fromCheckedHex(text))
  if (utxo.output.type !== 'TransferOutput') throw new Error(`a ${utxo.output.type}`)
  const output = { ...utxo.output, ...change(utxo.output.amount) } as Output
  return toCheckedHex(utxoBytes({ ...utxo, output }))
}
