import type { DeliveryRow, WholeDelivery } from '../../schemas/control/webhooks.ts'
import { timeText } from '../time/time-text.ts'
import type { Delivery } from '../webhooks/delivery-journal.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { QueuedMessage } from '../webhooks/webhook-store.ts'

/** Builds the row of an attempt that was made or is under way. */
export function showDelivery(delivery: Delivery): DeliveryRow {
  const { outcome, dueMs, sentMs } = delivery
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    messageId: delivery.messageId,
    eventType: delivery.eventType,
    event: delivery.event,
    attempt: delivery.attempt,
    due: timeText(dueMs),
    sentAt: timeText(sentMs),
    url: delivery.request.url,
    ...(outcome?.status !== undefined && { status: outcome.status }),
    ...(outcome?.error !== undefined && { error: outcome.error }),
    ...(outcome && { durationMs: outcome.durationMs }),
    state: delivery.state,
  }
}

/** Builds an attempt with request and response. */
export function showWholeDelivery(delivery: Delivery): WholeDelivery {
  const { request, outcome } = delivery
  return {
    ...showDelivery(delivery),
    request: { headers: { ...request.headers }, body: request.body },
    ...(outcome?.status !== undefined && {
      response: {
        status: outcome.status,
        headers: { ...outcome.headers },
        body: outcome.body ?? '',
      },
    }),
  }
}

/** Builds the row of an attempt that is still to be made. */
export const showWaiting = (message: QueuedMessage, webhook: Webhook): DeliveryRow => ({
  id: waitingId(message),
  webhookId: message.webhookId,
  messageId: message.id,
  eventType: webhook.request.eventType,
  event: message.event,
  attempt: message.attempts + 1,
  due: timeText(message.dueMs),
  url: webhook.request.url,
  state: 'waiting',
})

/** Returns the id of the next attempt of a message. */
export const waitingId = ({ seq, attempts }: QueuedMessage): string => `${seq}-${attempts + 1}`
