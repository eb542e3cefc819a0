import type { RankedAddress } from '../../../schemas/metrics/looking-glass.ts'
import type { Page } from '../../http/rest/page.ts'

/** Address with its amount in a ranking. */
interface Ranked {
  readonly address: string
  readonly amount: bigint
  /** Position in the order of first appearance, which never changes. */
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
 * @param isListed whether the list holds an address with its amount, which may be 0
 */
export function rankedPage(
  page: Page,
  ranking: readonly Ranked[],
  isListed: (address: string, amount: bigint) => boolean,
): { nextPageToken?: string; addresses: RankedAddress[] } {
  // The amount that the last address had on the page before; it may have another one now. G-50
  const { rank, key } = page
  const follows = ({ amount, place }: Ranked) =>
    rank === undefined || amount < rank || (amount === rank && place < key)
  const found: Ranked[] = []
  for (const each of ranking) {
    if (found.length === page.limit) break
    if (follows(each) && isListed(each.address, each.amount)) found.push(each)
  }
  const { rows, next } = page.cut(found, ({ place }) => place, {
    rankOf: ({ amount }) => amount,
  })
  return {
    ...next,
    addresses: rows.map(({ address, amount }) => ({ address, sortKey: String(amount) })),
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
