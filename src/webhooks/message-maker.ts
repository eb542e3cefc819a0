import type { World } from '../world/world.ts'
import type { BlockOfWorld, Message, Webhook } from './webhook.ts'

/** Makes the messages of blocks for some webhooks: a function of the rows of a block alone. */
export interface MessageMaker {
  /** Tells whether any of the webhooks is about a chain. */
  watches(block: Pick<BlockOfWorld, 'network' | 'chain'>): boolean
  /**
   * Returns the messages of a block, in the order of its transactions.
   * @param replay number of the replay that they belong to; absent: the block is new
   */
  messagesOf(world: World, block: BlockOfWorld, replay?: number): Message[]
}

/** Builds a maker. @param seed part of the ids of messages */
export type CreateMessageMaker = (seed: string, webhooks: readonly Webhook[]) => MessageMaker
