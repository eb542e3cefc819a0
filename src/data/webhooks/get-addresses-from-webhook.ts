import { getAddressesFromWebhook } from '../../../schemas/data/webhooks.ts'
import { openPage } from '../../http/rest/page.ts'
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
    const from = Math.max(0, page.key)
    const found = addresses
      .slice(from, from + page.limit)
      .map((address, at) => ({ address, after: from + at + 1 }))
    const { rows, next } = page.cut(found, ({ after }) => after)
    return {
      ...next,
      addresses: rows.map(({ address }) => address),
      totalAddresses: addresses.length,
    }
  },
)
