import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import Database from 'better-sqlite3'

/*
 * Digest of a base as it was built: a checksum for each table with its indexes, over their pages in
 * ascending order. A statement reads few tables, so a large base opens at once and only the tables
 * read are verified. CRC-32 finds damage by discs, copies and accidents, in a third of the time of
 * SHA-256. A process that may write the base may also write this file.
 *
 * The file has three parts. First comes JSON in one line and a line feed. Then come the page
 * numbers of all tables in the order of that line (32 bits each, little-endian). The last part is
 * the CRC-32 of everything before it.
 */

interface Header {
  /** Key that the base was requested with. */
  readonly key: string
  /** Bytes of the base. */
  readonly size: number
  readonly pageSize: number
  readonly tables: readonly {
    readonly name: string
    readonly pages: number
    readonly crc: number
  }[]
}

/** Error: a base differs from the one that was built, so none of it may be served. */
export class DamagedBaseError extends Error {
  override readonly name = 'DamagedBaseError'
}

/** Expected content of a base, table by table. */
interface BaseDigest {
  readonly key: string
  readonly size: number
  readonly tables: readonly string[]
  /**
   * Verifies a table.
   * @throws DamagedBaseError when the pages of a table are not those that were built
   */
  verify(file: string, table: string): void
}

/** Returns the content of the digest file of a finished base. */
export function digestOfBase(file: string, key: string): Buffer {
  const db = new Database(file, { readonly: true })
  const pageSize = Number(db.prepare('PRAGMA page_size').pluck().get())
  const selectPages = db
    .prepare<[], [table: string, page: number]>(
      `SELECT coalesce(tbl_name, dbstat.name), pageno
       FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
       ORDER BY pageno`,
    )
    .raw()
  const pagesOf = new Map<string, number[]>()
  // Iterated one by one: a large base has a million pages.
  for (const [table, page] of selectPages.iterate()) {
    const pages = pagesOf.get(table)
    if (pages) pages.push(page)
    else pagesOf.set(table, [page])
  }
  db.close()
  const fd = openSync(file, 'r')
  try {
    const tables = [...pagesOf].map(([name, pages]) => ({
      name,
      pages: pages.length,
      crc: checksum(fd, pageSize, pages),
    }))
    const header: Header = { key, size: fstatSync(fd).size, pageSize, tables }
    const body = Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      ...[...pagesOf.values()].map(pageNumbers),
    ])
    const seal = Buffer.alloc(4)
    seal.writeUInt32LE(crc32(body))
    return Buffer.concat([body, seal])
  } finally {
    closeSync(fd)
  }
}

/**
 * Reads a digest file.
 * @throws when the file is missing or differs from the result of {@link digestOfBase}
 */
export function readBaseDigest(digestFile: string): BaseDigest {
  const content = readFileSync(digestFile)
  const body = content.subarray(0, -4)
  if (content.length < 5 || crc32(body) !== content.readUInt32LE(body.length))
    throw new DamagedBaseError(`${digestFile} is damaged`)
  const endOfHeader = body.indexOf('\n')
  const { key, size, pageSize, tables }: Header = JSON.parse(body.toString('utf8', 0, endOfHeader))
  const places = new Map<string, { crc: number; numbers: Buffer }>()
  let offset = endOfHeader + 1
  for (const { name, pages, crc } of tables) {
    places.set(name, { crc, numbers: body.subarray(offset, offset + 4 * pages) })
    offset += 4 * pages
  }
  return {
    key,
    size,
    tables: tables.map(({ name }) => name),
    verify(file, table) {
      const place = places.get(table)
      if (!place) throw new DamagedBaseError(`${file} has an unknown table ${table}`)
      const pages = Array.from({ length: place.numbers.length / 4 }, (_, index) =>
        place.numbers.readUInt32LE(4 * index),
      )
      const fd = openSync(file, 'r')
      try {
        if (checksum(fd, pageSize, pages) !== place.crc)
          throw new DamagedBaseError(`${file} is damaged: table ${table} differs from its digest`)
      } finally {
        closeSync(fd)
      }
    },
  }
}

const pagesOfRead = 32

/** Computes the CRC-32 of pages (numbered from 1, ascending). Adjacent pages are read at once. */
function checksum(fd: number, pageSize: number, pages: readonly number[]): number {
  const buffer = Buffer.allocUnsafe(pageSize * pagesOfRead)
  let crc = 0
  let start = 0
  for (let index = 1; index <= pages.length; index++) {
    const first = pages[start] ?? 0
    const length = index - start
    if (pages[index] === first + length && length < pagesOfRead) continue
    const bytes = readSync(fd, buffer, 0, length * pageSize, (first - 1) * pageSize)
    crc = crc32(buffer.subarray(0, bytes), crc)
    start = index
  }
  return crc
}

function pageNumbers(pages: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(4 * pages.length)
  pages.forEach((page, index) => void buffer.writeUInt32LE(page, 4 * index))
  return buffer
}
