import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { takingRows } from '../../src/store/row-reader.ts'
import { declaredStatements } from '../../src/store/statement.ts'
import { tables } from '../../src/store/tables.ts'
import { infoTable } from '../../src/store/world-info.ts'

const source = join(import.meta.dirname, '../../src')
// Importing the entry of the program starts it. The helpers for test frameworks import optional
// peers, which may be missing. Neither declares a statement.
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts' && !/^testing[/\\]/.test(name))
  .map((name) => join(source, name))

beforeAll(async () => {
  for (const module of modules) await import(module)
})

test('every statement of the program fits the tables', () => {
  const db = new Database(':memory:')
  db.exec(tables + infoTable)
  const declarations = modules.flatMap(
    (module) => readFileSync(module, 'utf8').match(/(?:=|=>)\s+statement[<(]/g) ?? [],
  )
  const statements = declaredStatements().map(({ sql }) => db.prepare(sql))
  expect(declarations.length).toBeGreaterThan(100)
  expect(statements.length).toBeGreaterThanOrEqual(declarations.length)
  db.close()
})

test('no statement walks a list by offset', () => {
  for (const { sql } of declaredStatements()) expect(sql).not.toMatch(/\bOFFSET\b/i)
})

// SQLite plans by the value of a bare `LIMIT :limit`, and so again for each that is bound, which takes
// as long as reading a page does.
test('no statement is planned again for each limit', () => {
  const limits = declaredStatements().flatMap(({ sql }) => sql.match(/\bLIMIT\s.*/g) ?? [])
  expect(limits.length).toBeGreaterThan(40)
  for (const limit of limits) expect(limit).toMatch(/^LIMIT (\d+|:\w+ \+ 0)\b/)
})

// How rows are handed over must not change how they are found.
test('a statement that takes rows has the plan of the one around which it stands', () => {
  const db = new Database(':memory:')
  db.exec(tables + infoTable)
  db.function('take_row', { varargs: true }, () => null)
  const planOf = (sql: string) => {
    const names = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1])
    const steps = db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(Object.fromEntries(names))
    return steps
      .map(({ detail }) => detail.replace(/\(subquery-\d+\)/g, '(subquery)'))
      .filter((detail) => !/^(CO-ROUTINE|SCAN) row_of_statement$/.test(detail))
  }
  for (const { sql } of declaredStatements())
    expect(planOf(takingRows(sql, db.prepare(sql).columns().length))).toEqual(planOf(sql))
  db.close()
})
