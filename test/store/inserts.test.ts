import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tables } from '../../src/store/tables.ts'

test('no constraint makes an insert build an index in memory', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
  expect(names).toContain('evm_transaction')
  const slow = names.filter((table) => {
    const columns = db.prepare(`SELECT * FROM ${table}`).columns()
    const values = columns.map(() => '?').join()
    return db
      .prepare<null[], { opcode: string }>(`EXPLAIN INSERT INTO ${table} VALUES (${values})`)
      .all(...columns.map(() => null))
      .some(({ opcode }) => opcode === 'OpenEphemeral')
  })
  expect(slow).toEqual([])
  db.close()
})
