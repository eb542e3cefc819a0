import { createWebhook } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import { union } from './change-addresses.ts'
import { checkedRequest } from './check-request.ts'
import { webhooksOf } from './webhooks-of.ts'

/** `POST /v1/webhooks`: it gets the messages of the blocks that come after it. */
export const createWebhookRoute = route(createWebhook, async (world, { body }, { caller }) => {
  const webhooks = webhooksOf(caller)
  const request = checkedRequest(world, body, webhooks.hosts)
  const unique =
    request.eventType === 'address_activity'
      ? {
          ...request,
          metadata: { ...request.metadata, addresses: union([], request.metadata.addresses) },
        }
      : request
  const made = await webhooks.changed((store) =>
    store.add(caller.owner, caller.keyPrefix, caller.requestWorld.world.clock.nowMs(), unique),
  )
  return toWebhookResponse(made)
})
