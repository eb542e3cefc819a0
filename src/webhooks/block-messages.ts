import { networkConstants } from '../networks/constants.ts'
import { networks } from '../networks/network.ts'
import { monotonicMs } from '../time/clock.ts'
import { headsIn } from '../world/heights.ts'
import type { World } from '../world/world.ts'
import type { MessageMaker } from './message-maker.ts'
import type { BlockOfWorld } from './webhook.ts'
import type { WebhookStore } from './webhook-store.ts'

/** Milliseconds of a turn of the event loop in which messages are made. */
export const sliceMs = 8

/**
 * Makes the messages of blocks behind the cursor for a few milliseconds, and moves it.
 * @returns whether all blocks are done
 */
export function makeSomeMessages(world: World, store: WebhookStore, maker: MessageMaker): boolean {
  if (!hasNewBlock(world, store)) return true
  const until = monotonicMs() + sliceMs
  return store.atomically(() => {
    const lasts = lastBlocks(world)
    const cursor = new Map(store.cursor)
    const moved = new Set<string>()
    let next = nextBlock(lasts, cursor)
    while (next && monotonicMs() < until) {
      const [key, { network, chain, height: last }, from] = next
      let height = last
      if (maker.watches({ network, chain }))
        for (height = from; ; height++) {
          store.enqueue(maker.messagesOf(world, { network, chain, height }))
          if (height === last || monotonicMs() >= until) break
        }
      cursor.set(key, height)
      moved.add(key)
      next = nextBlock(lasts, cursor)
    }
    for (const key of moved) store.moveCursor(key, cursor.get(key) ?? 0)
    return next === undefined
  })
}

/** Tells whether a chain has a block behind the cursor. */
export const hasNewBlock = (world: World, { cursor }: Pick<WebhookStore, 'cursor'>): boolean =>
  nextBlock(lastBlocks(world), cursor) !== undefined

/** Moves the cursor to the present. */
export function skipBlocks(world: World, store: Pick<WebhookStore, 'moveCursor'>): void {
  for (const [chain, { height }] of lastBlocks(world)) store.moveCursor(chain, height)
}

/** Returns the last block of each chain, by its key in the cursor, in a fixed order. */
export const lastBlocks = (world: World): Map<string, BlockOfWorld> =>
  new Map(
    networks.flatMap((network) =>
      Object.entries(headsIn(world, network)).map(([name, { height }]) => {
        const chain = name === 'C' ? networkConstants[network].evmChainId : name
        return [`${network} ${chain}`, { network, chain, height }] as const
      }),
    ),
  )

/** Returns the first chain with a new block, and the height of that block. */
function nextBlock(
  lasts: ReadonlyMap<string, BlockOfWorld>,
  cursor: ReadonlyMap<string, number>,
): [key: string, last: BlockOfWorld, from: number] | undefined {
  for (const [key, last] of lasts) {
    const from = (cursor.get(key) ?? -1) + 1
    if (from <= last.height) return [key, last, from]
  }
  return undefined
}
