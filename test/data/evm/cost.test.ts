import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { declaredStatements } from '../../../src/store/statement.ts'
import { tables } from '../../../src/store/tables.ts'
import { root, sourceFiles } from '../../support/source-files.ts'

beforeAll(async () => {
  const files = sourceFiles('src/data/evm', 'src/data/icm')
  for (const file of files) await import(join(root, file))
})

/**
 * A virtual table is the list that a request or a page brings; `walk` and `held` go from key to key
 * and end with the page.
 */
const isCostly = (detail: string) =>
  /^SCAN (?!\w+ VIRTUAL TABLE|walk$|held$|CONSTANT ROW$)/.test(detail) || isSort(detail)

/** The last term sorts what is equal in the others: the transactions of one block. */
const isSort = (detail: string) => /TEMP B-TREE (?!FOR LAST TERM)/.test(detail)

test('every statement finds its rows by key: none reads a whole table or sorts', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  // Chains are read whole: their lists have no pages.
  const paged = declaredStatements().filter(({ sql }) => !/FROM evm_chain( c)?$/m.test(sql))
  const costly = paged.flatMap(({ sql }) => {
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
    const isOfOnePage = plan.some(({ detail }) => /^SCAN (asked VIRTUAL TABLE|walk$)/.test(detail))
    return plan
      .filter(({ detail }) => isCostly(detail) && !(isOfOnePage && isSort(detail)))
      .map(({ detail }) => `${detail}:${sql}`)
  })
  db.close()
  expect(declaredStatements().length).toBeGreaterThan(20)
  expect(costly).toEqual([])
})
