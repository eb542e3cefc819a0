import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import '../../src/app.ts'
import { declaredStatements } from '../../src/store/statement.ts'
import { tables } from '../../src/store/tables.ts'

test('every statement of the program fits the tables', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const statements = declaredStatements().map(({ sql }) => db.prepare(sql))
  expect(statements.length).toBeGreaterThan(5)
  db.close()
})

test('no statement walks a list by offset', () => {
  for (const { sql } of declaredStatements()) expect(sql).not.toMatch(/\bOFFSET\b/i)
})
