import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { rowReader } from '../../src/store/row-reader.ts'
import type { AnyBindings } from '../../src/store/statement.ts'

const db = new Database(':memory:')
db.exec(`
  CREATE TABLE thing (id INTEGER, name TEXT, size REAL, bytes BLOB);
  INSERT INTO thing VALUES (1, 'a "quoted" name', 1.5, x'00ff'), (2, NULL, NULL, NULL)`)
afterAll(() => void db.close())

const prepared = (sql: string) => db.prepare<[AnyBindings]>(sql)

test('rows are those that better-sqlite3 makes itself, whatever columns are called', () => {
  for (const sql of [
    'SELECT * FROM thing WHERE id >= :from ORDER BY id',
    `SELECT id AS "a ""quoted"" \\ name", name AS "zwei\nZeilen", size + 1 FROM thing WHERE id >= :from`,
    'SELECT id, name, id + 1 AS id FROM thing WHERE id >= :from',
  ])
    for (const from of [1, 2, 3]) {
      const reader = rowReader(prepared(sql))
      expect(reader.all({ from })).toEqual(prepared(sql).all({ from }))
      expect(reader.get({ from })).toEqual(prepared(sql).get({ from }))
    }
})
