import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { declaredStatements } from '../../../src/store/statement.ts'
import { tables } from '../../../src/store/tables.ts'
import { root, sourceFiles } from '../../support/source-files.ts'

beforeAll(async () => {
  const files = sourceFiles('src/data/evm', 'src/data/icm')
  // The list of chains is the one that is read whole: it has no pages.
  for (const file of files.filter((name) => !name.endsWith('/list-chains.ts')))
    await import(join(root, file))
})

test('every statement finds its rows by key: none reads a whole table or sorts', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const costly = declaredStatements().flatMap(({ sql }) => {
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
    return (
      plan
        // A virtual table is the list that the request itself brings.
        .filter(({ detail }) => /^SCAN (?!\w+ VIRTUAL TABLE)|TEMP B-TREE/.test(detail))
        .map(({ detail }) => `${detail}:${sql}`)
    )
  })
  db.close()
  expect(declaredStatements().length).toBeGreaterThan(20)
  expect(costly).toEqual([])
})
