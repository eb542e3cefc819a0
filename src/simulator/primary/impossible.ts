/**
 * Error: a requested step is impossible in the present state, for lack of money or keys, or by the
 * rules of the chain.
 */
export class Impossible extends Error {
  override readonly name = 'Impossible'
}
