import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkWorld } from '../src/check/check-world.ts'
import type { WorldSize } from '../src/config/config.ts'
import { worldDefinition } from '../src/definition/world-definition.ts'
import { monotonicMs } from '../src/time/clock.ts'
import { openCachedBase } from '../src/world/base-cache/cache.ts'

// Checks worlds of many seeds, one after the other, and leaves no file behind:
// tsx tools/check-seeds.ts [--count 100] [--from 1] [--size small]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    size: { type: 'string', default: 'small' },
  },
})
const [count, from] = [Number(values.count), Number(values.from)]
const size: WorldSize = values.size === 'medium' ? 'medium' : 'small'

const definition = await worldDefinition(undefined)
const print = (line: string) => process.stdout.write(`${line}\n`)
let violations = 0
let buildMs = 0
let checkMs = 0

for (let number = from; number < from + count; number++) {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-check-'))
  const seed = `seed ${number}`
  try {
    const start = monotonicMs()
    const base = await openCachedBase([folder], { definition, seed, size })
    const built = monotonicMs()
    const report = checkWorld({ now: base.meta.now, all: base.all })
    base.close()
    buildMs += built - start
    checkMs += monotonicMs() - built
    violations += report.violations
    for (const rule of report.rules)
      for (const { ids, text } of rule.violations.slice(0, 3))
        print(`${seed}: ${rule.name}: ${ids.join(', ')}: ${text}`)
  } catch (error) {
    violations += 1
    print(`${seed}: ${String(error)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const average = (ms: number) => `${Math.round(ms / count)} ms`
print(
  `${count} ${size} worlds: ${violations} violations; built in ${average(buildMs)}, checked in ${average(checkMs)} each`,
)
process.exitCode = violations === 0 ? 0 : 1
