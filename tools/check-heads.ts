import { parseArgs } from 'node:util'
import { checkWorld } from '../src/check/check-world.ts'
import type { WorldSize } from '../src/config/config.ts'
import { worldDefinition } from '../src/definition/world-definition.ts'
import { createRandomStreams } from '../src/simulator/random.ts'
import { paceOf } from '../src/time/pace.ts'
import { daySeconds } from '../src/time/time-units.ts'
import { SimulationInMemory } from '../test/support/simulation-in-memory.ts'

// Checks a world during its build, and at its end. The checks run before every tenth (`--every`)
// step, or before randomly drawn steps. A step is a block, or several of one chain at one time.
// tsx tools/check-heads.ts [--size small] [--seed snowglobe] [--every 10 | --heads 30]
//   [--days 0] [--pace calm]

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    seed: { type: 'string', default: 'snowglobe' },
    every: { type: 'string', default: '10' },
    heads: { type: 'string' },
    days: { type: 'string', default: '0' },
    pace: { type: 'string', default: 'calm' },
  },
})
const size: WorldSize = values.size === 'medium' ? 'medium' : 'small'
const definition = await worldDefinition(undefined)
const now = Date.parse(definition.now) / 1000
const end = now + Number(values.days) * daySeconds
const settings = { definition, seed: values.seed, size }
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Simulates a world from genesis to the end. */
async function live(between: (world: SimulationInMemory, step: number, time: number) => void) {
  const world = new SimulationInMemory(settings)
  await world.open()
  let step = 0
  const each = (time: number) => between(world, step++, time)
  await world.liveUntil(now, each)
  world.setPace(paceOf(values.pace) ?? 0)
  await world.liveUntil(end, each)
  between(world, step, end)
  world.close()
  return step
}

let isChecked = (step: number, isEnd: boolean) =>
  isEnd || (step % Number(values.every) === 0 && step > 0)
if (values.heads !== undefined) {
  const steps = await live(() => {})
  const random = createRandomStreams(values.seed).stream('heads')
  const drawn = new Set(
    Array.from({ length: Number(values.heads) }, () => random.int(1, steps - 1)),
  )
  isChecked = (step, isEnd) => isEnd || drawn.has(step)
}

let heads = 0
let violations = 0
let last = 0
const steps = await live((world, step, time) => {
  const reached = time === end ? end : last
  last = time
  if (!isChecked(step, time === end)) return
  world.simulation.flush()
  const report = checkWorld({ now: reached, all: world.all })
  heads++
  violations += report.violations
  for (const rule of report.rules)
    for (const { ids, text } of rule.violations.slice(0, 3))
      print(
        `step ${step}, ${new Date(reached * 1000).toISOString()}: ${rule.name}: ${ids.join(', ')}: ${text}`,
      )
})
print(`${size}: ${heads} heads of ${steps} steps: ${violations} violations`)
process.exitCode = violations === 0 ? 0 : 1
