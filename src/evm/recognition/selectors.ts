import { signatureHash } from '../../formats/evm/abi.ts'

const DELEGATECALL = 0xf4
const CALLCODE = 0xf2

/** Returns the selector of a function's signature, 4 bytes. */
export const selectorOf = (signature: string): Uint8Array => signatureHash(signature).slice(0, 4)

/**
 * Returns whether code may have a function. Compilers compare selectors in many ways, so they are
 * found at any place: by chance that is wrong once in 170,000 contracts of the maximum size.
 */
export const hasSelector = (code: Uint8Array, selector: Uint8Array): boolean =>
  Buffer.from(code.buffer, code.byteOffset, code.length).includes(Buffer.from(selector))

/** Returns whether code may run the code of another contract as its own, as proxies do. */
export function mayDelegate(code: Uint8Array): boolean {
  for (let place = 0; place < code.length; place++) {
    const opcode = code[place] as number
    if (opcode === DELEGATECALL || opcode === CALLCODE) return true
    // What a push carries is no opcode.
    if (opcode >= 0x60 && opcode <= 0x7f) place += opcode - 0x5f
  }
  return false
}
