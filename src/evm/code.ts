/** Code that runs: its bytes, and where jumps may go. */
export interface Code {
  /** The code and 32 zero bytes, so that pushes and the end need no check of bounds. */
  readonly padded: Uint8Array
  readonly length: number
  /** 1 at each JUMPDEST that is no data of a push. */
  readonly jumpTargets: Uint8Array
}

const analyzed = new WeakMap<Uint8Array, Code>()

/** Returns the analysis of code, the same for the same array. */
export function analyzeCode(bytes: Uint8Array): Code {
  let code = analyzed.get(bytes)
  if (!code) {
    const padded = new Uint8Array(bytes.length + 33)
    padded.set(bytes)
    const jumpTargets = new Uint8Array(bytes.length)
    for (let pc = 0; pc < bytes.length; pc++) {
      const op = bytes[pc] as number
      if (op === 0x5b) jumpTargets[pc] = 1
      else if (op >= 0x60 && op <= 0x7f) pc += op - 0x5f
    }
    code = { padded, length: bytes.length, jumpTargets }
    analyzed.set(bytes, code)
  }
  return code
}
