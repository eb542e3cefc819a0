import { parseArgs } from 'node:util'
import { checkWorld } from '../src/check/check-world.ts'
import { monotonicMs } from '../src/time/clock.ts'
import { paceOf } from '../src/time/pace.ts'
import { brokenPromises } from '../test/support/promises.ts'
import { advance, openSimulatedWorld } from '../test/support/simulated-world.ts'

// Lets a world run on after its definition's now. After each part it reports whether the world is
// consistent and keeps its promises:
// tsx tools/simulate-days.ts [--days 400] [--part 100] [--pace calm] [--size small] [--seed snowglobe]

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '400' },
    part: { type: 'string', default: '100' },
    pace: { type: 'string', default: 'calm' },
    size: { type: 'string', default: 'small' },
    seed: { type: 'string', default: 'snowglobe' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const size = values.size === 'medium' ? 'medium' : 'small'
const world = await openSimulatedWorld(paceOf(values.pace) ?? 0, size, values.seed)
const all = world.all.bind(world)
let problems = 0

for (let days = 0; days < Number(values.days); ) {
  const part = Math.min(Number(values.part), Number(values.days) - days)
  days += part
  const began = monotonicMs()
  const { blocks } = await advance(world, `${part}d`)
  const seconds = ((monotonicMs() - began) / 1000).toFixed(1)
  const made = Object.values(blocks).flatMap((chains) => Object.values(chains))
  const broken = brokenPromises(all, world.now)
  const violations = checkWorld({ now: world.now, all }).rules.flatMap((rule) =>
    rule.violations.map(({ ids, text }) => `${rule.name}: ${ids.join(', ')}: ${text}`),
  )
  problems += broken.length + violations.length
  for (const line of [...broken.slice(0, 20), ...violations.slice(0, 20)]) print(line)
  print(
    `${days} days: ${made.reduce((sum, count) => sum + count)} blocks in ${seconds} s, ${violations.length} violations, ${broken.length} broken promises`,
  )
}
world.close()
process.exitCode = problems === 0 ? 0 : 1
