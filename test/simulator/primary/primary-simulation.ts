import Database from 'better-sqlite3'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import type { BlsPool } from '../../../src/formats/bls-pool.ts'
import { sha256 } from '../../../src/formats/hashes.ts'
import type { Network } from '../../../src/networks/network.ts'
import { Keyring } from '../../../src/simulator/accounts/keyring.ts'
import { openWallets } from '../../../src/simulator/accounts/wallets.ts'
import { Periods } from '../../../src/simulator/evm/counts/periods.ts'
import { createPrimaryNetwork } from '../../../src/simulator/primary/primary-network.ts'
import { createRandomStreams } from '../../../src/simulator/random.ts'
import {
  NetworkScheduler,
  type Progress,
  type ScheduledChain,
} from '../../../src/simulator/scheduler.ts'
import type { PrimarySide } from '../../../src/simulator/shared-memory.ts'
import { stateSlot } from '../../../src/store/simulator-state.ts'
import { tables } from '../../../src/store/tables.ts'
import { worldStoreOver } from '../../../src/store/world-store.ts'

/** Where the definition ends, epoch seconds. */
export const now = Date.parse(defaultWorld.now) / 1000
export const day = 86_400

/** A network's P- and X-chain with a C-chain that knows no more than its atomic transactions. */
export function openNetwork(
  db: Database.Database,
  { network, blsPool, pace }: { network: Network; blsPool: BlsPool; pace: number },
): NetworkScheduler {
  const store = worldStoreOver(db)
  const wallets = openWallets(defaultWorld.cast)
  const { platform, exchange, side } = createPrimaryNetwork({
    network,
    definition: defaultWorld,
    size: 'small',
    now,
    streams: createRandomStreams('resume'),
    wallets,
    keyring: new Keyring(store, 'resume', wallets),
    blsPool,
    store,
    periods: new Periods(store),
    pace: () => pace,
  })
  const contract = contractChain(db, network, side)
  return new NetworkScheduler(
    [platform, exchange, contract],
    stateSlot<Progress>(store, `${network} progress`),
  )
}

/** A block every 40 days, every 5 hours in the last days; its head is what the tables say. */
function contractChain(db: Database.Database, network: Network, side: PrimarySide): ScheduledChain {
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
    name: 'C',
    sources: [
      {
        what: 'a block',
        nextAfter(time) {
          const from = Math.max(time, now - 5 * 365 * day)
          return Math.floor(from / slot(from)) * slot(from) + slot(from)
        },
      },
    ],
    act(time) {
      const height = head()?.height
      if (height === undefined) accept(0, time)
      accept((height ?? 0) + 1, time)
    },
  }
}

/** Tables in memory, without a row. */
export function openTables(): Database.Database {
  const db = new Database(':memory:')
  db.exec('PRAGMA foreign_keys = OFF')
  db.exec(tables)
  return db
}
