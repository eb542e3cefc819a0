import { CompactedError } from '../../shared-log/errors.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import type { TemporaryFolder } from '../../world/temporary-folder.ts'
import { positionText } from '../deltas/delta-bodies.ts'
import type { SandboxBase } from '../deltas/restore-database.ts'
import { DatabaseStore } from '../deltas/stored-databases.ts'
import type { LogPlace } from '../following/log-place.ts'
import {
  compareVersions,
  ownVersion,
  type Version,
  versionOf,
  versionText,
} from '../versions/version.ts'
import { type ArchivedFile, type Captured, pack, unpack } from './archive.ts'

/** Snapshots that stay. */
const maxSnapshots = 3

/** Records that stay before the oldest of these snapshots. */
const recordsBefore = 10_000

/** Records that are read at once. */
const readAtOnce = 50

/** Names of all snapshots begin with this, and with their version. */
const prefix = 'snapshot/'

/** Returns the versions that have snapshots beside a log, each once. */
export async function versionsOfSnapshots(log: Pick<SharedLog, 'partNames'>): Promise<Version[]> {
  const names = await log.partNames(prefix)
  return [...new Set(names.map((name) => name.split('/')[1] ?? ''))].map(versionOf)
}

interface SnapshotStoreOf {
  readonly log: SharedLog
  /** Name that no other process uses. */
  readonly process: string
  readonly version?: Version
  /** Returns the base of the sandbox; absent: there is none of this version. */
  readonly base?: () => SandboxBase
}

/**
 * Snapshots of a sandbox of one version: large bodies beside the log. The databases of worlds are
 * bodies of their own.
 */
export class SnapshotStore {
  readonly #log: SharedLog
  readonly #version: Version
  readonly #prefix: string
  readonly #databases: DatabaseStore

  constructor({ log, process, version = ownVersion, base }: SnapshotStoreOf) {
    this.#log = log
    this.#version = version
    this.#prefix = `${prefix}${versionText(version)}/`
    this.#databases = new DatabaseStore({ log, process, version: versionText(version), base })
  }

  /** Returns the places of complete snapshots that lie on the log's chain, the newest one first. */
  async list(): Promise<LogPlace[]> {
    const places = (await this.#all()).reverse()
    const areOnChain = await Promise.all(places.map((place) => this.isOnChain(place)))
    return places.filter((_, number) => areOnChain[number])
  }

  /** Returns the place of the newest snapshot that lies on the log's chain. */
  async newest(): Promise<LogPlace | undefined> {
    for (const place of (await this.#all()).reverse()) if (await this.isOnChain(place)) return place
    return undefined
  }

  /** A position alone proves nothing: the log may have lost records and given theirs to others. */
  async isOnChain({ position, chain }: LogPlace): Promise<boolean> {
    try {
      const { records } = await this.#log.read(position - 1, 1)
      return records[0]?.chain === chain
    } catch (error) {
      if (error instanceof CompactedError) return false
      throw error
    }
  }

  /**
   * Unpacks a snapshot below a folder, and returns its value.
   * @param meanwhile called when this thread has no work for a while
   * @throws when it is damaged or was removed
   */
  async read(place: LogPlace, folder: string, meanwhile?: () => void): Promise<unknown> {
    const reads = [
      unpack(this.#log.getParts(this.#nameOf(place)), folder),
      this.#databases.read(textOf(place), folder, meanwhile),
    ] as const
    // Neither writes into the folder any more when the other one has failed.
    await Promise.allSettled(reads)
    const [value] = await Promise.all(reads)
    return value
  }

  /**
   * Stores a snapshot.
   * @param earlier place of the newest one, whose databases are read where this process has not
   *   added it; absent: the databases are stored whole
   * @param folder folder with the files under their names, which it takes
   */
  async add(
    place: LogPlace,
    { value, files }: Captured,
    earlier?: LogPlace,
    folder?: TemporaryFolder,
  ): Promise<void> {
    const [worlds, others] = [true, false].map((isWorld) =>
      files.filter((file) => (file.isWorld === true) === isWorld),
    ) as [ArchivedFile[], ArchivedFile[]]
    await this.#databases.add(textOf(place), worlds, earlier && textOf(earlier), folder)
    await this.#log.putParts(this.#nameOf(place), pack(value, others))
  }

  /** Releases what it holds for the next snapshot. */
  end(): void {
    this.#databases.end()
  }

  /**
   * Removes snapshots and records that no start needs any more, and snapshots of earlier versions:
   * replicas of this one serve the sandbox.
   */
  async tidy(): Promise<void> {
    const staying = (await this.list()).slice(0, maxSnapshots)
    const names = new Set(staying.map((place) => this.#nameOf(place)))
    const unused = (await this.#log.partNames(prefix)).filter((name) => {
      const order = compareVersions(versionOf(name.split('/')[1] ?? ''), this.#version)
      return order < 0 || (order === 0 && !names.has(name))
    })
    await this.#log.removeParts(unused)
    await this.#databases.tidy(
      staying.map(textOf),
      (version) => compareVersions(versionOf(version), this.#version) < 0,
    )
    const through = (staying.at(-1)?.position ?? 0) - recordsBefore
    if (through > 0) await this.#compact(through)
  }

  /** Removes records, and the large inputs that lie beside them. */
  async #compact(through: number): Promise<void> {
    let after = 0
    while (after < through) {
      try {
        const { records } = await this.#log.read(after, Math.min(readAtOnce, through - after))
        const inputs = records.map(({ text }): string | undefined => JSON.parse(text).parts)
        await this.#log.removeParts(inputs.filter((name) => name !== undefined))
        after += readAtOnce
      } catch (error) {
        if (!(error instanceof CompactedError)) throw error
        after = error.through
      }
    }
    await this.#log.compact(through)
  }

  async #all(): Promise<LogPlace[]> {
    return (await this.#log.partNames(this.#prefix)).map((name) => this.#placeOf(name))
  }

  #nameOf(place: LogPlace): string {
    return `${this.#prefix}${textOf(place)}`
  }

  #placeOf(name: string): LogPlace {
    const [position, atMs, chain = ''] = name.slice(this.#prefix.length).split('/')
    return { position: Number(position), atMs: Number(atMs), chain }
  }
}

/** Text of a place in names, which have the order of the positions then. */
const textOf = ({ position, chain, atMs }: LogPlace): string =>
  `${positionText(position)}/${atMs}/${chain}`
