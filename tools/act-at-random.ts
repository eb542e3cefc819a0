import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSnowglobe } from '../src/snowglobe.ts'
import { liveAtRandom, refuseAtRandom } from '../test/support/random-actions.ts'
import { stateOfFiles } from '../test/support/state-of-files.ts'

// Runs sequences of actions and advances, after each of which the world has to be consistent. It
// also sends requests that are refused, which must leave digest and files unchanged:
// tsx tools/act-at-random.ts [--sequences 200] [--refusals 500] [--seed 1] [--size small]

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '200' },
    refusals: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: 'small' },
  },
})
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-random-'))
const print = (line: string) => process.stdout.write(`${line}\n`)

const server = await createSnowglobe({
  size: values.size === 'empty' ? 'empty' : 'small',
  pace: 0,
  logLevel: 'error',
  dataDir: folder,
})
try {
  const lived = await liveAtRandom(server, {
    ...{ sequences: Number(values.sequences), seed },
    onDone: (place) => {
      if (place % 20 === 19) print(`${place + 1} sequences`)
    },
  })
  print(
    `${values.sequences} sequences: ${lived.done} requests done, ${lived.refused} refused, ${lived.problems.length} problems`,
  )
  const refused = await refuseAtRandom(server, {
    ...{ requests: Number(values.refusals), seed },
    state: () => stateOfFiles(server, folder),
  })
  print(`${refused.refused} requests refused without a trace, ${refused.problems.length} problems`)
  const problems = [...lived.problems, ...refused.problems]
  for (const problem of problems) print(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await server.close()
  rmSync(folder, { recursive: true })
}
