import { deactivateWebhook } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import { findWebhook, webhooksOf } from './webhooks-of.ts'

/** `DELETE /v1/webhooks/{id}`: it becomes inactive, and can still be read. */
export const deactivateWebhookRoute = route(
  deactivateWebhook,
  async (_world, { params: { id } }, { caller }) => {
    findWebhook(caller, id)
    const changed = await webhooksOf(caller).changed((store) => {
      store.update(id, { status: 'inactive' })
      return findWebhook(caller, id)
    })
    return toWebhookResponse(changed)
  },
)
