import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createBase } from '../../src/store/base-writer.ts'
import { createTables } from '../../src/store/late-indexes.ts'
import { tables } from '../../src/store/tables.ts'

const indexesOf = (db: Database.Database) =>
  db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all()

test('a finished base has every index that its tables declare', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-'))
  const file = join(folder, 'base.sqlite')
  const meta = { id: 'id', generatorVersion: 1, seed: 's', size: 'empty', now: 0 }
  await createBase(file).finish(meta, async () => {})
  const declared = new Database(':memory:')
  declared.exec(tables)
  const db = new Database(file, { readonly: true })
  expect(indexesOf(db)).toEqual(indexesOf(declared))
  db.close()
  declared.close()
  rmSync(folder, { recursive: true })
})

test('an index is made for the first statement that reads by it, and for no other', () => {
  const db = new Database(':memory:')
  const indexes = createTables(db)
  const sql = 'SELECT seq FROM subnet WHERE network = :network ORDER BY seq'
  const names = () =>
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all()
  expect(names()).toEqual([])
  indexes.beforeFirstUse('SELECT seq FROM subnet WHERE seq = ?')
  expect(names()).toEqual([])
  indexes.beforeFirstUse(sql)
  expect(names()).toEqual([{ name: 'subnet_by_network' }])
  db.close()
})

test('a row that stands there twice ends a build, though its index comes last', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-'))
  const store = createBase(join(folder, 'base.sqlite'))
  const block = { network: 'fuji', chain: 'P', block_id: 'same', parent_id: '', timestamp: 0 }
  for (const seq of [1, 2])
    store.insert('primary_block', {
      ...{ seq, height: seq, block_type: '', tx_count: 0, size_bytes: 0 },
      ...block,
    })
  const meta = { id: 'id', generatorVersion: 1, seed: 's', size: 'empty', now: 0 }
  await expect(store.finish(meta, async () => {})).rejects.toThrow(
    'UNIQUE constraint failed: primary_block.network, primary_block.chain, primary_block.block_id',
  )
  store.discard()
  rmSync(folder, { recursive: true })
})

test('a base makes the index that its first read needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-'))
  const store = createBase(join(folder, 'base.sqlite'))
  const hasIndex = () =>
    store.all({ sql: "SELECT name FROM sqlite_schema WHERE name = 'subnet_by_network'" }, {})
  expect(hasIndex()).toEqual([])
  const read = { sql: 'SELECT seq FROM subnet WHERE network = :network ORDER BY seq' }
  store.all(read, { network: 'fuji' })
  expect(hasIndex()).toEqual([{ name: 'subnet_by_network' }])
  store.discard()
  rmSync(folder, { recursive: true })
})
