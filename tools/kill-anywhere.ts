import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSources } from '../test/support/built-sources.ts'
import { stopCommands } from '../test/support/command.ts'
import { killAnywhere } from '../test/support/kill-anywhere.ts'

// Kills a server with a persistent world at random moments of writing. It checks that the world
// opens again with all acknowledged writes, and is consistent:
// tsx tools/kill-anywhere.ts [--kills 50] [--seed snowglobe]

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: 'snowglobe' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-kills-'))
const dataDir = join(folder, 'data')
const wish = { kills: Number(values.kills), seed: values.seed, maxMs: 3000 }
let problems = 0
const removeSources = await buildSources()
try {
  for await (const { after, acknowledged, found, violations, lost } of killAnywhere(
    dataDir,
    wish,
  )) {
    if (found < acknowledged || violations > 0 || lost.length > 0) problems++
    process.stdout.write(
      `killed after ${after} ms: acknowledged ${acknowledged}, found ${found}, ${violations} violations, ${lost.length} snapshots lost\n`,
    )
  }
} finally {
  await stopCommands()
  removeSources()
  rmSync(folder, { recursive: true })
}
process.stdout.write(`${values.kills} kills, ${problems} with problems\n`)
process.exitCode = problems === 0 ? 0 : 1
