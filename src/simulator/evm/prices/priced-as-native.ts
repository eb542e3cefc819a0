import type { ContractBook } from '../contracts/contract-book.ts'

/**
 * Returns the tokens with the price of the chain's own token: itself, as '', and the token that
 * wraps it.
 */
export function pricedAsNative(contracts: ContractBook): string[] {
  const wrapped = contracts.first(({ role }) => role === 'wrapped-native')
  return ['', ...(wrapped ? [wrapped.text] : [])]
}
