import { addAddressesToWebhook } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { changeAddresses, union } from './change-addresses.ts'

/** `PATCH /v1/webhooks/{id}/addresses`: the union of both. */
export const addAddressesToWebhookRoute = route(
  addAddressesToWebhook,
  (_world, { params, body }, { caller }) =>
    changeAddresses(caller, params.id, (addresses) => union(addresses, body.addresses)),
)
