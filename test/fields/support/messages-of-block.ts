import { Value } from '@sinclair/typebox/value'
import { webhookMessages } from '../../../schemas/data/webhook-messages.ts'
import type { WebhookRequest } from '../../../schemas/data/webhooks.ts'
import { createMessageMaker } from '../../../src/data/webhooks/create-message-maker.ts'
import { bodyOf, messageIdOf } from '../../../src/webhooks/message.ts'
import type { World } from '../../../src/world/world.ts'
import type { MessagesOfBlock } from './view.ts'

/** Seed of the ids of the messages. */
export const messageSeed = 'seed of messages'
/** Id of the webhook of a view. */
export const webhookId = '11111111-2222-4333-8444-555555555555'

/**
 * Returns the bodies of the messages that the webhook of a view gets of a block.
 * @throws when a body does not fit its schema
 */
export function messagesOfBlock(
  world: World,
  { request, network, chain }: MessagesOfBlock,
  height: number,
): unknown[] {
  const webhook = {
    seq: 1,
    id: webhookId,
    owner: 'owner',
    status: 'active',
    createdMs: 0,
    request: request as WebhookRequest,
    retried: 0,
    delivered: 0,
    failed: 0,
  } as const
  const maker = createMessageMaker([webhook])
  return maker.messagesOf(world, { network, chain, height }).map(({ event }) => {
    const { id, request } = webhook
    const messageId = messageIdOf(messageSeed, id, event)
    const message: unknown = JSON.parse(bodyOf(messageId, id, request.eventType, event.text))
    const [problem] = Value.Errors(webhookMessages[webhook.request.eventType], message)
    if (problem) throw new Error(`${problem.path}: ${problem.message}`)
    return message
  })
}
