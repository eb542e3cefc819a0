import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DamagedBaseError } from './digests/base-digest.ts'
import { type ContentDigest, contentDigestOf } from './digests/content-digest.ts'
import { type RowReader, rowReaders } from './row-reader.ts'
import type { AnyBindings, Statement } from './statement.ts'
import { createTableChecks, type TableCheck, type TableChecks } from './table-checks.ts'

/** Row of the table `meta`, its only one. */
export interface BaseMeta {
  /** 64 hex digits: definition, seed, size and generator version. */
  id: string
  generator_version: number
  seed: string
  size: string
  /** Epoch seconds. */
  now: number
  fingerprint: string
}

/** A built world, read-only. Any number of processes may share the file. */
export interface BaseReader {
  readonly file: string
  /**
   * Checks every table, because a copy of the file contains all of them. Restores the file when it
   * was removed.
   * @throws for a damaged table
   */
  verify(): void
  /**
   * Checks one table that was not checked yet.
   * @returns false when there is none
   * @throws for a damaged one
   */
  verifyNext(): boolean
  /** Restores the file when it was removed. */
  putBack(): void
  readonly meta: BaseMeta
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined
  contentDigest(): ContentDigest
  close(): void
}

/** Returns the inode of the file at a path. */
const placeOf = (file: string): bigint => statSync(file, { bigint: true }).ino

/**
 * Page cache limits. An eighth of a world's pages is read repeatedly; of a large world it is less.
 */
const cachedPages = { min: 1_000, max: 4_000, share: 1 / 8 } as const

/** Returns the number of base pages that SQLite caches. docs/decisions/0017 */
function pagesToCache(db: Database.Database): number {
  const { min, max, share } = cachedPages
  const pages = Number(db.pragma('page_count', { simple: true }))
  return Math.max(min, Math.min(max, Math.ceil(pages * share)))
}

/**
 * Opens a built base.
 * @param check function called for each table just before the first statement that reads it; when
 *   it throws, this statement fails and so do all that follow
 * @throws when the file is missing, unfinished or no base
 */
export function openBase(file: string, check?: TableCheck): BaseReader {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  let checks: TableChecks | undefined
  let opened = placeOf(file)
  const known = new Map<string, RowReader>()
  const readerOf = rowReaders(db)

  /** Restores a removed file: its content remains readable as long as it is open. */
  const putBack = () => {
    if (existsSync(file)) return
    mkdirSync(dirname(file), { recursive: true })
    const unfinished = `${file}.again-${process.pid}`
    writeFileSync(unfinished, db.serialize())
    renameSync(unfinished, file)
    opened = placeOf(file)
  }

  /**
   * Throws when another process found the base damaged and rebuilt it: the open file is the damaged
   * one.
   */
  const refuseReplaced = () => {
    if (placeOf(file) !== opened)
      throw new DamagedBaseError(
        `${file} was replaced by another process; start again to open the new file`,
      )
  }

  /**
   * Prepares a statement and keeps it until the world closes: a collected statement aborts some
   * releases of Node.
   */
  const prepared = (sql: string, bindings: AnyBindings): RowReader => {
    checks?.beforeUse()
    let reader = known.get(sql)
    if (!reader) {
      checks?.beforeFirstUse(sql, bindings)
      reader = readerOf(sql)
      known.set(sql, reader)
    }
    return reader
  }

  try {
    // Nothing writes a base: inside one transaction, no statement has to lock the file again.
    // Mapping the file saves no time over SQLite's own page cache, and takes memory as large as the
    // world.
    db.exec(`PRAGMA query_only = ON; PRAGMA cache_size = ${pagesToCache(db)}; BEGIN`)
    checks =
      check &&
      createTableChecks(db, (table) => {
        putBack()
        refuseReplaced()
        check(table)
      })
    const meta = prepared('SELECT * FROM meta', {}).get({}) as BaseMeta | undefined
    if (meta === undefined) throw new Error(`${file} does not contain a complete world`)
    return {
      file,
      verify() {
        putBack()
        checks?.all()
      },
      verifyNext: () => checks?.next() ?? false,
      putBack,
      meta,
      all: <Bindings extends AnyBindings, Row>(
        statement: Statement<Bindings, Row>,
        bindings: Bindings,
      ) => prepared(statement.sql, bindings).all(bindings) as Row[],
      get: <Bindings extends AnyBindings, Row>(
        statement: Statement<Bindings, Row>,
        bindings: Bindings,
      ) => prepared(statement.sql, bindings).get(bindings) as Row | undefined,
      contentDigest() {
        putBack()
        return contentDigestOf(file)
      },
      close: () => {
        known.clear()
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
