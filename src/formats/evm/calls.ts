import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { FormatError } from '../codec.ts'
import {
  type AbiFields,
  type AbiRecord,
  decodeAbi,
  encodeAbi,
  signatureHash,
  tuple,
} from './abi.ts'

/** A function of a contract: its selector and its call data. */
export interface AbiFunction<Values> {
  /** Text whose keccak256 starts with {@link selector}. */
  readonly signature: string
  /** 4 bytes, the start of the call data. */
  readonly selector: Uint8Array
  /**
   * Encodes the call data: selector and arguments; throws FormatError when an argument does not
   * fit.
   */
  encode(values: Values): Uint8Array
  /**
   * Decodes the arguments of a call; throws FormatError when the call data is not one of this
   * function.
   */
  decode(callData: Uint8Array): Values
}

/** Returns the function `name` with these parameters in order. */
export function abiFunction<Fields extends AbiFields>(
  name: string,
  parameters: Fields,
): AbiFunction<AbiRecord<Fields>> {
  const type = tuple(parameters)
  const signature = name + type.name
  const selector = signatureHash(signature).slice(0, 4)
  return {
    signature,
    selector,
    encode: (values) => concatBytes(selector, encodeAbi(type, values)),
    decode(callData) {
      if (!equalBytes(callData.subarray(0, 4), selector))
        throw new FormatError('', 'the call data has another selector')
      return decodeAbi(type, callData.subarray(4))
    },
  }
}
