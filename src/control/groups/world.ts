import {
  resetParts,
  type WorldState,
  type worldOperations,
} from '../../../schemas/control/world.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { Worlds } from '../../http/worlds/worlds.ts'
import type { Network } from '../../networks/network.ts'
import { timeText } from '../../time/time-text.ts'
import { headsIn } from '../../world/heights.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { toRead } from '../to-read.ts'
import { fittingDocument, holdsKeys, replaying } from '../world-documents.ts'

/** Returns the current state of a world, without work. */
export type DescribeWorld = () => WorldState

export const describeWorld =
  ({ name, world }: WorldHandle, worlds: Worlds): DescribeWorld =>
  () => {
    const { fingerprint, settings, id, head, file } = world
    const { setting } = world.clock
    return {
      ...{ name, id, head },
      ...(fingerprint !== undefined && { fingerprint }),
      ...{ seed: settings.seed, size: settings.size },
      ...{ now: setting.now, clock: setting },
      definition: { source: worlds.sourceOf(settings.definition) },
      networks: { mainnet: headsOf(world, 'mainnet'), fuji: headsOf(world, 'fuji') },
      file,
    }
  }

const headsOf = (world: SimulatedWorld, network: Network): WorldState['networks'][Network] =>
  Object.fromEntries(
    Object.entries(headsIn(world, network)).map(([chain, { height, time }]) => [
      chain,
      { height, time: timeText(time * 1000) },
    ]),
  )

/** Builds the operations of the world itself: docs/control.md. */
export function worldGroup(handle: WorldHandle, worlds: Worlds): Group<typeof worldOperations> {
  const { world } = handle
  const describe = describeWorld(handle, worlds)
  const isMain = handle === worlds.main
  return {
    async getWorld(_input, caller) {
      await toRead(world, caller)
      const digest = world.findFingerprint()
      // The state has to be of the same moment as the digest.
      const { name, id, head, ...rest } = describe()
      const fingerprint = await digest
      return { name, id, head, ...(fingerprint !== undefined && { fingerprint }), ...rest }
    },
    async reset({ body: { parts } }) {
      const wanted = parts ?? resetParts.filter((part) => isMain || part !== 'worlds')
      if (wanted.includes('worlds') && !isMain)
        throw new ControlError(
          'not_possible',
          `only the main world resets "worlds" in parts, and this request is for the world ${handle.name}; leave "worlds" out, or send the reset without naming a world`,
          {
            pointer: '/parts',
          },
        )
      await handle.reset(wanted.filter((part) => part !== 'worlds'))
      if (wanted.includes('worlds')) await worlds.removeAll()
      return { world: describe() }
    },
    async exportWorld(_input, caller) {
      await toRead(world, caller)
      const { format, generatorVersion, ...rest } = world.history.export()
      const isPrivate = await holdsKeys(rest)
      return { format, generatorVersion, ...(isPrivate && { warning: ofKeys }), ...rest }
    },
    async importWorld({ body }) {
      await fittingDocument(body, '')
      await replaying('', () => world.history.import(body))
      // A running clock brings the world to the time of the document.
      await world.whenReady()
      return { world: describe() }
    },
  }
}

const ofKeys = 'this document contains private keys, in the cast of the definition or in the log'
