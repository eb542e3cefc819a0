import type { WebhookResponse } from '../../../schemas/data/webhooks.ts'
import { badRequest } from '../../http/response/errors.ts'
import type { Caller } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import type { EvmWebhook } from './evm-messages.ts'
import { findWebhook, webhooksOf } from './webhooks-of.ts'

/** Response about a webhook of an EVM chain. */
type EvmWebhookResponse = Extract<WebhookResponse, { eventType: 'address_activity' }>

/** G-220: maximum number of addresses of a webhook. */
const maxAddresses = 10_000

/** Returns a webhook of the caller about an EVM chain. @throws 400 for another kind */
export function findEvmWebhook(caller: Caller, id: string): EvmWebhook {
  const webhook = findWebhook(caller, id)
  if (webhook.request.eventType !== 'address_activity')
    throw badRequest(
      `Webhook ${id} is of the type ${webhook.request.eventType}, which has no addresses`,
    )
  return webhook as EvmWebhook
}

/**
 * Changes the addresses of a webhook.
 * @param change returns the addresses after the change
 * @throws 400 when none or too many would be left
 */
export async function changeAddresses(
  caller: Caller,
  id: string,
  change: (addresses: readonly string[]) => string[],
): Promise<EvmWebhookResponse> {
  findEvmWebhook(caller, id)
  const changed = await webhooksOf(caller).changed((store) => {
    const { request } = findEvmWebhook(caller, id)
    const addresses = change(request.metadata.addresses)
    if (addresses.length === 0 || addresses.length > maxAddresses)
      throw badRequest(
        `addresses must leave 1 to ${maxAddresses} addresses to the webhook; it would have ${addresses.length}`,
      )
    store.update(id, { request: { ...request, metadata: { ...request.metadata, addresses } } })
    return findEvmWebhook(caller, id)
  })
  return toWebhookResponse(changed) as EvmWebhookResponse
}

/** Returns the addresses, each once in any case, in the order in which they were added. */
export function union(addresses: readonly string[], more: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const address of [...addresses, ...more]) {
    const key = address.toLowerCase()
    if (!known.has(key)) known.set(key, address)
  }
  return [...known.values()]
}
