import { decimalText } from '../util/decimal.ts'

/** nAVAX as people write them, in AVAX. */
export const avaxText = (nAvax: bigint): string => decimalText({ digits: nAvax, places: 9 })

/** The smallest unit of an EVM chain's coin as people write it, in coins. */
export const coinText = (wei: bigint): string => decimalText({ digits: wei, places: 18 })
