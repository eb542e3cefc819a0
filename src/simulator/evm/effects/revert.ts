/** Why a call fails. */
export class Revert extends Error {}

/** @throws Revert unless it holds */
export function requireThat(holds: boolean, why: string): void {
  if (!holds) throw new Revert(why)
}
