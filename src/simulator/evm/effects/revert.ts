/** Error: a call fails. */
export class Revert extends Error {}

/**
 * Checks a condition.
 * @throws Revert unless it holds
 */
export function requireThat(holds: boolean, why: string): void {
  if (!holds) throw new Revert(why)
}
