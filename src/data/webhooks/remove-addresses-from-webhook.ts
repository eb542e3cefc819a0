import { removeAddressesFromWebhook } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { changeAddresses } from './change-addresses.ts'

/** `DELETE /v1/webhooks/{id}/addresses`: addresses that it does not have are ignored. */
export const removeAddressesFromWebhookRoute = route(
  removeAddressesFromWebhook,
  (_world, { params, body }, { caller }) => {
    const removed = new Set(body.addresses.map((address) => address.toLowerCase()))
    return changeAddresses(caller, params.id, (addresses) =>
      addresses.filter((address) => !removed.has(address.toLowerCase())),
    )
  },
)
