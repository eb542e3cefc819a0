import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faker } from '@faker-js/faker'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { DatabaseStore } from '../../src/replicas/deltas/stored-databases.ts'
import { getJson } from '../../src/shared-log/large-bodies.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-stored-'))
afterAll(() => rmSync(folder, { recursive: true }))

const base = join(folder, 'base.sqlite')
new Database(base)
  .exec(`CREATE TABLE block (number INTEGER PRIMARY KEY, bytes BLOB) STRICT;
    CREATE INDEX block_by_length ON block (length(bytes), number);
    CREATE TABLE account (address TEXT PRIMARY KEY, nonce INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX account_by_nonce ON account (nonce);`)
  .close()

/** Adds a million bytes that cannot be compressed, and changes and removes rows of before. */
function grow(path: string): void {
  const db = new Database(path)
  db.exec('PRAGMA synchronous = OFF; BEGIN')
  const block = db.prepare('INSERT INTO block (bytes) VALUES (?)')
  for (let count = 0; count < 100; count++) {
    const hash = createHash('shake256', { outputLength: 10_000 })
    block.run(hash.update(`${faker.number.int()}`).digest())
  }
  const account = db.prepare('INSERT OR REPLACE INTO account VALUES (?, ?)')
  for (let count = 0; count < 20; count++)
    account.run(`0x${faker.string.hexadecimal({ length: 2, prefix: '' })}`, count)
  db.exec('DELETE FROM block WHERE number % 7 = 0; COMMIT')
  db.close()
}

/** Everything in a database, in short. */
function contentOf(path: string): string {
  const db = new Database(path, { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const content = createHash('sha256')
  for (const columns of [
    'name, sql FROM sqlite_schema',
    'number, hex(bytes) FROM block',
    '* FROM account',
  ])
    content.update(JSON.stringify(db.prepare(`SELECT ${columns} ORDER BY 1`).raw().all()))
  db.close()
  return content.digest('hex')
}

/** Base that a test has a file of. @param verify checks it */
const baseOf = (verify = () => {}) => ({ file: base, putBack: () => {}, verify })

const snapshotOf = (number: number) => `${String(number).padStart(15, '0')}/0/chain`

test('an image takes the place of deltas that all snapshots share, and each is restored exactly', async () => {
  faker.seed(1)
  const log = await new MemoryEngine().open('images')
  const of = { log, version: '1.1', process: 'a', base: () => baseOf() }
  const store = new DatabaseStore(of)
  const listOf = async (number: number) => {
    const list = (await getJson(log, `databases/1.1/${snapshotOf(number)}`)) as {
      world: { first: 'base' | { name: string; bytes: number }[]; deltas: { name: string }[] }
    }
    return list.world
  }
  const world = join(folder, 'world.sqlite')
  copyFileSync(base, world)
  const images = new Map<string, number>()
  for (let number = 1; number <= 14; number++) {
    grow(world)
    const copy = join(folder, `${number}.sqlite`)
    copyFileSync(world, copy)
    const earlier = number > 1 ? snapshotOf(number - 1) : undefined
    await store.add(snapshotOf(number), [{ name: 'world', path: copy }], earlier)
    const staying = [number, number - 1, number - 2].filter((each) => each > 0)
    await store.tidy(staying.map(snapshotOf), () => false)

    const { first } = await listOf(number)
    if (first !== 'base') {
      expect(first).toHaveLength(2)
      const bytes = first.reduce((sum, file) => sum + file.bytes, 0)
      images.set(first.map(({ name }) => name).join(), bytes)
    }
    const stored = await log.partNames('delta/')
    const named = new Set<string>()
    for (const each of staying) {
      const { first, deltas } = await listOf(each)
      expect(deltas.length).toBeGreaterThan(0)
      for (const { name } of deltas) named.add(name)
      if (first !== 'base') for (const { name } of first) named.add(name)
      // Another process reads it, without copies of its own.
      await new DatabaseStore({ ...of, process: 'b' }).read(snapshotOf(each), folder)
      expect(contentOf(join(folder, 'world'))).toBe(contentOf(join(folder, `${each}.sqlite`)))
    }
    expect(stored).toEqual([...named].sort())
  }
  // After about three million bytes, and when three million more have followed.
  expect(images.size).toBe(2)
  const [first = 0, second = 0] = images.values()
  expect(first).toBeGreaterThan(3_000_000)
  expect(second).toBeGreaterThan(2 * first - 1_000_000)
  const { deltas } = await listOf(14)
  expect(deltas.length).toBeLessThan(8)
  store.end()
  await log.close()
})

test('a damaged delta that snapshots share keeps no later snapshot from being stored', async () => {
  faker.seed(2)
  const log = await new MemoryEngine().open('damaged')
  const store = new DatabaseStore({ log, version: '1.1', process: 'a', base: () => baseOf() })
  const world = join(folder, 'damaged.sqlite')
  copyFileSync(base, world)
  for (let number = 1; number <= 8; number++) {
    grow(world)
    const copies = { folder: mkdtempSync(join(folder, 'copies-')), remove: () => {} }
    const copy = join(copies.folder, 'world')
    copyFileSync(world, copy)
    const earlier = number > 1 ? snapshotOf(number - 1) : undefined
    await store.add(snapshotOf(number), [{ name: 'world', path: copy }], earlier, copies)
    if (number === 2) await log.removeParts([(await log.partNames('delta/'))[0] ?? ''])
    const staying = [number, number - 1, number - 2].filter((each) => each > 0)
    await store.tidy(staying.map(snapshotOf), () => false)
    expect(await log.partNames('databases/')).toHaveLength(staying.length)
  }
  await log.close()
})

test.each(['changed', 'unchanged'])(
  'a %s database over a damaged base is not restored',
  async (state) => {
    faker.seed(3)
    const log = await new MemoryEngine().open(state)
    const of = { log, version: '1.1', process: 'a' }
    const world = join(folder, 'over-base.sqlite')
    copyFileSync(base, world)
    if (state === 'changed') grow(world)
    const store = new DatabaseStore({ ...of, base: () => baseOf() })
    await store.add(snapshotOf(1), [{ name: 'world', path: world }])
    const damaged = () => {
      throw new Error('the base is damaged')
    }
    const other = new DatabaseStore({ ...of, base: () => baseOf(damaged) })
    await expect(other.read(snapshotOf(1), folder)).rejects.toThrow('the base is damaged')
    await store.read(snapshotOf(1), folder)
    store.end()
    await log.close()
  },
)
