import { uuidOf } from '../accounts/uuid.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Webhook } from './webhook.ts'

/** Event of a transaction, or of a block for what no transaction does. Webhooks share it. */
export interface WebhookEvent {
  /** Sub-event, or `transaction` for an EVM chain. */
  readonly name: string
  /** Id of its transaction, or of its block. */
  readonly of: string
  /** Distinguishes events of one name in one transaction; empty where there is only one. */
  readonly about: string
  /** Canonical JSON. */
  readonly text: string
  /** Time of its block, milliseconds of the world's clock. */
  readonly timeMs: number
  /** Number of the replay that it belongs to; absent when its block was new. */
  readonly replay?: number
}

/** Message for a webhook: its id and body follow from both, and are made when it is delivered. */
export interface Message {
  readonly webhook: Webhook
  readonly event: WebhookEvent
}

/** Returns the id of a message, which follows from seed, webhook, transaction and event. */
export function messageIdOf(
  seed: string,
  webhookId: string,
  { name, of, about, replay }: Omit<WebhookEvent, 'text' | 'timeMs'>,
): string {
  const ofReplay = replay === undefined ? [] : [replay]
  return uuidOf(seed, 'message', webhookId, of, name, about, ...ofReplay)
}

/** Returns the body of a message: canonical JSON, whose key `event` comes first. */
export function bodyOf(
  messageId: string,
  webhookId: string,
  eventType: Webhook['request']['eventType'],
  eventText: string,
): string {
  const rest = canonicalJson({ eventType, messageId, webhookId }).slice(1)
  return `{"event":${eventText},${rest}`
}
