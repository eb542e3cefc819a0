import { updateWebhook, type WebhookRequest } from '../../../schemas/data/webhooks.ts'
import { badRequest } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import { checkUrl } from './check-request.ts'
import { findWebhook, webhooksOf } from './webhooks-of.ts'

const flags = ['includeInternalTxs', 'includeLogs'] as const

/**
 * `PATCH /v1/webhooks/{id}`: 400 for flags of an EVM chain on another kind. An inactive webhook
 * forgets what waits. G-222, G-224
 */
export const updateWebhookRoute = route(
  updateWebhook,
  async (_world, { params: { id }, body }, { caller }) => {
    const webhooks = webhooksOf(caller)
    const { request: before } = findWebhook(caller, id)
    const wrong = flags.find((flag) => body[flag] !== undefined)
    if (wrong && before.eventType !== 'address_activity')
      throw badRequest(`${wrong} can be set only for webhooks of the type address_activity`)
    if (body.url !== undefined) checkUrl(body.url, webhooks.hosts)
    const changed = await webhooks.changed((store) => {
      const { request, status: now } = findWebhook(caller, id)
      const { status = now, ...change } = body
      store.update(id, {
        request: { ...request, ...change } as WebhookRequest,
        ...(status !== now && { status }),
      })
      return findWebhook(caller, id)
    })
    return toWebhookResponse(changed)
  },
)
