import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import { readTallies } from '../../../src/metrics/evm/window-tallies.ts'
import { contentDigest } from '../../../src/store/digests/content-digest.ts'
import { worldStoreOver } from '../../../src/store/world-store.ts'
import type { SimulatedWorld } from '../../../src/world/simulated-world.ts'
import { worldOver } from '../../support/simulated-world.ts'
import { smallWorld } from '../../support/small-world.ts'

const chainId = '43114'
const hour = 3600

let db: Database.Database
let world: SimulatedWorld
beforeAll(async () => {
  const { file, meta } = await smallWorld()
  db = new Database(readFileSync(file))
  // The first block of each hour stands at its first second: what is at a cut must count once.
  db.exec(`
    UPDATE evm_block SET timestamp = timestamp / ${hour} * ${hour}
    WHERE chain_id = '${chainId}' AND number > 1 AND timestamp / ${hour} > (
      SELECT p.timestamp / ${hour} FROM evm_block p
      WHERE p.chain_id = evm_block.chain_id AND p.number = evm_block.number - 1)`)
  const { all, get } = worldStoreOver(db)
  world = worldOver(
    {
      ...{
        file,
        meta,
        all,
        get,
        verify: () => {},
        verifyNext: () => false,
        putBack: () => {},
        close: () => db.close(),
      },
      contentDigest: () => contentDigest(db),
    },
    { definition: defaultWorld, seed: meta.seed, size: 'small' },
    {
      clock: 'frozen',
      pace: 0,
      nodeNetwork: 'mainnet',
      dialect: 'auto',
      signing: 'any',
      publicUrl: 'http://localhost:9650',
    },
  )
})
afterAll(() => world?.close())

/** Returns seconds at, before and behind the blocks and the hours that they are in. */
function secondsToTry(): Set<number> {
  const times = db
    .prepare('SELECT timestamp FROM evm_block WHERE chain_id = ? AND number > 0')
    .pluck()
    .all(chainId) as number[]
  return new Set(
    times.flatMap((time) => {
      const begun = time - (time % hour)
      return [time - 1, time, time + 1, begun - 1, begun, begun + hour - 1, begun + hour]
    }),
  )
}

test.each(['tx_count', 'gas_used'] as const)(
  '%s after any second is that of the blocks after it',
  (column) => {
    const sumAfter = db
      .prepare(
        `SELECT coalesce(sum(CAST(${column} AS INTEGER)), 0) FROM evm_block
       WHERE chain_id = ? AND number > 0 AND timestamp > ?`,
      )
      .pluck()
    const tallyAfter = readTallies(world, { name: chainId, chains: [chainId] }, column)
    for (const time of secondsToTry()) {
      const sum = tallyAfter(time).reduce((total, { amount }) => total + Number(amount), 0)
      expect([time, sum]).toEqual([time, sumAfter.get(chainId, time)])
    }
  },
)

test('the highest gas price after any second is that of the transactions after it', () => {
  const highestAfter = db
    .prepare(
      `SELECT coalesce(max(CAST(t.gas_price AS INTEGER)), 0)
       FROM evm_transaction t
       JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
       WHERE t.chain_id = ? AND b.number > 0 AND b.timestamp > ?`,
    )
    .pluck()
  const tallyAfter = readTallies(world, { name: chainId, chains: [chainId] }, 'max_gas_price')
  for (const time of secondsToTry()) {
    const highest = Math.max(0, ...tallyAfter(time).map(({ amount }) => Number(amount)))
    expect([time, highest]).toEqual([time, highestAfter.get(chainId, time)])
  }
})
