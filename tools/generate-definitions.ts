import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { anyDefinition } from '../test/definition/support/any-definition.ts'
import { outcomeOf } from '../test/definition/support/outcome.ts'

// Builds definitions with stories from the schema: each world is consistent, or is refused at a
// place:
// tsx tools/generate-definitions.ts [--count 300] [--seed 1] [--size empty]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: 'empty' },
  },
})
const size = values.size === 'small' ? 'small' : 'empty'
const print = (line: string) => process.stdout.write(`${line}\n`)

const counts = { built: 0, 'before the build': 0, 'by the build': 0 }
let problems = 0
const drawn = fc.sample(anyDefinition, { numRuns: Number(values.count), seed: Number(values.seed) })
for (const [place, definition] of drawn.entries()) {
  const problem = await problemOf(definition)
  if (problem === undefined) continue
  problems++
  print(`${place}: ${problem}\n${JSON.stringify(definition)}`)
}
print(
  `${values.count} definitions of size ${size}: ${counts.built} built and consistent, ` +
    `${counts['before the build']} refused before the build, ${counts['by the build']} by it, ` +
    `${problems} problems`,
)
process.exitCode = problems === 0 ? 0 : 1

/** Returns the problem with the outcome of a definition, if any. */
async function problemOf(definition: unknown): Promise<string | undefined> {
  try {
    const outcome = await outcomeOf(definition, { size })
    counts[outcome.refused ?? 'built']++
    if (outcome.refused === undefined) return outcome.violations[0]
    return outcome.pointer.startsWith('/') ? undefined : `refused at ${outcome.pointer}`
  } catch (error) {
    return error instanceof Error ? error.stack : String(error)
  }
}
