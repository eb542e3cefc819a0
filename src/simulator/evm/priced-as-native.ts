import type { ContractBook } from './contract-book.ts'

/** What costs as much as the chain's own token: itself, as '', and the token that wraps it. */
export function pricedAsNative(contracts: ContractBook): string[] {
  const wrapped = contracts.first(({ role }) => role === 'wrapped-native')
  return ['', ...(wrapped ? [wrapped.text] : [])]
}
