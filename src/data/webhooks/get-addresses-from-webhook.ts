import { getAddressesFromWebhook } from '../../../schemas/data/webhooks.ts'
import { openPage, type Page } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { findEvmWebhook } from './change-addresses.ts'

/** `GET /v1/webhooks/{id}/addresses`: in the order in which they were added. */
export const getAddressesFromWebhookRoute = route(
  getAddressesFromWebhook,
  (world, { params, query }, { caller }) => {
    const filters = [caller.owner, params.id]
    const page = openPage(
      world,
      { operation: getAddressesFromWebhook, filters, order: 'asc' },
      query,
    )
    const { addresses } = findEvmWebhook(caller, params.id).request.metadata
    const from = firstOf(page, addresses)
    const found = addresses
      .slice(from, from + page.limit)
      .map((address, at) => ({ address, place: from + at }))
    const { rows, next } = page.cut(found, ({ place }) => place, {
      rankOf: ({ address }) => BigInt(address),
    })
    return {
      ...next,
      addresses: rows.map(({ address }) => address),
      totalAddresses: addresses.length,
    }
  },
)

/**
 * Returns the place of the first address of a page. Addresses before it may have been removed
 * meanwhile, so the last one of the page before is looked for. Where it is gone too, its place is
 * that of the next one.
 */
function firstOf({ key, rank }: Page, addresses: readonly string[]): number {
  if (rank === undefined) return 0
  const last = addresses.findIndex((address) => BigInt(address) === rank)
  return last === -1 ? key : last + 1
}
