import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { createBase } from '../../src/store/base-writer.ts'
import { declaredStatements } from '../../src/store/statement.ts'
import { tables } from '../../src/store/tables.ts'
import { root, sourceFiles } from '../support/source-files.ts'

beforeAll(async () => {
  const files = sourceFiles(
    ...[
      'src/data/evm',
      'src/data/icm',
      'src/data/primary',
      'src/metrics/evm',
      'src/metrics/looking-glass',
    ],
  )
  for (const file of files) await import(join(root, file))
})

/**
 * A virtual table is the list that a request or a page brings, a subquery one that ends with the
 * page; `walk` and `held` go from key to key; `way` are pairs of chains; `own` are the running stakes, the
 * outputs and the owners of those that a request asks for, `found` their sums.
 */
const isCostly = (detail: string) =>
  /^SCAN (?!\w+ VIRTUAL TABLE|\(subquery-\d+\)$|walk$|held$|own$|found$|way$|CONSTANT ROW$)/.test(
    detail,
  ) || isSort(detail)

/** The last term sorts what is equal in the others: the transactions of one block; a group, the owners of one row. */
const isSort = (detail: string) => /TEMP B-TREE (?!FOR LAST TERM|FOR json_group_array)/.test(detail)

/**
 * Chains are read whole: their lists have no pages. Validators are in orders that change as time
 * passes. What was burned is summed up once for a revision of a world. Fees of L1 validators are
 * folded from all of them.
 */
const isReadWhole = (sql: string) =>
  /FROM (evm_chain( c)?$|staking_period AS v\b|transaction_amount AS burned\b|l1_validator v$)/m.test(
    sql,
  )

/** How SQLite finds the rows of each statement that fits: the steps of its plan. */
function plansOf(isRequested: (sql: string) => boolean): { sql: string; plan: string[] }[] {
  const db = new Database(':memory:')
  db.exec(tables)
  const plans = declaredStatements()
    .filter(({ sql }) => isRequested(sql))
    .map(({ sql }) => ({
      sql,
      plan: db
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
        .all()
        .map(({ detail }) => detail),
    }))
  db.close()
  return plans
}

/** Of each statement that matches, its plan in one line. */
const linesOf = (pattern: RegExp): string[] =>
  plansOf((sql) => pattern.test(sql)).map(({ plan }) => plan.join())

test('a base has no statistics when it is finished, so that it plans as its tables alone would', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-'))
  const file = join(folder, 'base.sqlite')
  const meta = { id: 'id', generatorVersion: 1, seed: 's', size: 'empty', now: 0 }
  await createBase(file).finish(meta, async () => {})
  const db = new Database(file, { readonly: true })
  const counted = db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").all()
  db.close()
  rmSync(folder, { recursive: true })
  expect(counted).toEqual([])
})

test('every statement finds its rows by key: none reads a whole table or sorts', () => {
  const costly = plansOf((sql) => !isReadWhole(sql)).flatMap(({ sql, plan }) => {
    const isOfOnePage = plan.some((detail) => /^SCAN (asked VIRTUAL TABLE|walk$)/.test(detail))
    return plan
      .filter((detail) => isCostly(detail) && !(isOfOnePage && isSort(detail)))
      .map((detail) => `${detail}:${sql}`)
  })
  expect(declaredStatements().length).toBeGreaterThan(20)
  expect(costly).toEqual([])
})

test('blocks of some time are found by their times, not on a walk through their chain', () => {
  const plans = plansOf((sql) => /FROM evm_block/.test(sql) && /timestamp [<>]=? :/.test(sql))
  expect(plans.length).toBeGreaterThan(1)
  for (const { plan } of plans) expect(plan[0]).toContain('evm_block_by_time')
})

test('balances and lists of unspent outputs read an index of those, and no other row', () => {
  const plans = linesOf(/consumed_by IS NULL/)
  expect(plans.length).toBeGreaterThan(5)
  for (const plan of plans)
    expect(plan).toMatch(
      /COVERING INDEX utxo_unspent(_by_making|_by_stake_(end|start))? \(network=\?/,
    )
})

test('outputs by amount are read from where the page begins, spent ones included', () => {
  const plans = linesOf(/utxo_by_amount/)
  expect(plans.length).toBe(2)
  for (const plan of plans)
    expect(plan).toMatch(
      /utxo_by_amount \(network=\? AND owners=\? AND created_on_chain=\? AND consumed_on_chain=\? AND <expr>>\?/,
    )
})

test('unspent outputs in the order of their making are read from where the page begins', () => {
  const plans = linesOf(/utxo_unspent_by_making/)
  expect(plans.length).toBe(2)
  for (const plan of plans)
    expect(plan).toMatch(
      /COVERING INDEX utxo_unspent_by_making \(network=\? AND owners=\? AND created_on_chain=\? AND consumed_on_chain=\? AND created_at>\?/,
    )
})

test('rewards of running stakes are looked for from the oldest one that runs', () => {
  const plans = linesOf(/transaction_address_rewarded[\s\S]*staking_period_current/)
  expect(plans.length).toBe(2)
  for (const plan of plans) {
    expect(plan).toMatch(/transaction_address_rewarded \(address=\? AND tx_seq>\? AND tx_seq<\?\)/)
    expect(plan).toMatch(/SEARCH oldest USING INDEX staking_period_running \(network=\?/)
  }
})

test('balances of the past read no output that was spent by then', () => {
  const [plan] = linesOf(/\bspent_at > :time/)
  expect(plan).toMatch(/address_utxo_by_spending \(network=\? AND address=\? AND spent_at/)
})
