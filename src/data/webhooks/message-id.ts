import { uuidOf } from '../../accounts/uuid.ts'
import { canonicalJson } from '../../webhooks/canonical-json.ts'
import type { Message, Webhook } from '../../webhooks/webhook.ts'

/** Event of a transaction, or of a block for what no transaction does. */
interface Event {
  /** Sub-event, or `transaction`. */
  readonly name: string
  /** Id of the transaction, or of the block. */
  readonly of: string
  /** Distinguishes events of one name in one transaction. */
  readonly about?: string
  readonly body: object
  /** Epoch seconds of the block. */
  readonly timestamp: number
}

/** Builds messages whose ids follow from seed, webhook, transaction and event. */
export const messageMaker =
  (seed: string, replay: number | undefined) =>
  ({ id: webhookId, request }: Webhook, event: Event): Message => {
    const id = uuidOf(
      seed,
      'message',
      webhookId,
      event.of,
      event.name,
      event.about ?? '',
      ...(replay === undefined ? [] : [replay]),
    )
    const { eventType } = request
    const envelope = { webhookId, eventType, messageId: id, event: event.body }
    return {
      id,
      webhookId,
      event: event.name,
      of: event.of,
      body: canonicalJson(envelope),
      timeMs: event.timestamp * 1000,
    }
  }
