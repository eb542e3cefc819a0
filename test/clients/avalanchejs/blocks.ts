import { fromRlp } from '@avalanche-sdk/client/utils'

/** A position in big-endian bytes; reading beyond the end throws. */
class Reader {
  #offset = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#offset, this.#offset + length)
    if (taken.length < length) throw new RangeError(`${length} bytes at ${this.#offset}`)
    this.#offset += length
    return taken
  }

  number(length: 2 | 4): number {
    return Number.parseInt(Buffer.from(this.take(length)).toString('hex'), 16)
  }

  sized(): Uint8Array {
    return this.take(this.number(4))
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.#offset)
  }
}

/** The block in a container: what the proposer wrapped, or the container itself before that. */
export function innerBlock(container: Uint8Array): Uint8Array {
  try {
    return unwrapped(container)
  } catch (error) {
    if (error instanceof RangeError) return container
    throw error
  }
}

function unwrapped(container: Uint8Array): Uint8Array {
  const reader = new Reader(container)
  const [version, kind] = [reader.number(2), reader.number(4)]
  if (version !== 0 || kind > 2) throw new RangeError(`version ${version}, kind ${kind}`)
  reader.take(32)
  if (kind !== 1) {
    reader.take(16)
    reader.sized()
  }
  const inner = reader.sized()
  if (kind === 2) reader.take(24)
  if (kind !== 1) reader.sized()
  if (reader.rest().length > 0) throw new RangeError('bytes after the block')
  return inner
}

/** Signed transactions one after the other, without the codec version that each has alone. */
export interface TransactionRun {
  readonly count: number
  readonly bytes: Uint8Array
}

/** Content of a P-chain block, by its kind. Throws for a proposal with decisions before it. */
export function platformTransactions(block: Uint8Array): TransactionRun {
  const reader = new Reader(block)
  reader.take(2)
  const kind = reader.number(4)
  const [isBanff, isBanffProposal] = [kind >= 29, kind === 29]
  if (isBanff) reader.take(8)
  if (isBanffProposal && reader.number(4) > 0) throw new Error('a proposal with decisions')
  reader.take(40)
  const isStandard = kind === 3 || kind === 32
  const isOne = kind === 0 || kind === 4 || isBanffProposal
  return { count: isStandard ? reader.number(4) : Number(isOne), bytes: reader.rest() }
}

/** Content of the extra data of a C-chain block: nothing, one transaction, since Apricot 5 a list. */
export function atomicTransactions(block: Uint8Array, cChainId: Uint8Array): TransactionRun {
  const extData = fromRlp(block, 'bytes')[4]
  if (!(extData instanceof Uint8Array)) throw new Error('a block without extra data')
  if (extData.length === 0) return { count: 0, bytes: extData }
  const reader = new Reader(extData)
  reader.take(2)
  // After type and network comes the blockchain, unless a count comes first.
  const isOne = Buffer.from(cChainId).equals(extData.subarray(10, 42))
  return { count: isOne ? 1 : reader.number(4), bytes: reader.rest() }
}
