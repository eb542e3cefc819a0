import { decimalText } from '../decimal.ts'

/** What the P- and X-chain count in, in an AVAX. */
export const nAvaxPerAvax = 1_000_000_000n

/** The C-chain counts finer: atomic transactions move whole nAVAX only. */
export const weiPerNAvax = 1_000_000_000n

/** nAVAX as people write them, in AVAX. */
export const avaxText = (nAvax: bigint): string => decimalText({ digits: nAvax, places: 9 })

/** The smallest unit of an EVM chain's coin as people write it, in coins. */
export const coinText = (wei: bigint): string => decimalText({ digits: wei, places: 18 })
