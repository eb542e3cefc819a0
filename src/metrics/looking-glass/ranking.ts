import type { RankedAddress } from '../../../schemas/metrics/looking-glass.ts'
import type { Page } from '../../http/rest/page.ts'

/** Somebody among others, by what they have. */
export interface Ranked {
  readonly address: string
  readonly amount: bigint
  /** The key of pages: where they stand in the order in which they came, which never changes. */
  readonly place: number
}

/**
 * The largest amount first, of equal ones who came last.
 * @param everybody who was ever there with their present amounts, in the order in which they came
 */
export const ranked = (everybody: Iterable<readonly [string, bigint]>): Ranked[] =>
  [...everybody]
    .map(([address, amount], place) => ({ address, amount, place }))
    .sort((a, b) => compare(b.amount, a.amount) || b.place - a.place)

/**
 * A page of addresses.
 * @param isListed whether the list holds somebody; whoever has nothing is in none
 */
export function rankedPage(
  page: Page,
  ranking: readonly Ranked[],
  isListed: (address: string, amount: bigint) => boolean,
): { nextPageToken?: string; addresses: RankedAddress[] } {
  // Behind the last one of the page before, by what that one has now.
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
