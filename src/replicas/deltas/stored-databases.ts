import { constants, copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { EngineAwayError } from '../../shared-log/errors.ts'
import { getJson, putJson } from '../../shared-log/large-bodies.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import type { TemporaryFolder } from '../../world/temporary-folder.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import type { Earlier } from './database-delta.ts'
import { deltaBeside } from './delta-beside.ts'
import { DeltaBodies, deltaPrefix, type StoredDelta } from './delta-bodies.ts'

/** Copy of a database, and its name in a snapshot. */
interface DatabaseFile {
  readonly name: string
  readonly path: string
}

/** A database in a snapshot: what leads to its state, in order. */
interface StoredDatabase {
  /** Whether the first delta begins with the base of the sandbox, instead of an empty database. */
  readonly isOnBase: boolean
  readonly deltas: readonly StoredDelta[]
}

/** Databases of a snapshot, by the name of their file. */
type StoredDatabases = Readonly<Record<string, StoredDatabase>>

/** Deltas that lead to a database before two of them are merged. */
const maxDeltas = 16

/** Deltas that are read and applied at once: reading one takes 16 MB. */
const readAtOnce = 4

/** Compressed bytes of changes, as a part of the base, with which most of a database is new. */
const manyChanges = 0.1

interface DatabaseStoreOf {
  readonly log: Pick<SharedLog, 'putParts' | 'getParts' | 'partNames' | 'removeParts'>
  /** Version, as names have it. */
  readonly version: string
  /** Name that no other process uses. */
  readonly process: string
  /** Returns the file of the base of the sandbox; absent: there is none of this version. */
  readonly base?: (() => string) | undefined
}

/**
 * Databases of the snapshots of a sandbox, beside its log. A snapshot adds what has changed since
 * the one before: a delta for each database. Snapshots share the deltas.
 */
export class DatabaseStore {
  readonly #of: DatabaseStoreOf
  /** Copies of the databases of the snapshot that this process has added last. */
  #copies: { readonly of: string; readonly folder: TemporaryFolder } | undefined
  readonly #bodies: DeltaBodies

  constructor(of: DatabaseStoreOf) {
    this.#of = of
    this.#bodies = new DeltaBodies(of)
  }

  /**
   * Stores the databases of a snapshot.
   * @param snapshot text that no other snapshot has, which begins with its position
   * @param earlier text of the snapshot before; absent: all of them are stored whole
   * @param folder folder with the databases under their names, which it takes
   */
  async add(
    snapshot: string,
    databases: readonly DatabaseFile[],
    earlier?: string,
    folder?: TemporaryFolder,
  ): Promise<void> {
    const scratch = makeScratchFolder()
    try {
      const before = earlier === undefined ? {} : await this.#listIfAny(earlier)
      const stored: Record<string, StoredDatabase> = {}
      for (const { name, path } of databases) {
        const known = before[name]
        const copy =
          known && earlier !== undefined
            ? await this.#copyOf(name, known, earlier, scratch.folder)
            : undefined
        stored[name] =
          known && copy !== undefined
            ? await this.#continued(snapshot, known, { copy, later: path }, scratch.folder)
            : await this.#whole(snapshot, path, scratch.folder)
      }
      await this.#putList(snapshot, stored)
      this.#copies?.folder.remove()
      this.#copies = folder && { of: snapshot, folder }
    } finally {
      scratch.remove()
    }
  }

  /**
   * Restores the databases of a snapshot below a folder.
   * @throws MissingPartsError when one is damaged or was removed
   */
  async read(snapshot: string, folder: string): Promise<void> {
    for (;;) {
      const databases = await this.#list(snapshot)
      try {
        for (const [name, database] of Object.entries(databases))
          await this.#restore(database, join(folder, name))
        return
      } catch (error) {
        // Two of its deltas may have been merged meanwhile.
        if (isDeepStrictEqual(await this.#list(snapshot), databases)) throw error
      }
    }
  }

  /**
   * Removes the databases of other snapshots.
   * @param staying texts of the snapshots that stay, the newest one first
   * @param isEarlier returns whether a version is earlier than this one
   */
  async tidy(staying: readonly string[], isEarlier: (version: string) => boolean): Promise<void> {
    const { log, version } = this.#of
    const newest = positionIn(staying[0] ?? '')
    const lists = new Map<string, StoredDatabases>()
    for (const snapshot of staying) lists.set(snapshot, await this.#listIfAny(snapshot))
    await this.#shorten(lists)
    const names = new Set([...lists.keys()].map((snapshot) => this.#listName(snapshot)))
    for (const list of lists.values())
      for (const { deltas } of Object.values(list)) for (const { name } of deltas) names.add(name)
    for (const name of [
      ...(await log.partNames(listPrefix)),
      ...(await log.partNames(deltaPrefix)),
    ]) {
      const [, of = '', position] = name.split('/')
      // A later snapshot of another replica may not be complete yet.
      if (isEarlier(of) || (of === version && !names.has(name) && Number(position) <= newest))
        await log.removeParts(name)
    }
  }

  /** Removes the copies of this process. */
  end(): void {
    this.#copies?.folder.remove()
    this.#copies = undefined
  }

  /** Stores what has changed in a database since its earlier state. */
  async #continued(
    snapshot: string,
    known: StoredDatabase,
    { copy, later }: { readonly copy: string; readonly later: string },
    scratch: string,
  ): Promise<StoredDatabase> {
    const delta = await this.#addDelta(snapshot, { path: copy, isBase: false }, later, scratch)
    return delta ? { ...known, deltas: [...known.deltas, delta] } : known
  }

  /** Stores a database that nothing is known of. */
  async #whole(snapshot: string, later: string, scratch: string): Promise<StoredDatabase> {
    const base = this.#of.base?.()
    const earlier = base === undefined ? undefined : { path: base, isBase: true }
    const delta = await this.#addDelta(snapshot, earlier, later, scratch)
    return { isOnBase: base !== undefined, deltas: delta ? [delta] : [] }
  }

  async #addDelta(
    snapshot: string,
    earlier: Earlier | undefined,
    later: string,
    scratch: string,
  ): Promise<StoredDelta | undefined> {
    const target = join(scratch, 'delta.sqlite')
    rmSync(target, { force: true })
    const differs = await deltaBeside({ do: 'write', earlier, later, target })
    return differs ? await this.#bodies.put(positionIn(snapshot), target) : undefined
  }

  /** Returns a file with the earlier state of a database; undefined when that cannot be read. */
  async #copyOf(
    name: string,
    known: StoredDatabase,
    earlier: string,
    scratch: string,
  ): Promise<string | undefined> {
    const copy = this.#copies && join(this.#copies.folder.folder, name)
    if (copy !== undefined && this.#copies?.of === earlier && existsSync(copy)) return copy
    const restored = join(scratch, 'earlier.sqlite')
    try {
      await this.#restore(known, restored)
      return restored
    } catch (error) {
      if (error instanceof EngineAwayError) throw error
      return undefined
    }
  }

  /** Restores a database: some deltas are read while those before them are applied. */
  async #restore({ isOnBase, deltas }: StoredDatabase, target: string): Promise<void> {
    const scratch = makeScratchFolder()
    const read = (first: number) =>
      Promise.all(
        deltas
          .slice(first, first + readAtOnce)
          .map((delta, number) =>
            this.#bodies.get(delta, join(scratch.folder, `${first + number}`)),
          ),
      )
    try {
      mkdirSync(dirname(target), { recursive: true })
      rmSync(target, { force: true })
      const base = isOnBase ? this.#of.base?.() : undefined
      if (base !== undefined) copyFileSync(base, target, constants.COPYFILE_FICLONE)
      const baseBytes = base === undefined ? 0 : statSync(base).size
      const bytes = deltas.reduce((sum, delta) => sum + delta.bytes, 0)
      const rebuildsIndexes = bytes > manyChanges * baseBytes
      let next = read(0)
      for (let first = 0; first < deltas.length; first += readAtOnce) {
        const paths = await next
        const isLast = first + readAtOnce >= deltas.length
        next = read(first + readAtOnce)
        // Its error is thrown when its turn comes.
        next.catch(() => {})
        await deltaBeside({ do: 'apply', deltas: paths, target, how: { rebuildsIndexes, isLast } })
        for (const path of paths) rmSync(path)
      }
    } finally {
      scratch.remove()
    }
  }

  /** Merges deltas that all snapshots share, where there are many: a start applies each of them. */
  async #shorten(lists: Map<string, StoredDatabases>): Promise<void> {
    const [newest = {}] = lists.values()
    for (const [name, { deltas }] of Object.entries(newest)) {
      if (deltas.length <= maxDeltas) continue
      const shared = sharedBy(
        [...lists.values()].flatMap((list) => (list[name] ? [list[name].deltas] : [])),
      )
      const first = smallestPair(shared)
      const [one, other] = shared.slice(first, first + 2)
      if (!one || !other) continue
      const merged = await this.#merged(one, other)
      for (const [snapshot, list] of lists) {
        const known = list[name]
        if (!known) continue
        const changed = {
          ...list,
          [name]: { ...known, deltas: known.deltas.toSpliced(first, 2, merged) },
        }
        await this.#putList(snapshot, changed)
        lists.set(snapshot, changed)
      }
    }
  }

  async #merged(one: StoredDelta, other: StoredDelta): Promise<StoredDelta> {
    const scratch = makeScratchFolder()
    try {
      const [first, second, target] = ['first', 'second', 'merged'].map((name) =>
        join(scratch.folder, `${name}.sqlite`),
      ) as [string, string, string]
      await this.#bodies.get(one, first)
      await this.#bodies.get(other, second)
      await deltaBeside({ do: 'merge', first, second, target })
      return await this.#bodies.put(Number(other.name.split('/')[2]), target)
    } finally {
      scratch.remove()
    }
  }

  #putList(snapshot: string, list: StoredDatabases): Promise<void> {
    return putJson(this.#of.log, this.#listName(snapshot), list)
  }

  async #list(snapshot: string): Promise<StoredDatabases> {
    return (await getJson(this.#of.log, this.#listName(snapshot))) as StoredDatabases
  }

  async #listIfAny(snapshot: string): Promise<StoredDatabases> {
    return await this.#list(snapshot).catch((error) => {
      if (error instanceof EngineAwayError) throw error
      return {}
    })
  }

  #listName(snapshot: string): string {
    return `${listPrefix}${this.#of.version}/${snapshot}`
  }
}

const listPrefix = 'databases/'

const positionIn = (snapshot: string): number => Number(snapshot.split('/')[0])

/** Returns the deltas that all lists begin with. */
function sharedBy(lists: readonly (readonly StoredDelta[])[]): readonly StoredDelta[] {
  const [first = [], ...others] = lists
  const end = first.findIndex(({ name }, place) =>
    others.some((list) => list[place]?.name !== name),
  )
  return end < 0 ? first : first.slice(0, end)
}

/** Returns the place of the two neighbours that are smallest together. */
function smallestPair(deltas: readonly StoredDelta[]): number {
  const sizes = deltas.slice(1).map(({ bytes }, place) => bytes + (deltas[place]?.bytes ?? 0))
  return sizes.indexOf(Math.min(...sizes))
}
