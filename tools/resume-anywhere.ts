import { parseArgs } from 'node:util'
import type { WorldSize } from '../src/config/config.ts'
import { worldDefinition } from '../src/definition/world-definition.ts'
import { createRandomStreams } from '../src/simulator/random.ts'
import {
  digestsOf,
  SimulationInMemory,
  tablesThatDiffer,
} from '../test/support/simulation-in-memory.ts'

// Builds a world at once, and again with restarts of the simulation before randomly drawn steps.
// Both have to be equal in every table.
// tsx tools/resume-anywhere.ts [--size medium] [--seed snowglobe] [--cuts 10]

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'medium' },
    seed: { type: 'string', default: 'snowglobe' },
    cuts: { type: 'string', default: '10' },
  },
})
const size: WorldSize = values.size === 'small' ? 'small' : 'medium'
const definition = await worldDefinition(undefined)
const now = Date.parse(definition.now) / 1000

async function live(cuts: ReadonlySet<number>) {
  const world = new SimulationInMemory({ definition, seed: values.seed, size })
  await world.open()
  let step = 0
  await world.liveUntil(now, async () => {
    if (cuts.has(step++)) await world.open()
  })
  const digests = digestsOf(world.all)
  world.close()
  return { digests, steps: step }
}

const whole = await live(new Set())
const random = createRandomStreams(values.seed).stream('cuts')
const cuts = new Set(
  Array.from({ length: Number(values.cuts) }, () => random.int(0, whole.steps - 1)),
)
const differing = tablesThatDiffer(whole.digests, (await live(cuts)).digests)
process.stdout.write(
  `${size}: opened again before ${cuts.size} of ${whole.steps} steps: ${
    differing.length === 0 ? 'the same world' : `other rows in ${differing.join(', ')}`
  }\n`,
)
process.exitCode = differing.length === 0 ? 0 : 1
