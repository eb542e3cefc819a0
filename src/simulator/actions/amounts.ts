import { Refusal } from './refusal.ts'

/** Decimals of AVAX on the P- and X-chain, and of the coin of an EVM chain. */
export const avaxDecimals = 9
export const coinDecimals = 18

/**
 * Converts decimal text to the smallest unit.
 * @throws Refusal when it has more decimals than the unit
 */
export function unitsOf(field: string, text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals)
    throw Refusal.bad(field, `an amount with at most ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
