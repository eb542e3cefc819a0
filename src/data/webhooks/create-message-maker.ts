import type { CreateMessageMaker } from '../../webhooks/message-maker.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { EvmMessages, type EvmWebhook } from './evm-messages.ts'
import { PrimaryMessages, type PrimaryWebhook } from './primary-messages.ts'
import { ValidatorMessages, type ValidatorWebhook } from './validator-messages.ts'

/** Builds the maker of the messages of all three kinds of webhooks. */
export const createMessageMaker: CreateMessageMaker = (seed, webhooks) => {
  const ofType = <Kind extends Webhook>(eventType: Kind['request']['eventType']) =>
    webhooks.filter(({ request }) => request.eventType === eventType) as Kind[]
  const evm = new EvmMessages(seed, ofType<EvmWebhook>('address_activity'))
  const primary = new PrimaryMessages(
    seed,
    ofType<PrimaryWebhook>('primary_network_address_activity'),
  )
  const validators = new ValidatorMessages(seed, ofType<ValidatorWebhook>('validator_activity'))
  return {
    watches: (block) =>
      evm.watches(block.chain) || primary.watches(block) || validators.watches(block),
    messagesOf: (world, block, replay) => [
      ...evm.messagesOf(world, block, replay),
      ...primary.messagesOf(world, block, replay),
      ...validators.messagesOf(world, block, replay),
    ],
  }
}
