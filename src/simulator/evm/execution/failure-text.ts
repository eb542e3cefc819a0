import { equalBytes } from '@noble/curves/utils.js'
import { REVERTED } from '../../../evm/calls.ts'
import type { TransactionResult } from '../../../evm/transaction.ts'
import { decodeAbi, signatureHash, tuple } from '../../../formats/evm/abi.ts'
import { toHex } from '../../../formats/ids.ts'
import { string } from '../contracts/contract-interfaces.ts'
import { knownErrors } from './known-errors.ts'

const errorSelector = signatureHash('Error(string)').slice(0, 4)
const reason = tuple({ text: string })

/** Returns why a transaction failed, in the words of the node; undefined for success. */
export function failureText({ error, output }: TransactionResult): string | undefined {
  if (error !== REVERTED || output.length < 4) return error
  const selector = output.subarray(0, 4)
  if (equalBytes(selector, errorSelector)) {
    const text = textOf(output.subarray(4))
    return text === undefined ? error : `${error}: ${text}`
  }
  const known = knownErrors.get(toHex(selector))
  return known === undefined
    ? `${error}: ${toHex(output)}`
    : `${error}: ${known(output.subarray(4))}`
}

function textOf(data: Uint8Array): string | undefined {
  try {
    return decodeAbi(reason, data).text
  } catch {
    return undefined
  }
}
