import type { RankedAddress } from '../../../schemas/metrics/looking-glass.ts'
import type { Page } from '../../http/page.ts'

/**
 * A page of addresses by amount, the largest first, of equal ones who came last.
 * @param everybody who was ever there with their present amounts, in the order in which they came:
 *   the place there is the key, which never changes
 * @param isListed whether the list holds somebody; whoever has nothing is in none
 */
export function rankedPage(
  page: Page,
  everybody: ReadonlyMap<string, bigint>,
  isListed: (address: string, amount: bigint) => boolean,
): { nextPageToken?: string; addresses: RankedAddress[] } {
  const ranked = [...everybody]
    .map(([address, amount], place) => ({ address, amount, place }))
    .sort((a, b) => compare(b.amount, a.amount) || b.place - a.place)
  // Behind the last one of the page before, by what that one has now.
  const start = ranked.findIndex(({ place }) => place === page.key) + 1
  const found = ranked
    .slice(start)
    .filter(({ address, amount }) => amount > 0n && isListed(address, amount))
  const { rows, next } = page.cut(found, ({ place }) => place)
  return {
    ...next,
    addresses: rows.map(({ address, amount }) => ({ address, sortKey: String(amount) })),
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
