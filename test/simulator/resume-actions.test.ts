import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import type { Action } from '../../schemas/control/actions/index.ts'
import { openSimulation, type Simulation } from '../../src/simulator/simulation.ts'
import { statement } from '../../src/store/statement.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'
import { paces } from '../../src/time/pace.ts'
import { daySeconds, hourSeconds } from '../../src/time/time-units.ts'
import { digestsOf, tablesThatDiffer } from '../support/simulation-in-memory.ts'
import { smallWorld } from '../support/small-world.ts'

const settings = { definition: defaultWorld, seed: 'snowglobe', size: 'small' } as const
const now = Date.parse(defaultWorld.now) / 1000
const network = 'mainnet'
const message = {
  do: 'sendMessage',
  network,
  from: 'ewoq',
  sourceChain: 'C',
  destinationChain: '930114',
} as const

/** Pending things after an action: each of these waits for something else. */
const begun: readonly Action[] = [
  { ...message, deliver: '2d' },
  { ...message, deliver: false, as: 'held' },
  { ...message, sourceChain: '53935', destinationChain: 'C', deliver: '30h' },
  {
    ...{ do: 'export', network, from: 'alice', amount: '3' },
    ...{ sourceChain: 'P', destinationChain: 'X' },
  },
  {
    ...{ do: 'addValidator', network, node: 'later', from: 'ewoq', amount: '2000' },
    ...{ duration: '20d', start: '2026-01-17T06:00:00Z', uptime: 'low' },
  },
  { do: 'wallet', network, name: 'dora' },
  { do: 'fund', network, to: 'dora', chain: 'C', amount: '4' },
]
const ended: readonly Action[] = [
  { do: 'deliverMessage', network, message: 'held' },
  { do: 'import', network, to: 'alice', sourceChain: 'P', destinationChain: 'X' },
  { do: 'transfer', network, from: 'dora', to: 'bob', chain: 'C', amount: '1' },
]

/** @param isCut whether the world is opened again wherever that can be */
async function live(isCut: boolean) {
  const { file } = await smallWorld()
  const db = new Database(readFileSync(file))
  db.exec('PRAGMA foreign_keys = OFF')
  const store = worldStoreOver(db)
  const open = async (): Promise<Simulation> => {
    const simulation = await openSimulation(settings, store)
    simulation.pace = paces.calm
    return simulation
  }
  const deliveries = () => store.get(countDeliveries, {})?.count ?? 0
  const before = deliveries()
  let simulation = await open()
  const exit = async () => {
    simulation.flush()
    if (isCut) simulation = await open()
  }
  const liveUntil = async (end: number) => {
    while (simulation.nextTime() <= end) {
      simulation.step()
      await exit()
    }
    simulation.settleUntil(end)
    await exit()
  }
  finish(simulation.acting(begun))
  await exit()
  await liveUntil(now + 6 * hourSeconds)
  finish(simulation.acting(ended))
  await exit()
  await liveUntil(now + 4 * daySeconds)
  const digests = digestsOf(store.all)
  const delivered = deliveries() - before
  db.close()
  return { digests, delivered }
}

test('a world that is opened again after each step and action becomes the same world', async () => {
  const [whole, cut] = [await live(false), await live(true)]
  expect(whole.delivered).toBeGreaterThanOrEqual(3)
  expect(tablesThatDiffer(whole.digests, cut.digests)).toEqual([])
})

const countDeliveries = statement<Record<string, never>, { count: number }>(
  'SELECT count(*) AS count FROM icm_delivery',
)

/** Does all of what stops now and then. */
function finish(work: Iterator<unknown>): void {
  while (!work.next().done);
}
