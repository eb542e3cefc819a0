import { notFound, quoteInput } from '../../http/response/errors.ts'
import type { Caller } from '../../http/rest/route.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'

/**
 * Returns the webhooks of the world.
 * @throws in a process that has none: its operations are handed over to the writer
 */
export function webhooksOf({ requestWorld }: Caller): Webhooks {
  if (!requestWorld.webhooks) throw new Error('internal error: only the writer reads webhooks')
  return requestWorld.webhooks
}

/** Returns a webhook of the caller. @throws 404 for an unknown one, and for that of another key */
export function findWebhook(caller: Caller, id: string): Webhook {
  const webhook = webhooksOf(caller).store.find(id)
  if (webhook?.owner !== caller.owner) throw notFound(`Webhook ${quoteInput(id)} does not exist`)
  return webhook
}
