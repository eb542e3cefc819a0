import type { CreateMessageMaker } from '../../webhooks/message-maker.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { EvmMessages, type EvmWebhook } from './evm-messages.ts'
import { PrimaryMessages, type PrimaryWebhook } from './primary-messages.ts'
import { ValidatorMessages, type ValidatorWebhook } from './validator-messages.ts'

/** Builds the maker of the messages of all three kinds of webhooks. */
export const createMessageMaker: CreateMessageMaker = (webhooks) => {
  const ofType = <Kind extends Webhook>(eventType: Kind['request']['eventType']) =>
    webhooks.filter(({ request }) => request.eventType === eventType) as Kind[]
  const evm = new EvmMessages(ofType<EvmWebhook>('address_activity'))
  const primary = new PrimaryMessages(ofType<PrimaryWebhook>('primary_network_address_activity'))
  const validators = new ValidatorMessages(ofType<ValidatorWebhook>('validator_activity'))
  return {
    watches: (block) =>
      evm.watches(block.chain) || primary.watches(block) || validators.watches(block),
    messagesOf: (world, block) => [
      ...evm.messagesOf(world, block),
      ...primary.messagesOf(world, block),
      ...validators.messagesOf(world, block),
    ],
  }
}
