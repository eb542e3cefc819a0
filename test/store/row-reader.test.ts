import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { rowReaders } from '../../src/store/row-reader.ts'

const db = new Database(':memory:')
db.exec(`
  CREATE TABLE thing (id INTEGER, name TEXT, size REAL, bytes BLOB);
  INSERT INTO thing VALUES (1, 'a "quoted" name', 1.5, x'00ff'), (2, NULL, NULL, NULL),
    (3, 'b', 0.5, x''), (4, 'a', 1.5, NULL)`)
const readerOf = rowReaders(db)
afterAll(() => void db.close())

test('rows are those that better-sqlite3 makes itself, whatever columns are called', () => {
  for (const sql of [
    'SELECT * FROM thing WHERE id >= :from ORDER BY id',
    `SELECT id AS "a ""quoted"" \\ name", name AS "zwei\nZeilen", size + 1 FROM thing WHERE id >= :from`,
    'SELECT id, name, id + 1 AS id FROM thing WHERE id >= :from',
    'SELECT bytes FROM thing WHERE id >= :from',
    'SELECT count(*) AS things FROM thing WHERE id >= :from',
  ])
    expectOwnRows(sql)
})

test('rows come in the order of their statement, and only those within its limit', () => {
  for (const sql of [
    'SELECT id, size FROM thing WHERE id >= :from ORDER BY size, id DESC',
    'SELECT id, size FROM thing WHERE id >= :from ORDER BY size DESC, id DESC LIMIT 2',
    'SELECT DISTINCT size FROM thing WHERE id >= :from ORDER BY size DESC',
    'SELECT size, count(*) AS things FROM thing WHERE id >= :from GROUP BY size ORDER BY things, size',
    'SELECT id FROM thing WHERE id >= :from UNION ALL SELECT size FROM thing ORDER BY 1 DESC LIMIT 3',
    `WITH named AS (SELECT id, name FROM thing WHERE name IS NOT NULL ORDER BY name)
     SELECT * FROM named WHERE id >= :from`,
    'SELECT id, lag(id) OVER (ORDER BY size, id) AS before FROM thing WHERE id >= :from',
  ])
    expectOwnRows(sql)
})

test('readers of one database do not mix up their rows', () => {
  const names = readerOf('SELECT name FROM thing ORDER BY id')
  const ids = readerOf('SELECT id FROM thing ORDER BY id')
  const first = names.all({})
  expect(ids.get({})).toEqual({ id: 1 })
  expect(names.get({})).toEqual({ name: 'a "quoted" name' })
  expect(first).toHaveLength(4)
})

function expectOwnRows(sql: string): void {
  const reader = readerOf(sql)
  const own = db.prepare<[object]>(sql)
  for (const from of [1, 2, 3, 5]) {
    expect(reader.all({ from })).toEqual(own.all({ from }))
    expect(reader.get({ from })).toEqual(own.get({ from }))
  }
}
