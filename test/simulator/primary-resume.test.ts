import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { type BlsPool, loadBlsPool } from '../../src/formats/bls-pool.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import type { Network } from '../../src/networks/network.ts'
import type { PrimarySide } from '../../src/simulator/atomic-seam.ts'
import { createPrimaryNetwork } from '../../src/simulator/primary/primary-network.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { type LivingChain, NetworkLife, type Progress } from '../../src/simulator/scheduler.ts'
import { openWallets } from '../../src/simulator/wallets.ts'
import { keptPart } from '../../src/store/kept.ts'
import { tables } from '../../src/store/tables.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'

let blsPool: BlsPool
const now = Date.parse(defaultWorld.now) / 1000
const day = 86_400

beforeAll(async () => {
  blsPool = await loadBlsPool()
})

/** A network's P- and X-chain with a C-chain that knows no more than its atomic transactions. */
function openNetwork(db: Database.Database, network: Network) {
  const writer = worldStoreOver(db)
  const { platform, exchange, side } = createPrimaryNetwork({
    network,
    definition: defaultWorld,
    size: 'small',
    now,
    streams: createRandomStreams('resume'),
    wallets: openWallets(defaultWorld.cast),
    blsPool,
    writer,
    pace: () => 4,
  })
  const contract = contractChain(db, network, side)
  return new NetworkLife(
    [platform, exchange, contract],
    keptPart<Progress>(writer, `${network} progress`),
  )
}

/** A block every 40 days, every 5 hours in the last days; its head is what the tables say. */
function contractChain(db: Database.Database, network: Network, side: PrimarySide): LivingChain {
  const last = db.prepare<[string], { height: number; block_id: string }>(
    "SELECT height, block_id FROM primary_block WHERE network = ? AND chain = 'C' ORDER BY height DESC",
  )
  const head = () => last.get(network)
  const slot = (time: number) => (time < now - 10 * day ? 40 * day : day / 5)
  const accept = (number: number, time: number) => {
    const bytes = Buffer.from(`block ${number} of ${network}`)
    side.contractBlockAccepted({
      time,
      number,
      hash: sha256(bytes),
      parentHash: Buffer.from((head()?.block_id ?? `0x${'00'.repeat(32)}`).slice(2), 'hex'),
      bytes,
      transactions:
        number === 0
          ? []
          : side.atomicTransactions({
              time,
              baseFee: 25_000_000_000n,
              balanceOf: () => 10n ** 21n,
              nonceOf: () => BigInt(number),
            }),
    })
  }
  return {
    nextAfter: (time) => {
      const from = Math.max(time, now - 5 * 365 * day)
      return Math.floor(from / slot(from)) * slot(from) + slot(from)
    },
    advance(time) {
      const height = head()?.height
      if (height === undefined) accept(0, time)
      accept((height ?? 0) + 1, time)
    },
  }
}

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

function openTables(): Database.Database {
  const db = new Database(':memory:')
  db.exec('PRAGMA foreign_keys = OFF')
  db.exec(tables)
  return db
}

/** Lives to a time, thrown away and opened again wherever `isCut` says so. */
function live(network: Network, until: number, isCut: (step: number) => boolean) {
  const db = openTables()
  let life = openNetwork(db, network)
  let steps = 0
  while (life.nextTime() < until) {
    life.step()
    steps += 1
    if (isCut(steps)) life = openNetwork(db, network)
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
  120_000,
)
