import type { EthereumFork } from '../../../src/evm/forks.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import type { Random } from '../../../src/simulator/random.ts'

/** Account before a call. */
export interface ProgramAccount {
  readonly address: string
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  readonly storage: readonly { readonly slot: bigint; readonly value: bigint }[]
}

/** A call of random contracts over a random state. */
export interface RandomProgram {
  readonly accounts: readonly ProgramAccount[]
  readonly caller: string
  /** Undefined for a creation. */
  readonly to: string | undefined
  readonly value: bigint
  readonly data: Uint8Array
  readonly gas: number
}

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const caller = addressOf(0xca11e4)
const contracts = [0xc0de01, 0xc0de02, 0xc0de03].map(addressOf)
const others = [addressOf(0xb0b), addressOf(0xdead)]

/** Draws a program: mostly statements that succeed, so that execution gets far. */
export function randomProgram(random: Random, fork: EthereumFork): RandomProgram {
  const accounts = contracts.map((address) => ({
    address,
    balance: BigInt(random.int(0, 5)) * 1_000_000n,
    nonce: BigInt(random.int(0, 2)),
    code: new CodeWriter(random, fork).program(random.int(3, 25)),
    storage: [0n, 1n, 2n]
      .filter(() => random.chance(0.6))
      .map((slot) => ({ slot, value: drawWord(random) || 1n })),
  }))
  const person = { nonce: 7n, code: new Uint8Array(), storage: [] }
  const isCreation = random.chance(0.15)
  return {
    accounts: [
      ...accounts,
      { ...person, address: caller, balance: 10n ** 20n },
      ...(random.chance(0.5) ? [{ ...person, address: addressOf(0xb0b), balance: 5n }] : []),
    ],
    caller,
    to: isCreation ? undefined : random.pick(contracts),
    value: random.chance(0.3) ? BigInt(random.int(1, 1000)) : 0n,
    data: isCreation
      ? new CodeWriter(random, fork).program(random.int(3, 20))
      : random.bytes(random.int(0, 100)),
    gas: random.pick([5000, 100_000, 300_000, 1_000_000, 1_000_000]) + random.int(0, 3000),
  }
}

/** Draws a word, often one at which carries, signs or lengths change. */
function drawWord(random: Random): bigint {
  const kind = random.int(0, 7)
  if (kind <= 1) return BigInt(random.int(0, 3))
  if (kind === 2) return BigInt(random.pick([31, 32, 33, 255, 256, 257, 1024]))
  if (kind === 3) return 2n ** BigInt(random.int(0, 255))
  if (kind === 4) return 2n ** BigInt(random.int(1, 256)) - 1n
  if (kind === 5) return 2n ** 256n - BigInt(random.int(1, 40))
  return BigInt(`0x00${Buffer.from(random.bytes(random.int(1, 32))).toString('hex')}`)
}

const unary = [0x15, 0x19]
const binary = [1, 2, 3, 4, 5, 6, 7, 10, 11, 16, 17, 18, 19, 20, 22, 23, 24, 26, 27, 28, 29]
const pushing = [0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45]
const alsoPushing = [0x46, 0x47, 0x58, 0x59, 0x5a]

/** Writes statements; knows the height of the stack that each leaves at least. */
class CodeWriter {
  readonly #bytes: number[] = []
  #height = 0
  readonly #random: Random
  readonly #fork: EthereumFork

  constructor(random: Random, fork: EthereumFork) {
    this.#random = random
    this.#fork = fork
  }

  program(statements: number): Uint8Array {
    for (let left = statements; left > 0; left--) this.#statement(2)
    this.#end()
    return Uint8Array.from(this.#bytes)
  }

  #op(...bytes: number[]): void {
    this.#bytes.push(...bytes)
  }

  #push(value: bigint | number): void {
    let hex = value.toString(16)
    if (hex.length % 2 === 1) hex = `0${hex}`
    const bytes = bytesOf(`0x${hex}`)
    this.#op(0x5f + bytes.length, ...bytes)
    this.#height++
  }

  /** Pushes a word, or takes what there is. */
  #word(): void {
    const random = this.#random
    if (this.#height > 1 && this.#height < 900 && random.chance(0.3)) {
      this.#op(0x80 + random.int(0, Math.min(15, this.#height - 1)))
      this.#height++
    } else this.#push(drawWord(random))
  }

  #offset(): void {
    this.#push(this.#random.chance(0.02) ? drawWord(this.#random) : this.#random.int(0, 300))
  }

  #size(): void {
    const random = this.#random
    this.#push(random.chance(0.01) ? drawWord(random) : random.int(0, random.pick([0, 32, 100])))
  }

  /** Operation that takes words, which stand on the stack, and gives some. */
  #apply(opcode: number, takes: number, gives: number): void {
    this.#op(opcode)
    this.#height += gives - takes
  }

  /** Uses the upper word. */
  #use(): void {
    const random = this.#random
    const way = random.int(0, 5)
    if (way === 0) this.#apply(0x50, 1, 0)
    else if (way <= 2) {
      this.#offset()
      this.#apply(0x52, 2, 0)
    } else if (way === 3) {
      this.#push(random.int(0, 3))
      this.#apply(0x55, 2, 0)
    } else if (this.#height > 800) this.#apply(0x50, 1, 0)
  }

  #address(): void {
    const random = this.#random
    const kind = random.int(0, 9)
    if (kind <= 4) this.#push(BigInt(random.pick(contracts)))
    else if (kind <= 6) this.#push(BigInt(random.pick([...others, caller])))
    else if (kind === 7) this.#apply(0x30, 0, 1)
    else if (kind === 8) this.#push(random.int(1, 10))
    else this.#push(drawWord(random))
  }

  #slot(): void {
    this.#push(this.#random.chance(0.1) ? drawWord(this.#random) : this.#random.int(0, 3))
  }

  #statement(nesting: number): void {
    const random = this.#random
    const kind = random.int(0, 29)
    if (kind <= 6) this.#arithmetic()
    else if (kind <= 8) this.#memory()
    else if (kind <= 10) this.#surroundings()
    else if (kind <= 13) this.#storage()
    else if (kind <= 15) this.#copy()
    else if (kind <= 19) this.#call()
    else if (kind === 20) this.#precompile()
    else if (kind <= 22) this.#creation()
    else if (kind === 23) this.#log()
    else if (kind === 24) this.#shuffle()
    else if (kind <= 26 && nesting > 0) this.#branch(nesting)
    else if (kind === 27 && nesting > 0) this.#loop(nesting)
    else if (kind === 28 && random.chance(0.15)) this.#rare()
    else this.#arithmetic()
  }

  #arithmetic(): void {
    const random = this.#random
    const way = random.int(0, 9)
    if (way === 0) {
      this.#word()
      this.#apply(random.pick(unary), 1, 1)
    } else if (way === 1) {
      this.#word()
      this.#word()
      this.#word()
      this.#apply(random.pick([8, 9]), 3, 1)
    } else {
      this.#word()
      this.#word()
      this.#apply(random.pick(binary), 2, 1)
    }
    this.#use()
  }

  #memory(): void {
    const random = this.#random
    if (random.chance(0.4)) {
      this.#offset()
      this.#apply(0x51, 1, 1)
      this.#use()
    } else if (random.chance(0.5)) {
      this.#word()
      this.#offset()
      this.#apply(random.pick([0x52, 0x53]), 2, 0)
    } else {
      this.#size()
      this.#offset()
      this.#apply(0x20, 2, 1)
      this.#use()
    }
  }

  #surroundings(): void {
    const random = this.#random
    const since = [
      ...(this.#fork === 'istanbul' || this.#fork === 'berlin' ? [] : [0x48]),
      ...(this.#fork === 'cancun' ? [0x4a, 0x5f] : []),
    ]
    if (random.chance(0.5)) this.#apply(random.pick([...pushing, ...alsoPushing, ...since]), 0, 1)
    else {
      const opcode = random.pick([0x31, 0x3b, 0x3f, 0x35, 0x40])
      if (opcode === 0x35) this.#offset()
      else if (opcode === 0x40) this.#push(random.pick([0, 1, 5, 300]))
      else this.#address()
      this.#apply(opcode, 1, 1)
    }
    this.#use()
  }

  #storage(): void {
    const random = this.#random
    const isTransient = this.#fork === 'cancun' && random.chance(0.3)
    if (random.chance(0.4)) {
      this.#slot()
      this.#apply(isTransient ? 0x5c : 0x54, 1, 1)
      this.#use()
      return
    }
    if (random.chance(0.5)) this.#push(random.int(0, 1))
    else this.#word()
    this.#slot()
    this.#apply(isTransient ? 0x5d : 0x55, 2, 0)
  }

  #copy(): void {
    const random = this.#random
    const opcode = random.pick([0x37, 0x39, 0x3c, 0x3e, ...(this.#fork === 'cancun' ? [0x5e] : [])])
    this.#size()
    if (opcode === 0x3e && random.chance(0.8)) {
      this.#apply(0x50, 1, 0)
      this.#push(0)
      this.#push(0)
    } else this.#offset()
    this.#offset()
    if (opcode === 0x3c) this.#address()
    this.#apply(opcode, opcode === 0x3c ? 4 : 3, 0)
  }

  #call(): void {
    const random = this.#random
    const opcode = random.pick([0xf1, 0xf1, 0xf2, 0xf4, 0xfa])
    const takesValue = opcode === 0xf1 || opcode === 0xf2
    this.#size()
    this.#offset()
    this.#size()
    this.#offset()
    if (takesValue) this.#push(random.chance(0.7) ? 0 : random.int(1, 2000))
    this.#address()
    this.#gas()
    this.#apply(opcode, takesValue ? 7 : 6, 1)
    this.#use()
  }

  #gas(): void {
    const random = this.#random
    if (random.chance(0.5)) this.#apply(0x5a, 0, 1)
    else if (random.chance(0.9)) this.#push(random.int(0, 60_000))
    else this.#push(drawWord(random))
  }

  #precompile(): void {
    const random = this.#random
    const { number, input } = random.pick(inputs)
    const bytes = Uint8Array.from(input)
    if (random.chance(0.2) && bytes.length > 0)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
    for (let start = 0; start < bytes.length; start += 32) {
      const word = new Uint8Array(32)
      word.set(bytes.subarray(start, start + 32))
      this.#op(0x7f, ...word)
      this.#height++
      this.#push(start)
      this.#apply(0x52, 2, 0)
    }
    this.#push(random.pick([0, 32, 64]))
    this.#offset()
    this.#push(random.chance(0.9) ? bytes.length : random.int(0, 300))
    this.#push(0)
    this.#push(number)
    this.#push(random.chance(0.9) ? 400_000 : random.int(0, 5000))
    this.#apply(0xfa, 6, 1)
    this.#use()
  }

  #creation(): void {
    const random = this.#random
    const isSalted = random.chance(0.5)
    const code = random.pick(initCodes)
    const bytes = code.length > 0 ? code : [...random.bytes(random.int(0, 20))]
    const word = new Uint8Array(32)
    word.set(bytes)
    this.#op(0x7f, ...word)
    this.#height++
    this.#push(0)
    this.#apply(0x52, 2, 0)
    if (isSalted) this.#push(random.int(0, 2))
    this.#push(random.chance(0.95) ? bytes.length : random.int(0, 60_000))
    this.#push(0)
    this.#push(random.chance(0.7) ? 0 : random.int(1, 5000))
    this.#apply(isSalted ? 0xf5 : 0xf0, isSalted ? 4 : 3, 1)
    // Often calls what was made.
    if (random.chance(0.6)) {
      for (let i = 0; i < 5; i++) this.#push(0)
      this.#op(0x85)
      this.#height++
      this.#push(30_000)
      this.#apply(0xf1, 7, 1)
    }
    this.#use()
  }

  #log(): void {
    const topics = this.#random.int(0, 4)
    for (let i = 0; i < topics; i++) this.#word()
    this.#size()
    this.#offset()
    this.#apply(0xa0 + topics, topics + 2, 0)
  }

  #shuffle(): void {
    const random = this.#random
    if (this.#height < 2) this.#word()
    if (this.#height < 2) this.#word()
    if (this.#height < 2) return
    this.#op(0x90 + random.int(0, Math.min(15, this.#height - 2)))
  }

  /** Runs statements or jumps over them; they leave the stack as it was. */
  #branch(nesting: number): void {
    this.#word()
    const patch = this.#jumpAhead(0x57)
    this.#balanced(() => {
      for (let left = this.#random.int(1, 3); left > 0; left--) this.#statement(nesting - 1)
    })
    this.#land(patch)
  }

  #loop(nesting: number): void {
    this.#push(this.#random.int(1, 4))
    const start = this.#bytes.length
    this.#op(0x5b)
    this.#op(0x80, 0x15)
    this.#height++
    const patch = this.#jumpAhead(0x57)
    this.#balanced(() => {
      for (let left = this.#random.int(1, 2); left > 0; left--) this.#statement(nesting - 1)
    })
    // One less: 1, the counter on top, subtract.
    this.#op(0x60, 1, 0x90, 0x03, 0x61, start >> 8, start & 255, 0x56)
    this.#land(patch)
    this.#apply(0x50, 1, 0)
  }

  #jumpAhead(opcode: 0x57): number {
    this.#op(0x61, 0, 0)
    const patch = this.#bytes.length - 2
    this.#op(opcode)
    this.#height--
    return patch
  }

  #land(patch: number): void {
    const target = this.#bytes.length
    this.#bytes[patch] = target >> 8
    this.#bytes[patch + 1] = target & 255
    this.#op(0x5b)
  }

  #balanced(write: () => void): void {
    const before = this.#height
    write()
    for (; this.#height > before; this.#height--) this.#op(0x50)
    for (; this.#height < before; this.#height++) this.#op(0x60, 0)
  }

  /** What ends a program early, or is no code at all. */
  #rare(): void {
    const random = this.#random
    const way = random.int(0, 5)
    if (way === 0) {
      this.#address()
      this.#apply(0xff, 1, 0)
    } else if (way === 1) this.#op(0xfe)
    else if (way === 2) this.#op(...random.bytes(4))
    else if (way === 3) this.#op(0x50, 0x50, 0x50)
    else if (way === 4) this.#op(0x60, random.int(0, 255), 0x56)
    else this.#op(0x00)
  }

  #end(): void {
    const random = this.#random
    if (random.chance(0.08)) {
      this.#address()
      this.#op(0xff)
      return
    }
    if (random.chance(0.3)) return
    this.#size()
    this.#offset()
    this.#op(random.chance(0.25) ? 0xfd : 0xf3)
  }
}

/** Init codes of 32 bytes at most; an empty one stands for random bytes. */
const initCodes: number[][] = [
  [],
  // Deploys nothing.
  [0x00],
  // Deploys five zero bytes.
  [0x60, 5, 0x60, 0, 0xf3],
  // Deploys 0xef.
  [0x60, 0xef, 0x60, 0, 0x53, 0x60, 1, 0x60, 0, 0xf3],
  // Deploys a contract that destroys itself for its caller.
  [0x61, 0x33, 0xff, 0x60, 0, 0x52, 0x60, 2, 0x60, 30, 0xf3],
  // Stores, then deploys a contract that raises slot 0.
  [
    0x60, 3, 0x60, 0, 0x55, 0x67, 0x60, 1, 0x60, 0, 0x54, 0x01, 0x60, 0, 0x60, 0, 0x52, 0x60, 8,
    0x60, 24, 0xf3,
  ],
  // Destroys itself while it is made.
  [0x33, 0xff],
  // Reverts with a word.
  [0x60, 32, 0x60, 0, 0xfd],
  // Deploys too much.
  [0x61, 0x70, 0, 0x60, 0, 0xf3],
]

const word = (hex: string) => hex.padStart(64, '0')
const hexInput = (...words: string[]) => bytesOf(`0x${words.join('')}`)

/** Valid inputs of precompiles. */
const inputs: { number: number; input: Uint8Array }[] = [
  {
    number: 1,
    input: hexInput(
      '456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3',
      word('1c'),
      '9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608',
      '4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada',
    ),
  },
  { number: 2, input: hexInput(word('ff'), word('1')) },
  { number: 3, input: hexInput(word('ff')) },
  { number: 4, input: hexInput(word('ff'), word('123456')) },
  {
    number: 5,
    input: hexInput(
      word('1'),
      word('20'),
      word('20'),
      '03',
      `${'ff'.repeat(31)}fe`,
      'ff'.repeat(32),
    ),
  },
  { number: 5, input: hexInput(word('2'), word('1'), word('3'), '0203', '05', '00fffd') },
  { number: 6, input: hexInput(word('1'), word('2'), word('1'), word('2')) },
  { number: 7, input: hexInput(word('1'), word('2'), word('1234567890abcdef')) },
  {
    number: 8,
    input: hexInput(
      word('1'),
      word('2'),
      '198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2',
      '1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed',
      '090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b',
      '12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa',
    ),
  },
  { number: 8, input: new Uint8Array() },
  {
    number: 9,
    input: hexInput(
      '0000000c',
      '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b',
      '6162630000000000'.padEnd(256, '0'),
      '03000000000000000000000000000000',
      '01',
    ),
  },
]
