// Stack words are eight 32-bit limbs, the lowest first, in one array for all frames of an execution.
// docs/decisions/0021-own-evm.md has the measured alternative: bigint words take a heap allocation
// for each result, and conversions of 256 bits for each access of memory. Limbs need neither. Only
// division, modular arithmetic and powers go through bigint. Views of other widths share the array;
// so the machine has to be little-endian, as all that Node's releases run on except s390x and AIX.

/** Limbs of a word. */
export const LIMBS = 8

/** Maximum number of words on the stack of one frame. */
const STACK_LIMIT = 1024

/** Limbs of the longest stack that waits for its next execution: 256 KiB. */
const maxSpareLimbs = 8 * STACK_LIMIT * LIMBS

/** Stacks that wait for their next execution. */
const maxSpares = 4

const top = LIMBS - 1
const ones = 0xffff_ffff
const modulus = 1n << 256n

/**
 * Words of all frames of an execution. Methods take limb offsets: eight times the position of a
 * word. A binary operation reads the operand at `a`, the upper one, and the one at `b`, where it
 * puts its result.
 */
export class WordStack {
  limbs = new Uint32Array(0)
  #halves = new Uint16Array(this.limbs.buffer)
  #quarters = new BigUint64Array(this.limbs.buffer)

  /**
   * Returns the stack of an execution that has ended, or a new one. Zeros for a frame take longer
   * than most calls, and no word is read before it is written.
   */
  static take(): WordStack {
    return spares.pop() ?? new WordStack()
  }

  /** Hands the stack over to a later execution; this one neither reads nor writes it any more. */
  release(): void {
    if (spares.length < maxSpares && this.limbs.length <= maxSpareLimbs) spares.push(this)
  }

  /** Makes room for a frame whose first word is at position `base`. */
  reserve(base: number): void {
    const needed = (base + STACK_LIMIT) * LIMBS
    if (needed <= this.limbs.length) return
    const grown = new Uint32Array(Math.max(needed, 2 * this.limbs.length))
    grown.set(this.limbs)
    this.limbs = grown
    this.#halves = new Uint16Array(grown.buffer)
    this.#quarters = new BigUint64Array(grown.buffer)
  }

  /** Returns the word as a number, infinity from 2^53 on. */
  toNumber(at: number): number {
    const { limbs } = this
    for (let i = at + 2; i < at + LIMBS; i++) if (limbs[i] !== 0) return Number.POSITIVE_INFINITY
    const high = limbs[at + 1] as number
    if (high > 0x1f_ffff) return Number.POSITIVE_INFINITY
    return high * 0x1_0000_0000 + (limbs[at] as number)
  }

  /** Writes a number from 0 to 2^53. */
  setNumber(at: number, value: number): void {
    const { limbs } = this
    limbs[at] = value
    limbs[at + 1] = value > ones ? Math.floor(value / 0x1_0000_0000) : 0
    for (let i = at + 2; i < at + LIMBS; i++) limbs[i] = 0
  }

  toBigint(at: number): bigint {
    const { limbs } = this
    const quarters = this.#quarters
    const j = at >> 1
    const low = quarters[j] as bigint
    if ((limbs[at + 4] as number) | (limbs[at + 5] as number)) return this.#wide(j)
    if ((limbs[at + 6] as number) | (limbs[at + 7] as number)) return this.#wide(j)
    if (((limbs[at + 2] as number) | (limbs[at + 3] as number)) === 0) return low
    return ((quarters[j + 1] as bigint) << 64n) | low
  }

  #wide(j: number): bigint {
    const quarters = this.#quarters
    const high = ((quarters[j + 3] as bigint) << 64n) | (quarters[j + 2] as bigint)
    return (high << 128n) | ((quarters[j + 1] as bigint) << 64n) | (quarters[j] as bigint)
  }

  /** Writes a value modulo 2^256. */
  setBigint(at: number, value: bigint): void {
    const quarters = this.#quarters
    const j = at >> 1
    // Typed arrays take the lowest 64 bits.
    quarters[j] = value
    quarters[j + 1] = value >> 64n
    quarters[j + 2] = value >> 128n
    quarters[j + 3] = value >> 192n
  }

  /** Returns the lowest 20 bytes as an address: `0x` and 40 lower-case digits. */
  toAddress(at: number): string {
    let text = '0x'
    for (let i = at + 4; i >= at; i--)
      text += (this.limbs[i] as number).toString(16).padStart(8, '0')
    return text
  }

  setAddress(at: number, address: string): void {
    const { limbs } = this
    for (let i = 0; i < 5; i++)
      limbs[at + 4 - i] = Number.parseInt(address.slice(2 + 8 * i, 10 + 8 * i), 16)
    limbs.fill(0, at + 5, at + LIMBS)
  }

  /** Writes the big-endian number in up to 32 bytes. */
  setBytes(at: number, bytes: Uint8Array, start: number, length: number): void {
    const { limbs } = this
    let end = start + length
    for (let i = at; i < at + LIMBS; i++, end -= 4) {
      let limb = 0
      if (end - start >= 4)
        limb =
          ((bytes[end - 4] as number) << 24) |
          ((bytes[end - 3] as number) << 16) |
          ((bytes[end - 2] as number) << 8) |
          (bytes[end - 1] as number)
      else for (let j = start; j < end; j++) limb = (limb << 8) | (bytes[j] as number)
      limbs[i] = limb
    }
  }

  /** Returns the word as 32 bytes, big-endian. */
  toBytes(at: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(4 * LIMBS)
    for (let i = at, end = bytes.length; i < at + LIMBS; i++, end -= 4) {
      const limb = this.limbs[i] as number
      bytes[end - 4] = limb >>> 24
      bytes[end - 3] = limb >>> 16
      bytes[end - 2] = limb >>> 8
      bytes[end - 1] = limb
    }
    return bytes
  }

  copy(from: number, to: number): void {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++) limbs[to + i] = limbs[from + i] as number
  }

  swap(a: number, b: number): void {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++) {
      const limb = limbs[a + i] as number
      limbs[a + i] = limbs[b + i] as number
      limbs[b + i] = limb
    }
  }

  add(a: number, b: number): void {
    const { limbs } = this
    let carry = 0
    for (let i = 0; i < LIMBS; i++) {
      const sum = (limbs[a + i] as number) + (limbs[b + i] as number) + carry
      limbs[b + i] = sum
      carry = sum > ones ? 1 : 0
    }
  }

  subtract(a: number, b: number): void {
    const { limbs } = this
    let borrow = 0
    for (let i = 0; i < LIMBS; i++) {
      const difference = (limbs[a + i] as number) - (limbs[b + i] as number) - borrow
      limbs[b + i] = difference
      borrow = difference < 0 ? 1 : 0
    }
  }

  multiply(a: number, b: number): void {
    const halves = this.#halves
    const p = 2 * a
    const q = 2 * b
    let ends = 15
    while (ends >= 0 && halves[p + ends] === 0) ends--
    let otherEnds = 15
    while (otherEnds >= 0 && halves[q + otherEnds] === 0) otherEnds--
    // The sum of sixteen products of 16 bits is exact.
    let carry = 0
    for (let k = 0; k < 16; k++) {
      let sum = carry
      const last = k < ends ? k : ends
      for (let i = k > otherEnds ? k - otherEnds : 0; i <= last; i++)
        sum += (halves[p + i] as number) * (halves[q + k - i] as number)
      carry = Math.floor(sum / 0x1_0000)
      product[k] = sum - carry * 0x1_0000
    }
    halves.set(product, q)
  }

  divide(a: number, b: number): void {
    const dividend = this.toNumber(a)
    const divisor = this.toNumber(b)
    if (divisor === 0) this.setNumber(b, 0)
    else if (Number.isFinite(dividend) && Number.isFinite(divisor))
      this.setNumber(b, (dividend - (dividend % divisor)) / divisor)
    else this.setBigint(b, this.toBigint(a) / this.toBigint(b))
  }

  modulo(a: number, b: number): void {
    const dividend = this.toNumber(a)
    const divisor = this.toNumber(b)
    if (divisor === 0) this.setNumber(b, 0)
    else if (Number.isFinite(dividend) && Number.isFinite(divisor))
      this.setNumber(b, dividend % divisor)
    else this.setBigint(b, this.toBigint(a) % this.toBigint(b))
  }

  signedDivide(a: number, b: number): void {
    const divisor = this.#signed(b)
    this.setBigint(b, divisor === 0n ? 0n : this.#signed(a) / divisor)
  }

  signedModulo(a: number, b: number): void {
    const divisor = this.#signed(b)
    this.setBigint(b, divisor === 0n ? 0n : this.#signed(a) % divisor)
  }

  #signed(at: number): bigint {
    return BigInt.asIntN(256, this.toBigint(at))
  }

  /** Adds modulo the word at `c`, where the result goes. */
  addModulo(a: number, b: number, c: number): void {
    const divisor = this.toBigint(c)
    this.setBigint(c, divisor === 0n ? 0n : (this.toBigint(a) + this.toBigint(b)) % divisor)
  }

  /** Multiplies modulo the word at `c`, where the result goes. */
  multiplyModulo(a: number, b: number, c: number): void {
    const divisor = this.toBigint(c)
    this.setBigint(c, divisor === 0n ? 0n : (this.toBigint(a) * this.toBigint(b)) % divisor)
  }

  power(a: number, b: number): void {
    let base = this.toBigint(a)
    let exponent = this.toBigint(b)
    let result = 1n
    // All even powers from 256 on are 0 modulo 2^256.
    if ((base & 1n) === 0n && exponent > 255n) result = 0n
    else
      for (; exponent > 0n; exponent >>= 1n) {
        if ((exponent & 1n) === 1n) result = (result * base) % modulus
        base = (base * base) % modulus
      }
    this.setBigint(b, result)
  }

  /** Extends the sign of the word at `b` from byte number `a`, counted from the lowest. */
  signExtend(a: number, b: number): void {
    const byte = this.toNumber(a)
    if (byte > 30) return
    const { limbs } = this
    const bit = 8 * byte + 7
    const limb = b + (bit >> 5)
    const place = bit & 31
    const mask = place === 31 ? ones : (1 << (place + 1)) - 1
    const value = limbs[limb] as number
    const isNegative = (value >>> place) & 1
    limbs[limb] = isNegative ? value | ~mask : value & mask
    limbs.fill(isNegative ? ones : 0, limb + 1, b + LIMBS)
  }

  isZero(at: number): boolean {
    const { limbs } = this
    for (let i = at; i < at + LIMBS; i++) if (limbs[i] !== 0) return false
    return true
  }

  isEqual(a: number, b: number): boolean {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++) if (limbs[a + i] !== limbs[b + i]) return false
    return true
  }

  isBelow(a: number, b: number): boolean {
    const { limbs } = this
    for (let i = top; i > 0; i--) {
      const x = limbs[a + i] as number
      const y = limbs[b + i] as number
      if (x !== y) return x < y
    }
    return (limbs[a] as number) < (limbs[b] as number)
  }

  isSignedBelow(a: number, b: number): boolean {
    const x = (this.limbs[a + top] as number) | 0
    const y = (this.limbs[b + top] as number) | 0
    return x === y ? this.isBelow(a, b) : x < y
  }

  setFlag(at: number, flag: boolean): void {
    const { limbs } = this
    limbs[at] = flag ? 1 : 0
    for (let i = at + 1; i < at + LIMBS; i++) limbs[i] = 0
  }

  and(a: number, b: number): void {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++)
      limbs[b + i] = (limbs[a + i] as number) & (limbs[b + i] as number)
  }

  or(a: number, b: number): void {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++)
      limbs[b + i] = (limbs[a + i] as number) | (limbs[b + i] as number)
  }

  xor(a: number, b: number): void {
    const { limbs } = this
    for (let i = 0; i < LIMBS; i++)
      limbs[b + i] = (limbs[a + i] as number) ^ (limbs[b + i] as number)
  }

  not(at: number): void {
    const { limbs } = this
    for (let i = at; i < at + LIMBS; i++) limbs[i] = ~(limbs[i] as number)
  }

  /** Puts byte number `a` of the word at `b` there, counted from the highest. */
  byte(a: number, b: number): void {
    const index = this.toNumber(a)
    const place = 31 - index
    const limb = place < 0 ? 0 : (this.limbs[b + (place >> 2)] as number)
    this.setNumber(b, place < 0 ? 0 : (limb >>> (8 * (place & 3))) & 255)
  }

  shiftLeft(a: number, b: number): void {
    const shift = this.toNumber(a)
    const { limbs } = this
    if (shift > 255) {
      limbs.fill(0, b, b + LIMBS)
      return
    }
    const whole = shift >> 5
    const bits = shift & 31
    for (let i = top; i >= 0; i--) {
      const source = i - whole
      const upper = source >= 0 ? (limbs[b + source] as number) : 0
      const lower = source >= 1 ? (limbs[b + source - 1] as number) : 0
      limbs[b + i] = bits === 0 ? upper : (upper << bits) | (lower >>> (32 - bits))
    }
  }

  shiftRight(a: number, b: number): void {
    this.#shiftRight(a, b, 0)
  }

  signedShiftRight(a: number, b: number): void {
    this.#shiftRight(a, b, (this.limbs[b + top] as number) > 0x7fff_ffff ? ones : 0)
  }

  #shiftRight(a: number, b: number, fill: number): void {
    const shift = this.toNumber(a)
    const { limbs } = this
    if (shift > 255) {
      limbs.fill(fill, b, b + LIMBS)
      return
    }
    const whole = shift >> 5
    const bits = shift & 31
    for (let i = 0; i < LIMBS; i++) {
      const source = i + whole
      const lower = source < LIMBS ? (limbs[b + source] as number) : fill
      const upper = source < top ? (limbs[b + source + 1] as number) : fill
      limbs[b + i] = bits === 0 ? lower : (lower >>> bits) | (upper << (32 - bits))
    }
  }
}

const spares: WordStack[] = []

// One product for all: nothing else runs while words are multiplied.
const product = new Uint16Array(16)
