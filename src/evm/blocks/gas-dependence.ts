const known = new WeakMap<Uint8Array, boolean>()

/**
 * GAS, GASPRICE, BALANCE, and what calls or creates. The balance of the sender is what the prepaid
 * gas leaves.
 */
const dependent = new Set([0x5a, 0x3a, 0x31, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa])

/**
 * Returns whether the execution of code may depend on the gas that it has, apart from whether that
 * suffices.
 */
export function dependsOnGas(code: Uint8Array): boolean {
  const before = known.get(code)
  if (before !== undefined) return before
  let depends = false
  for (let place = 0; place < code.length && !depends; place++) {
    const opcode = code[place] as number
    depends = dependent.has(opcode)
    // What a push carries is no opcode.
    if (opcode >= 0x60 && opcode <= 0x7f) place += opcode - 0x5f
  }
  known.set(code, depends)
  return depends
}
