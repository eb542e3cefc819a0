import { parseArgs } from 'node:util'
import { buildSources } from '../test/support/built-sources.ts'
import { startServerProcess, stopCommands } from '../test/support/command.ts'
import { compareServers } from '../test/support/comparing-workers.ts'

// Writes the same random bytes to a server with workers and to one process, and compares the
// output, headers too. Meanwhile the world, its rules and its limits change:
// tsx tools/compare-workers.ts [--requests 200000] [--seed 1] [--workers 2]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
const maxPrinted = 5
const removeSources = await buildSources()
try {
  const servers = [
    await startServerProcess(),
    await startServerProcess(['--workers', values.workers]),
  ] as const
  const wish = { requests: Number(values.requests), seed: Number(values.seed) }
  const { requests, conversations, differences, resets, statuses } = await compareServers(
    servers,
    wish,
  )
  for (const { number, request, own, theirs } of differences.slice(0, maxPrinted)) {
    const same = [...own].findIndex((character, at) => character !== theirs[at])
    const from = Math.max(0, (same === -1 ? own.length : same) - 300)
    const cut = (text: string, start = from) => JSON.stringify(text.slice(start, start + 700))
    process.stdout.write(
      `conversation ${number}, ${own.length} and ${theirs.length} characters, to ${JSON.stringify(own.slice(-40))} and ${JSON.stringify(theirs.slice(-40))}\n  asked   ${cut(request.replaceAll(/(.)\1{99,}/g, '$1…'), 0)}\n  alone   ${cut(own)}\n  workers ${cut(theirs)}\n`,
    )
  }
  const counts = [...statuses].sort().map(([status, count]) => `${status.slice(9)} × ${count}`)
  process.stdout.write(
    `${requests} requests on ${conversations} connections, ${differences.length} differences, ${resets} cut by resets; answers ${counts.join(', ')}\n`,
  )
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await stopCommands()
  removeSources()
}
