import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { StateError } from '../../store/state-error.ts'
import type { WorldHome } from '../storage/world-homes.ts'
import { examineFile } from './examine-file.ts'

/** A moment of a world under a name. */
export interface Snapshot {
  readonly name: string
  /** Entries of the log. */
  readonly head: number
  /** ISO 8601, of the clock. */
  readonly now: string
}

/** Copies of whole worlds that are kept in all, so that going back to the latest ones is quick. */
const mostCopies = 8

/** The latest copies of a process, oldest first. */
export type CopyShelf = string[]

/**
 * The snapshots of a world. Each is a document that can be played again; beside the latest ones
 * lies a copy of the world's file, which saves the playing.
 */
export class Snapshots {
  readonly #home: WorldHome
  readonly #shelf: CopyShelf
  /** Copies of an earlier process, which nobody has looked at yet. */
  readonly #unexamined = new Set<string>()
  #known: Map<string, Snapshot> | undefined

  constructor(home: WorldHome, shelf: CopyShelf) {
    this.#home = home
    this.#shelf = shelf
  }

  /** Goes on with the copies of an earlier process; what it did not bring to an end is removed. */
  takeOver(): void {
    // Others have no folder before they need one.
    if (!this.#home.isKept) return
    const folder = join(this.#home.folder, folderName)
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder)) {
      const path = join(folder, file)
      if (file.endsWith('.json')) continue
      if (file.endsWith('.sqlite') && this.find(basename(file, '.sqlite'))) {
        this.#unexamined.add(path)
        this.#putOn(path)
      } else rmSync(path)
    }
  }

  /** By name. @throws for one that cannot be read */
  list(): Snapshot[] {
    return [...this.#all().values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** A name that no snapshot has. */
  freeName(): string {
    for (let number = 1; ; number++)
      if (!this.find(`snapshot-${number}`)) return `snapshot-${number}`
  }

  find(name: string): Snapshot | undefined {
    return this.#all().get(name)
  }

  /** @param copyTo puts a copy of the world's file there; absent where there is none */
  save(snapshot: Snapshot, document: WorldDocument, copyTo: ((path: string) => void) | undefined) {
    const all = this.#all()
    const path = this.#path(snapshot.name, 'json')
    const copy = this.#path(snapshot.name, 'sqlite')
    try {
      writeFileSync(`${path}.unfinished`, JSON.stringify({ ...snapshot, document }))
      copyTo?.(copy)
      renameSync(`${path}.unfinished`, path)
    } catch (error) {
      for (const file of [`${path}.unfinished`, copy]) rmSync(file, { force: true })
      throw error
    }
    if (copyTo) {
      this.#takeOff(copy)
      this.#putOn(copy)
    }
    all.set(snapshot.name, snapshot)
  }

  documentOf(name: string): WorldDocument {
    return readSnapshot(this.#path(name, 'json')).document
  }

  /** The copy of the world's file, if there still is one that is whole. */
  copyOf(name: string): string | undefined {
    const path = this.#path(name, 'sqlite')
    if (this.#unexamined.delete(path) && !isWhole(path)) this.#discard(path)
    return existsSync(path) ? path : undefined
  }

  remove(name: string): void {
    rmSync(this.#path(name, 'json'), { force: true })
    this.#discard(this.#path(name, 'sqlite'))
    this.#all().delete(name)
  }

  clear(): void {
    for (const { name } of this.list()) this.remove(name)
  }

  #putOn(copy: string): void {
    this.#shelf.push(copy)
    while (this.#shelf.length > mostCopies) rmSync(this.#shelf.shift() ?? '', { force: true })
  }

  #discard(copy: string): void {
    rmSync(copy, { force: true })
    this.#takeOff(copy)
  }

  #takeOff(copy: string): void {
    const place = this.#shelf.indexOf(copy)
    if (place >= 0) this.#shelf.splice(place, 1)
  }

  #all(): Map<string, Snapshot> {
    this.#known ??= this.#home.isKept ? readAll(join(this.#home.folder, folderName)) : new Map()
    return this.#known
  }

  #path(name: string, suffix: 'json' | 'sqlite'): string {
    const folder = join(this.#home.folder, folderName)
    mkdirSync(folder, { recursive: true })
    return join(folder, `${name}.${suffix}`)
  }
}

const folderName = 'snapshots'

function isWhole(copy: string): boolean {
  try {
    examineFile(copy, undefined)
    return true
  } catch (error) {
    if (error instanceof StateError) return false
    throw error
  }
}

function readAll(folder: string): Map<string, Snapshot> {
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const { name, head, now } = readSnapshot(join(folder, file))
        return [name, { name, head, now }]
      }),
  )
}

const readSnapshot = (path: string): Snapshot & { readonly document: WorldDocument } =>
  JSON.parse(readFileSync(path, 'utf8'))
