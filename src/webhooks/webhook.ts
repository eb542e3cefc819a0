import type { WebhookRequest, WebhookResponse } from '../../schemas/data/webhooks.ts'
import type { Network } from '../networks/network.ts'

/** Webhook as the world's accounts hold it. */
export interface Webhook {
  /** Grows in the order of creation. */
  readonly seq: number
  readonly id: string
  readonly owner: string
  readonly status: WebhookResponse['status']
  /** Milliseconds of the world's clock. */
  readonly createdMs: number
  readonly request: WebhookRequest
  /** Messages since it became active that failed their first two attempts. */
  readonly retried: number
  readonly delivered: number
  readonly failed: number
}

/** Block of a world: the chain is P or X, or an EVM chain id. */
export interface BlockOfWorld {
  readonly network: Network
  readonly chain: string
  readonly height: number
}

/** Returns a webhook as the Data API shows it. */
export function toWebhookResponse({ id, status, createdMs, request }: Webhook): WebhookResponse {
  const { name = '', description = '', metadata, eventType, url, ...rest } = request
  const common = { id, url, status, createdAt: createdMs, name, description, eventType, metadata }
  if (request.eventType === 'address_activity') {
    const { chainId, ...flags } = rest as { chainId: string }
    return { ...common, chainId, ...flags } as WebhookResponse
  }
  // G-222: the published shape of the third kind has a chain, and its request has none.
  const chainId = request.eventType === 'validator_activity' ? 'p-chain' : request.chainId
  return { ...common, chainId } as WebhookResponse
}
