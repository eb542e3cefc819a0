import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { EngineAwayError } from '../../shared-log/errors.ts'
import { getJson, putJson } from '../../shared-log/large-bodies.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import type { TemporaryFolder } from '../../world/temporary-folder.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import type { Earlier } from './database-delta.ts'
import { imageParts } from './database-image.ts'
import { DeltaBodies, deltaPrefix, type StoredFile } from './delta-bodies.ts'
import { deltaInThread } from './delta-in-thread.ts'
import {
  restoreDatabase,
  type SandboxBase,
  type StoredDatabase,
  type StoredImage,
} from './restore-database.ts'

/** Copy of a database, and its name in a snapshot. */
interface DatabaseFile {
  readonly name: string
  readonly path: string
}

/** Databases of a snapshot, by the name of their file. */
type StoredDatabases = Readonly<Record<string, StoredDatabase>>

/** Returns a list of a database with the same state, shorter. */
type Shorten = (known: StoredDatabase) => StoredDatabase

/** Deltas that lead to a database before two of them are merged. */
const maxDeltas = 16

/**
 * Compressed bytes of deltas from which an image takes their place: a start then has their rows
 * without inserting them. It stays until the deltas after it are half as large.
 */
const minImageBytes = 3_000_000

/**
 * Compressed bytes of a database in all, while a new image and what it replaces are both stored. An
 * image that would take more is not made.
 */
const maxStoredBytes = 95_000_000

/** Bytes of an image as a multiple of the deltas that lead to it: its rows are not coded. */
const imageFactor = 1.15

interface DatabaseStoreOf {
  readonly log: Pick<SharedLog, 'putParts' | 'getParts' | 'partNames' | 'removeParts'>
  /** Version, as names have it. */
  readonly version: string
  /** Name that no other process uses. */
  readonly process: string
  /** Returns the base of the sandbox; absent: there is none of this version. */
  readonly base?: (() => SandboxBase) | undefined
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
   * @param meanwhile called when this thread has no work for a while
   * @throws MissingPartsError when one is damaged or was removed
   */
  async read(snapshot: string, folder: string, meanwhile?: () => void): Promise<void> {
    for (;;) {
      const databases = await this.#list(snapshot)
      try {
        for (const [name, database] of Object.entries(databases))
          await this.#restore(database, join(folder, name), meanwhile)
        return
      } catch (error) {
        // Another delta or an image may have taken the place of some deltas meanwhile.
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
      for (const { first, deltas } of Object.values(list))
        for (const { name } of typeof first === 'object' ? [...first, ...deltas] : deltas)
          names.add(name)
    const stored = [...(await log.partNames(listPrefix)), ...(await log.partNames(deltaPrefix))]
    const unused = stored.filter((name) => {
      const [, of = '', position] = name.split('/')
      // A later snapshot of another replica may not be complete yet.
      return isEarlier(of) || (of === version && !names.has(name) && Number(position) <= newest)
    })
    await log.removeParts(unused)
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
    base?.verify()
    const earlier = base && { path: base.file, isBase: true }
    const delta = await this.#addDelta(snapshot, earlier, later, scratch)
    return { first: base === undefined ? 'empty' : 'base', deltas: delta ? [delta] : [] }
  }

  async #addDelta(
    snapshot: string,
    earlier: Earlier | undefined,
    later: string,
    scratch: string,
  ): Promise<StoredFile | undefined> {
    const target = join(scratch, 'delta.sqlite')
    rmSync(target, { force: true })
    const differs = await deltaInThread({ do: 'write', earlier, later, target })
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

  /** Shortens what all snapshots share of a database, where it is long. */
  async #shorten(lists: Map<string, StoredDatabases>): Promise<void> {
    const [newest = {}] = lists.values()
    for (const name of Object.keys(newest)) {
      const all = [...lists.values()].flatMap((list) => list[name] ?? [])
      const shorter = await this.#shorter(all).catch((error) => {
        if (error instanceof EngineAwayError) throw error
        // A start that finds a damaged delta has everything stored again.
        return undefined
      })
      if (!shorter) continue
      for (const [snapshot, list] of lists) {
        const known = list[name]
        if (!known) continue
        const changed = { ...list, [name]: shorter(known) }
        await this.#putList(snapshot, changed)
        lists.set(snapshot, changed)
      }
    }
  }

  /** Stores what makes all lists of a database shorter. @returns what it changes in one of them */
  async #shorter(all: readonly StoredDatabase[]): Promise<Shorten | undefined> {
    return (await this.#withImage(all)) ?? (await this.#withFewer(all))
  }

  /** Stores an image in place of deltas that all lists share. */
  async #withImage(all: readonly StoredDatabase[]): Promise<Shorten | undefined> {
    const [newest] = all
    if (!newest) return undefined
    // A delta has to follow in every list.
    const shortest = Math.min(...all.map(({ deltas }) => deltas.length))
    const shared = sharedBy(all).slice(0, Math.max(shortest - 1, 0))
    const before = typeof newest.first === 'object' ? bytesOf(newest.first) : 0
    const added = bytesOf(shared)
    if (added < Math.max(minImageBytes, before / 2)) return undefined
    const stored = before + bytesOf(newest.deltas)
    if (stored + imageFactor * (before + added) > maxStoredBytes) return undefined
    const image = await this.#image({ first: newest.first, deltas: shared })
    return ({ deltas }) => ({ first: image, deltas: deltas.slice(shared.length) })
  }

  /** Merges two deltas where there are many: a start applies each of them. */
  async #withFewer(all: readonly StoredDatabase[]): Promise<Shorten | undefined> {
    if ((all[0]?.deltas.length ?? 0) <= maxDeltas) return undefined
    const shared = sharedBy(all)
    const place = smallestPair(shared)
    const [one, other] = shared.slice(place, place + 2)
    if (!one || !other) return undefined
    const merged = await this.#merged(one, other)
    return (known) => ({ ...known, deltas: known.deltas.toSpliced(place, 2, merged) })
  }

  /** Stores the image of a state, under the position of its last delta. */
  async #image(state: StoredDatabase): Promise<StoredImage> {
    const scratch = makeScratchFolder()
    try {
      const [path, target] = ['state', 'image'].map((name) =>
        join(scratch.folder, `${name}.sqlite`),
      ) as [string, string]
      await restoreDatabase(state, {
        ...{ bodies: this.#bodies, base: this.#of.base },
        ...{ target: path, hasIndexes: false },
      })
      const stored: StoredFile[] = []
      for (const part of imageParts) {
        rmSync(target, { force: true })
        await deltaInThread({ do: 'image', path, target, part })
        stored.push(await this.#bodies.put(positionOf(state.deltas.at(-1)), target))
      }
      return stored as [StoredFile, StoredFile]
    } finally {
      scratch.remove()
    }
  }

  async #merged(one: StoredFile, other: StoredFile): Promise<StoredFile> {
    const scratch = makeScratchFolder()
    try {
      const [first, second, target] = ['first', 'second', 'merged'].map((name) =>
        join(scratch.folder, `${name}.sqlite`),
      ) as [string, string, string]
      await this.#bodies.get(one, first)
      await this.#bodies.get(other, second)
      await deltaInThread({ do: 'merge', first, second, target })
      return await this.#bodies.put(positionOf(other), target)
    } finally {
      scratch.remove()
    }
  }

  #restore(database: StoredDatabase, target: string, meanwhile?: () => void): Promise<void> {
    const { base } = this.#of
    return restoreDatabase(database, { bodies: this.#bodies, base, target, meanwhile })
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

/** Position of the snapshot that a delta was made for. */
const positionOf = (delta: StoredFile | undefined): number => Number(delta?.name.split('/')[2])

const bytesOf = (deltas: readonly StoredFile[]): number =>
  deltas.reduce((sum, { bytes }) => sum + bytes, 0)

/** Returns the deltas that all lists begin with. */
function sharedBy(all: readonly StoredDatabase[]): readonly StoredFile[] {
  const [newest, ...others] = all
  if (!newest || others.some(({ first }) => !isDeepStrictEqual(first, newest.first))) return []
  const end = newest.deltas.findIndex(({ name }, place) =>
    others.some(({ deltas }) => deltas[place]?.name !== name),
  )
  return end < 0 ? newest.deltas : newest.deltas.slice(0, end)
}

/** Returns the place of the two neighbours that are smallest together. */
function smallestPair(deltas: readonly StoredFile[]): number {
  const sizes = deltas.slice(1).map(({ bytes }, place) => bytes + (deltas[place]?.bytes ?? 0))
  return sizes.indexOf(Math.min(...sizes))
}
