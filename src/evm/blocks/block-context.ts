import type { BlockContext } from '../machine.ts'

/** Coinbase of all blocks, an address without a key: fees end there. */
export const COINBASE = `0x01${'0'.repeat(38)}`

/** Facts of a block that differ from block to block. */
export interface BlockFacts {
  readonly chainId: string
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly gasLimit: bigint
  /** Wei; 0 before Apricot 3. */
  readonly baseFee: bigint
  /** Returns the hash of an earlier block, `0x` and hex; undefined when there is none. */
  hashOf(number: number): string | undefined
}

/** Returns the context of transactions in a block of the C-chain or of an L1. */
export const blockContextOf = (facts: BlockFacts): BlockContext => ({
  chainId: BigInt(facts.chainId),
  coinbase: COINBASE,
  number: BigInt(facts.number),
  timestamp: BigInt(facts.timestamp),
  gasLimit: facts.gasLimit,
  baseFee: facts.baseFee,
  prevRandao: 1n,
  blobBaseFee: 1n,
  blockHash(number) {
    const distance = BigInt(facts.number) - number
    if (distance < 1n || distance > 256n) return 0n
    return BigInt(facts.hashOf(Number(number)) ?? 0)
  },
})
