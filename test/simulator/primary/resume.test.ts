import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { type BlsPool, loadBlsPool } from '../../../src/formats/bls-pool.ts'
import type { Network } from '../../../src/networks/network.ts'
import { day, now, openNetwork, openTables } from './primary-simulation.ts'

let blsPool: BlsPool

beforeAll(async () => {
  blsPool = await loadBlsPool()
})

/** A digest of each table. */
function digestsOf(db: Database.Database): Record<string, string> {
  const names = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
  return Object.fromEntries(
    names.map(({ name }) => {
      const hash = createHash('sha256')
      const key = name === 'kept' ? ' ORDER BY part, key' : ''
      for (const row of db.prepare<[], unknown[]>(`SELECT * FROM ${name}${key}`).raw().all())
        for (const value of row)
          hash.update(value instanceof Uint8Array ? value : `${String(value)}\n`)
      return [name, hash.digest('hex')]
    }),
  )
}

/** Lives to a time, thrown away and opened again wherever `isCut` says so. */
function live(network: Network, until: number, isCut: (step: number) => boolean) {
  const db = openTables()
  let simulation = openNetwork(db, { network, blsPool, pace: 4 })
  let steps = 0
  while (simulation.nextTime() < until) {
    simulation.step()
    steps += 1
    if (isCut(steps)) simulation = openNetwork(db, { network, blsPool, pace: 4 })
  }
  return { db, steps }
}

test.each([
  { network: 'fuji', every: 3 },
  { network: 'mainnet', every: 7 },
] as const)(
  'a network that is thrown away again and again lives as one that is not: $network',
  ({ network, every }) => {
    const until = now + 20 * day
    const whole = live(network, until, () => false)
    const cut = live(network, until, (step) => step % every === 0)
    expect(cut.steps).toBe(whole.steps)
    expect(digestsOf(cut.db)).toEqual(digestsOf(whole.db))
    whole.db.close()
    cut.db.close()
  },
)
