import { decimalText } from '../util/decimal.ts'

/** Formats nAVAX as AVAX. */
export const avaxText = (nAvax: bigint): string => decimalText({ digits: nAvax, places: 9 })

/** Formats the smallest unit of an EVM chain's coin as coins. */
export const coinText = (wei: bigint): string => decimalText({ digits: wei, places: 18 })
