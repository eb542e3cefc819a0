import { parseArgs } from 'node:util'
import { buildSources } from '../test/support/built-sources.ts'
import { startServerProcess, stopCommands } from '../test/support/command.ts'
import { killReaders } from '../test/support/kill-readers.ts'

// Kills and stops readers at random under writes and reads. It reports stale, torn and missing
// responses:
// tsx tools/kill-readers.ts [--minutes 10] [--workers 3] [--seed snowglobe]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: 'snowglobe' },
  },
})
const removeSources = await buildSources()
try {
  const server = await startServerProcess(['--workers', values.workers])
  const seconds = Number(values.minutes) * 60
  const seen = await killReaders(server, { seconds, seed: values.seed })
  const { stale, torn, writeMs, liveMs, ...counts } = seen
  for (const text of [...stale, ...torn].slice(0, 5))
    process.stdout.write(`${text.slice(0, 500)}\n`)
  const times = (name: string, ms: readonly number[]) =>
    `${name} median ${Math.round(ms[ms.length >> 1] ?? 0)} ms, 99 % ${Math.round(ms[Math.floor(ms.length * 0.99)] ?? 0)} ms, longest ${Math.round(ms.at(-1) ?? 0)} ms`
  process.stdout.write(
    `${JSON.stringify(counts)}, ${stale.length} stale, ${torn.length} torn\n${times('writes', writeMs)}; ${times('live', liveMs)}\n`,
  )
  process.exitCode = stale.length + torn.length + counts.unanswered === 0 ? 0 : 1
} finally {
  await stopCommands()
  removeSources()
}
