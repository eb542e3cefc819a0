import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { networkConstants, upgradeNames } from '../../src/networks/constants.ts'
import { networks } from '../../src/networks/network.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { paces } from '../../src/time/pace.ts'
import { daySeconds } from '../../src/time/time-units.ts'
import {
  type Digests,
  digestsOf,
  SimulationInMemory,
  tablesThatDiffer,
} from '../support/simulation-in-memory.ts'

// The law of the living world: a world that is left and opened again becomes the same world.

const settings = { definition: defaultWorld, seed: 'resume', size: 'small' } as const
const now = Date.parse(defaultWorld.now) / 1000
const later = now + 20 * daySeconds

const upgradeTimes = networks
  .flatMap((network) => upgradeNames.map((name) => networkConstants[network].upgrades[name]))
  .map((time) => Date.parse(time) / 1000)

/** Pending things between two steps, each a query whose first value counts it. */
const onItsWay = {
  'vertices without a child beside another one': `
    SELECT count(*) - count(DISTINCT network) AS count FROM vertex
    WHERE vertex_id NOT IN (SELECT parent_id FROM vertex_parent)`,
  'stakers that wait for their start': `
    SELECT count(*) AS count FROM staking_period WHERE start_height IS NULL`,
  'messages before their delivery': `
    SELECT count(*) AS count FROM icm_message
    WHERE source_tx_hash IS NOT NULL AND seq NOT IN (SELECT message_seq FROM icm_delivery)`,
  'receipts in a message before its delivery': `
    SELECT count(*) AS count FROM icm_receipt
    WHERE message_seq NOT IN (SELECT message_seq FROM icm_delivery)`,
  'exports before their import': `
    SELECT count(*) AS count FROM utxo
    WHERE created_on_chain <> consumed_on_chain AND consumed_by IS NULL`,
}

/** Blocks that propose what the next one has to decide. */
const openProposals = `
  SELECT count(*) AS count FROM primary_block AS last
  WHERE chain = 'P' AND block_type LIKE '%ProposalBlock'
    AND height = (SELECT max(height) FROM primary_block WHERE chain = 'P' AND network = last.network)`

/** Steps before which something was to be seen that a life might only remember. */
const places = new Map<string, number[]>()
let whole: Digests
let undecided = 0
let steps = 0

/** Lets a world live until 20 days after now. @param between called before each step */
async function live(
  between: (world: SimulationInMemory, step: number, time: number) => void | Promise<void>,
): Promise<Digests> {
  const world = new SimulationInMemory(settings)
  opened.push(world)
  await world.open()
  let step = 0
  const each = (time: number) => between(world, step++, time)
  await world.liveUntil(now, each)
  world.setPace(paces.calm)
  await world.liveUntil(later, each)
  const digests = digestsOf(world.all)
  steps = step
  world.close()
  return digests
}

/** All that were opened, to be closed also when a test fails. */
const opened: SimulationInMemory[] = []
afterAll(() => {
  for (const world of opened) world.close()
})

beforeAll(async () => {
  const note = (what: string, step: number) => places.set(what, [...(places.get(what) ?? []), step])
  const before = new Map<string, number>()
  let last = 0
  whole = await live((world, step, time) => {
    if (time === last) note('other steps of the same time', step)
    for (const upgrade of upgradeTimes)
      if (last < upgrade && upgrade <= time) note(`upgrade ${upgrade}`, step)
    last = time
    undecided += world.rows<{ count: number }>(openProposals)[0]?.count ?? 0
    for (const [what, sql] of Object.entries(onItsWay)) {
      const count = world.rows<{ count: number }>(sql)[0]?.count ?? 0
      if (count > (before.get(what) ?? 0)) note(what, step)
      before.set(what, count)
    }
  })
})

test('no step ends between a proposal and its decision, so that no cut falls there', () => {
  expect(undecided).toBe(0)
})

test('a world that is opened again becomes the same world, by lot and while much is on its way', async () => {
  expect(steps).toBeGreaterThan(500)
  const random = createRandomStreams('cuts').stream('places')
  const drawn = Array.from({ length: 30 }, () => random.int(0, steps - 1))
  for (const what of Object.keys(onItsWay)) expect(places.get(what), what).toBeDefined()
  expect(places.get('other steps of the same time')).toBeDefined()
  const onTheWay = [...places.values()].flatMap((found) => {
    const middle = found[Math.floor(found.length / 2)] ?? 0
    return [found[0] ?? 0, middle, found.at(-1) ?? 0]
  })
  // Some of them long after the definition's now.
  const cuts = new Set([...drawn, ...onTheWay, steps - 50, steps - 5])
  const digests = await live(async (world, step) => {
    if (cuts.has(step)) await world.open()
  })
  expect(tablesThatDiffer(whole, digests)).toEqual([])
})
