/** Error: a call fails. */
export class Revert extends Error {
  override readonly name = 'Revert'
}

/**
 * Checks a condition.
 * @throws Revert unless it holds
 */
export function requireThat(holds: boolean, why: string): void {
  if (!holds) throw new Revert(why)
}
