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
 * passes. What was burned is summed up once for a revision of a world.
 */
const isReadWhole = (sql: string) =>
  /FROM (evm_chain( c)?$|staking_period AS v\b|transaction_amount AS burned\b)/m.test(sql)

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
  const db = new Database(':memory:')
  db.exec(tables)
  const paged = declaredStatements().filter(({ sql }) => !isReadWhole(sql))
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

test('blocks of some time are found by their times, not on a walk through their chain', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const ofTimes = declaredStatements().filter(
    ({ sql }) => /FROM evm_block/.test(sql) && /timestamp [<>]=? :/.test(sql),
  )
  const plans = ofTimes.map(({ sql }) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail),
  )
  db.close()
  expect(plans.length).toBeGreaterThan(1)
  for (const plan of plans) expect(plan[0]).toContain('evm_block_by_time')
})

test('balances and lists of unspent outputs read an index of those, and no other row', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const statements = declaredStatements().filter(({ sql }) => /consumed_by IS NULL/.test(sql))
  const plans = statements.map(({ sql }) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail)
      .join(),
  )
  db.close()
  expect(plans.length).toBeGreaterThan(5)
  for (const plan of plans)
    expect(plan).toMatch(
      /COVERING INDEX utxo_unspent(_by_making|_by_stake_(end|start))? \(network=\?/,
    )
})

test('outputs by amount are read from where the page begins, spent ones included', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const byAmount = declaredStatements().filter(({ sql }) => /utxo_by_amount/.test(sql))
  const plans = byAmount.map(({ sql }) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail)
      .join(),
  )
  db.close()
  expect(plans.length).toBe(2)
  for (const plan of plans)
    expect(plan).toMatch(
      /utxo_by_amount \(network=\? AND owners=\? AND created_on_chain=\? AND consumed_on_chain=\? AND <expr>>\?/,
    )
})

test('unspent outputs in the order of their making are read from where the page begins', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const byMaking = declaredStatements().filter(({ sql }) => /utxo_unspent_by_making/.test(sql))
  const plans = byMaking.map(({ sql }) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail)
      .join(),
  )
  db.close()
  expect(plans.length).toBe(2)
  for (const plan of plans)
    expect(plan).toMatch(
      /COVERING INDEX utxo_unspent_by_making \(network=\? AND owners=\? AND created_on_chain=\? AND consumed_on_chain=\? AND created_at>\?/,
    )
})

test('rewards of running stakes are looked for from the oldest one that runs', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const ofOwners = declaredStatements().filter(({ sql }) =>
    /transaction_address_rewarded[\s\S]*staking_period_current/.test(sql),
  )
  const plans = ofOwners.map(({ sql }) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail)
      .join(),
  )
  db.close()
  expect(plans.length).toBe(2)
  for (const plan of plans) {
    expect(plan).toMatch(/transaction_address_rewarded \(address=\? AND tx_seq>\? AND tx_seq<\?\)/)
    expect(plan).toMatch(/SEARCH oldest USING INDEX staking_period_running \(network=\?/)
  }
})

test('balances of the past read no output that was spent by then', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const [statement] = declaredStatements().filter(({ sql }) => /\bspent_at > :time/.test(sql))
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN ${statement?.sql.replaceAll(/:\w+/g, '1')}`,
    )
    .all()
    .map(({ detail }) => detail)
    .join()
  db.close()
  expect(plan).toMatch(/address_utxo_by_spending \(network=\? AND address=\? AND spent_at/)
})
