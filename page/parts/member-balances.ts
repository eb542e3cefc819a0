import type { WorldCast } from '../../schemas/control/cast.ts'

type Member = WorldCast['members'][number]

/** Returns the balance of a member on a chain, decimal text; undefined where it is not known. */
export const balanceOf = (
  { balances }: Member,
  network: string,
  chain: string,
): string | undefined =>
  (balances as Record<string, Record<string, string> | undefined>)[network]?.[chain]
