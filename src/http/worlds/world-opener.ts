import type { KeyFile } from '../../../schemas/keys.ts'
import type { Config } from '../../config/config.ts'
import { publicAddress } from '../../config/local-address.ts'
import type { TimeSource } from '../../time/clock.ts'
import { paces } from '../../time/pace.ts'
import { AttemptSlots } from '../../webhooks/attempt-slots.ts'
import type { CreateMessageMaker } from '../../webhooks/message-maker.ts'
import { type RecentCopies, Snapshots } from '../../world/history/snapshots.ts'
import type { Semaphore } from '../../world/serial-queue.ts'
import { SimulatedWorld, type WorldSettings } from '../../world/simulated-world.ts'
import type { InitialState } from '../../world/storage/initial-state.ts'
import { OpenWorlds } from '../../world/storage/open-worlds.ts'
import type { WorldDirs } from '../../world/storage/world-dirs.ts'
import { createJournalSpace, type JournalSpace } from '../journal/journal-space.ts'
import { createWorldHandle, mainWorldName, type WorldHandle } from './world-handle.ts'

/** Settings that each world of a server is opened with. */
export interface OpenerSetup {
  readonly config: Config
  readonly keys: KeyFile
  readonly dirs: WorldDirs
  /** Makes the messages of webhooks. */
  readonly createMaker: CreateMessageMaker
  /** Called with each world that is opened, before it serves requests. */
  readonly opened?: ((handle: WorldHandle) => void) | undefined
  /** What the clocks go by; absent: the machine. */
  readonly time?: TimeSource | undefined
}

/** Maximum number of worlds with open files, besides the main world. */
const maxOpen = 16

/** Opens worlds by the options of a server, with what they share. */
export class WorldOpener {
  /** Keys of the key file, as it was last read. */
  keys: KeyFile
  readonly #setup: OpenerSetup
  readonly #recentCopies: RecentCopies = []
  readonly #journals: JournalSpace
  readonly #slots = new AttemptSlots()
  readonly #openWorlds = new OpenWorlds(maxOpen)

  constructor(setup: OpenerSetup) {
    this.#setup = setup
    this.keys = setup.keys
    // The space is twice that of one world, because many worlds share it.
    this.#journals = createJournalSpace(1 + 2 * setup.config.journal)
  }

  /**
   * Opens a world of the directory with its name.
   * @param semaphore runs its changes
   */
  open(name: string, initialState: InitialState, semaphore?: Pick<Semaphore, 'run'>): WorldHandle {
    const { config, dirs } = this.#setup
    const publicSettings: WorldSettings = {
      clock: config.clock,
      pace: config.pace ?? (initialState.settings.size === 'empty' ? paces.off : paces.calm),
      nodeNetwork: config.network,
      dialect: config.dialect,
      signing: config.sign,
      publicUrl: publicAddress(config),
      time: this.#setup.time,
    }
    const dir = dirs.of(name)
    const openWorlds = name === mainWorldName ? undefined : this.#openWorlds
    const snapshots = new Snapshots(dir, this.#recentCopies)
    snapshots.takeOver()
    const world = new SimulatedWorld(
      initialState,
      publicSettings,
      dir,
      snapshots,
      openWorlds,
      semaphore,
    )
    const handle = createWorldHandle(world, config, this.keys, name, this.#journals, {
      slots: this.#slots,
      createMaker: this.#setup.createMaker,
    })
    this.#setup.opened?.(handle)
    return handle
  }
}
