import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorldSource } from '../../src/simulator/simulation.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'
import { tinyWorld } from '../support/tiny-world.ts'

/** A third of the damages builds the world again, so that it had better be young. */
const youngWorld = { ...tinyWorld, now: '2021-01-15T00:00:00Z' }
const settings: WorldSource = { definition: youngWorld, seed: 'damage', size: 'small' }
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-damaged-'))
afterAll(() => rmSync(folder, { recursive: true }))

let file: string
let digestFile: string
let whole: Buffer
let digest: Buffer
let tables: string[]
/** Digest of the rows of each table as they were built. */
let built: Map<string, string>

beforeAll(async () => {
  const base = await openCachedBase([folder], settings)
  const names = readdirSync(folder).map((name) => join(folder, name))
  file = names.find((name) => name.endsWith('.sqlite')) ?? ''
  digestFile = names.find((name) => name.endsWith('.digest')) ?? ''
  whole = readFileSync(file)
  digest = readFileSync(digestFile)
  tables = base
    .all<Record<string, never>, { name: string }>(
      { sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'" },
      {},
    )
    .map(({ name }) => name)
  built = new Map(tables.map((table) => [table, rowsOf(base, table)]))
  base.close()
})

function rowsOf(base: BaseReader, table: string): string {
  const rows = base.all({ sql: `SELECT * FROM ${table}` }, {})
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const pageBytes = 4096
/** Somewhere in the file, another place for each number, the same in every run. */
const place = (number: number) => (number * 2_654_435_761 + 97) % whole.length
const pageOf = (number: number) => Math.floor(place(number) / pageBytes) * pageBytes

const pageAt = (start: number) => whole.subarray(start, start + pageBytes)

/** The first page from a place on that does not hold what this one holds. */
function otherThan(page: number, from: number): number {
  let other = from
  while (pageAt(other).equals(pageAt(page))) other = (other + pageBytes) % whole.length
  return other
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole)
  change(bytes)
  return bytes
}

/** 16 bits, 12 pages, 8 blocks, 6 ends and 6 descriptions: 48 files that look like worlds. */
const damages: [name: string, make: () => Buffer][] = [
  ...Array.from({ length: 16 }, (_, n): [string, () => Buffer] => [
    `bit ${n} is flipped`,
    () =>
      changed((bytes) => {
        bytes[place(n)] = (bytes[place(n)] ?? 0) ^ (1 << (n % 8))
      }),
  ]),
  ...Array.from({ length: 12 }, (_, n): [string, () => Buffer] => [
    `page ${n} holds what another page holds`,
    () =>
      changed((bytes) => {
        pageAt(otherThan(pageOf(n), pageOf(n + 50))).copy(bytes, pageOf(n))
      }),
  ]),
  ...Array.from({ length: 8 }, (_, n): [string, () => Buffer] => [
    `block ${n} is zeroed`,
    () => changed((bytes) => void bytes.fill(0, pageOf(n + 80), pageOf(n + 80) + 4096)),
  ]),
  ...[0, 100, pageBytes, 0.5, 0.9, 0.999].map((length): [string, () => Buffer] => [
    `it ends at ${length}`,
    () => whole.subarray(0, length < 1 ? Math.floor(whole.length * length) : length),
  ]),
  ...[
    "seed = 'other'",
    "size = 'medium'",
    'now = now + 1',
    'generator_version = generator_version + 1',
    "fingerprint = replace(fingerprint, 'a', 'b')",
    "fingerprint = ''",
  ].map((assignment): [string, () => Buffer] => [
    `meta says ${assignment}`,
    () => {
      const db = new Database(Buffer.from(whole))
      db.exec(`UPDATE meta SET ${assignment}`)
      const bytes = db.serialize()
      db.close()
      return bytes
    },
  ]),
]

/** Outcome of a damaged file: built again at the start, or refused at the first such read. */
async function outcomeOf(bytes: Buffer): Promise<'rebuilt' | 'refused' | 'whole' | 'wrong'> {
  writeFileSync(file, bytes)
  writeFileSync(digestFile, digest)
  let steps = 0
  const base = await openCachedBase([folder], settings, () => {
    steps += 1
  })
  try {
    let refused = 0
    for (const table of tables)
      try {
        if (rowsOf(base, table) !== built.get(table)) return 'wrong'
        if (refused > 0) return 'wrong'
      } catch (error) {
        expect(String(error)).toContain('is damaged: table ')
        refused += 1
      }
    if (refused > 0) return 'refused'
    return steps > 0 ? 'rebuilt' : 'whole'
  } finally {
    base.close()
  }
}

test('of 48 damaged files none is served wrong, nor taken for whole', async () => {
  expect(damages).toHaveLength(48)
  const outcomes = new Map<string, string>()
  for (const [name, make] of damages) {
    const bytes = make()
    expect([name, bytes.equals(whole)]).toEqual([name, false])
    outcomes.set(name, await outcomeOf(bytes))
  }
  const bad = [...outcomes].filter(([, outcome]) => outcome === 'wrong' || outcome === 'whole')
  expect(bad).toEqual([])
  expect(new Set(outcomes.values())).toEqual(new Set(['rebuilt', 'refused']))
})

test('a base that was refused is built again by the next start', async () => {
  const bytes = changed((copy) => void copy.fill(0, pageOf(3), pageOf(3) + pageBytes))
  expect(await outcomeOf(bytes)).toBe('refused')
  const base = await openCachedBase([folder], settings)
  for (const table of tables) expect(rowsOf(base, table)).toBe(built.get(table))
  base.close()
})

test('opening a world does not read its tables, however large they are', async () => {
  writeFileSync(file, whole)
  writeFileSync(digestFile, digest)
  // Zeroed from the third page on: a reader of any of it at the start would notice.
  const tail = changed((bytes) => void bytes.fill(0, pageOf(3), pageOf(3) + pageBytes))
  writeFileSync(file, tail)
  const base = await openCachedBase([folder], settings, () => {
    throw new Error('it was read at the start')
  })
  base.close()
})
