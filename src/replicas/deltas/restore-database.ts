import { constants, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BaseReader } from '../../store/base-reader.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { imageParts } from './database-image.ts'
import type { DeltaBodies, StoredFile } from './delta-bodies.ts'
import { deltaInThread } from './delta-in-thread.ts'
import type { TablePart } from './delta-tables.ts'

/** Both files of an image, as `imageParts` names their tables. */
export type StoredImage = readonly [StoredFile, StoredFile]

/** A database in a snapshot: what leads to its state, in order. */
export interface StoredDatabase {
  /** What the first delta begins with: the base of the sandbox, an empty database, or an image. */
  readonly first: 'base' | 'empty' | StoredImage
  /** At least one after an image: it has the statements that create the indexes. */
  readonly deltas: readonly StoredFile[]
}

/** Deltas that are read at once: each takes 16 MB. */
const readAtOnce = 4

/**
 * Deltas that are applied at once, table by table, so that the pages of a table are written once.
 * SQLite attaches ten databases.
 */
const applyAtOnce = 9

/** Deltas that are applied first where there is no image, while others are read. */
const applyFirst = 2

/** Compressed bytes of changes, as a part of the base, with which most of a database is new. */
const manyChanges = 0.1

/** Base of a sandbox. */
export type SandboxBase = Pick<BaseReader, 'file' | 'putBack' | 'verify'>

interface RestoringOf {
  readonly bodies: DeltaBodies
  /** Returns the base of the sandbox. */
  readonly base?: (() => SandboxBase) | undefined
  /** Path of the file of the database. */
  readonly target: string
  /** Whether it gets its indexes; absent: it does. */
  readonly hasIndexes?: boolean
  /** Called when a separate thread has work: this one has none until that ends. */
  readonly meanwhile?: (() => void) | undefined
}

/** Restores a database: some deltas are read while those before them are applied. */
export async function restoreDatabase(
  { first, deltas }: StoredDatabase,
  { bodies, base, target, hasIndexes = true, meanwhile }: RestoringOf,
): Promise<void> {
  const scratch = makeScratchFolder()
  const reads: Promise<string>[] = []
  try {
    mkdirSync(dirname(target), { recursive: true })
    rmSync(target, { force: true })
    const files = filesOf(first, target, scratch.folder)
    for (const { image, path } of files) if (image) reads.push(bodies.get(image, path))
    const images = reads.length
    for (const [place, delta] of deltas.entries()) {
      const before = reads[images + place - readAtOnce]
      reads.push(
        Promise.resolve(before).then(() => bodies.get(delta, join(scratch.folder, `${place}`))),
      )
    }
    // Errors are thrown when their turn comes, here and below.
    for (const read of reads) read.catch(() => {})
    let rebuildsIndexes = first !== 'base'
    const known = first === 'base' ? base?.() : undefined
    if (known) {
      known.putBack()
      copyFileSync(known.file, target, constants.COPYFILE_FICLONE)
      const bytes = deltas.reduce((sum, delta) => sum + delta.bytes, 0)
      rebuildsIndexes = !hasIndexes || bytes > manyChanges * statSync(target).size
    }
    const whileApplied = async () => {
      // The threads get their work first.
      await yieldToEventLoop()
      known?.verify()
      meanwhile?.()
    }
    await Promise.all(reads.slice(0, images))
    const groups = groupsOf(reads.slice(images), images > 0 ? applyAtOnce : applyFirst)
    const others = Promise.all(groups[0] ?? []).then(whileApplied)
    others.catch(() => {})
    for (const group of groups) {
      const paths = Promise.all(group)
      const isLast = hasIndexes && group === groups.at(-1)
      const tasks = files.map(({ path, part }) => {
        const how = { rebuildsIndexes, isLast, part }
        return deltaInThread(
          paths.then((read) => ({ do: 'apply', deltas: read, target: path, how })),
        )
      })
      // No thread writes any more when one has failed.
      await Promise.allSettled(tasks)
      await Promise.all(tasks)
      for (const path of await paths) rmSync(path)
    }
    await others
    const [, second] = files
    if (second) await deltaInThread({ do: 'join', target, second: second.path })
  } finally {
    await Promise.allSettled(reads)
    scratch.remove()
  }
}

/** File that deltas are applied to: it has all tables, or a part of them by an image. */
interface ChangedFile {
  readonly path: string
  readonly part?: TablePart
  readonly image?: StoredFile | undefined
}

function filesOf(first: StoredDatabase['first'], target: string, folder: string): ChangedFile[] {
  if (typeof first !== 'object') return [{ path: target }]
  return imageParts.map((part, place) => ({
    path: place === 0 ? target : join(folder, 'second'),
    part,
    image: first[place],
  }))
}

/** Returns deltas as they are applied: the first group can begin early. */
function groupsOf<Delta>(deltas: readonly Delta[], firstSize: number): Delta[][] {
  const groups: Delta[][] = []
  for (let end = deltas.length; end > 0; ) {
    const start = end > firstSize ? Math.max(end - applyAtOnce, firstSize) : 0
    groups.unshift(deltas.slice(start, end))
    end = start
  }
  return groups
}
