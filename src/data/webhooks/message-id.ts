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
    // The envelope is canonical: its keys are sorted.
    const rest = canonicalJson({ eventType, messageId: id, webhookId }).slice(1)
    return {
      id,
      webhookId,
      event: event.name,
      of: event.of,
      body: `{"event":${textOf(event.body)},${rest}`,
      timeMs: event.timestamp * 1000,
    }
  }

/** Returns the canonical text of an event, which the messages of several webhooks share. */
function textOf(body: object): string {
  const text = texts.get(body) ?? canonicalJson(body)
  texts.set(body, text)
  return text
}
const texts = new WeakMap<object, string>()
