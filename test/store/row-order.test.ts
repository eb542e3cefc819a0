import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tables } from '../../src/store/tables.ts'

// Rows that are taken away and written again must not show it: equal logs, equal bytes.
test('where a row stands follows from its key in every table', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const names = db
    .prepare<[], { name: string; wr: number }>('PRAGMA table_list')
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_'))
  const hasOwnRowid = ({ name, wr }: { name: string; wr: number }) => {
    if (wr === 1) return false
    const keys = db
      .prepare<[string], { type: string }>('SELECT type FROM pragma_table_info(?) WHERE pk > 0')
      .all(name)
    return !(keys.length === 1 && keys[0]?.type === 'INTEGER')
  }
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(hasOwnRowid).map(({ name }) => name)).toEqual([])
  db.close()
})
