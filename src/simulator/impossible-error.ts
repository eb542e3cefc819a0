/**
 * Error: a requested step is impossible in the present state, for lack of money or keys, or by the
 * rules of the chain.
 */
export class ImpossibleError extends Error {
  override readonly name = 'ImpossibleError'
}
