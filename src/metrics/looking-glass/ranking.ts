import type { RankedAddress } from '../../../schemas/metrics/looking-glass.ts'
import type { Page } from '../../http/rest/page.ts'

/** Address with its amount in a ranking. */
interface Ranked {
  readonly address: string
  readonly amount: bigint
  /** Key of pages: the position in the order of first appearance, which never changes. */
  readonly place: number
}

/**
 * Sorts by amount, largest first; of equal ones the latest comes first.
 * @param holders addresses, all that ever appeared, with current amounts, in the order of
 *   appearance
 */
export const ranked = (holders: Iterable<readonly [string, bigint]>): Ranked[] =>
  [...holders]
    .map(([address, amount], place) => ({ address, amount, place }))
    .sort((a, b) => compare(b.amount, a.amount) || b.place - a.place)

/**
 * Returns a page of addresses.
 * @param isListed whether the list holds an address; one without an amount is in none
 */
export function rankedPage(
  page: Page,
  ranking: readonly Ranked[],
  isListed: (address: string, amount: bigint) => boolean,
): { nextPageToken?: string; addresses: RankedAddress[] } {
  // The page starts after the last address of the page before, by its current amount.
  const start = ranking.findIndex(({ place }) => place === page.key) + 1
  const found: Ranked[] = []
  for (let i = start; i < ranking.length && found.length < page.limit; i++) {
    const each = ranking[i]
    if (each && each.amount > 0n && isListed(each.address, each.amount)) found.push(each)
  }
  const { rows, next } = page.cut(found, ({ place }) => place)
  return {
    ...next,
    addresses: rows.map(({ address, amount }) => ({ address, sortKey: String(amount) })),
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
