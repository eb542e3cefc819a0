import type { World } from '../world/world.ts'
import type { Message } from './message.ts'
import type { BlockOfWorld, Webhook } from './webhook.ts'

/** Makes the messages of blocks for some webhooks: a function of the rows of a block alone. */
export interface MessageMaker {
  /** Tells whether any of the webhooks is about a chain. */
  watches(block: Pick<BlockOfWorld, 'network' | 'chain'>): boolean
  /** Returns the messages of a block, in the order of its transactions. */
  messagesOf(world: World, block: BlockOfWorld): Message[]
}

/** Builds a maker. */
export type CreateMessageMaker = (webhooks: readonly Webhook[]) => MessageMaker
