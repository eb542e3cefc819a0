import { parseArgs } from 'node:util'
import { createSnowglobe } from '../src/snowglobe.ts'
import { liveInManyWorlds } from '../test/support/many-worlds.ts'

// Runs clients that write, reset and set faults at random, each in its own world of one server.
// Each has to see only its own actions. Memory of the process is printed over time:
// tsx tools/many-worlds.ts [--worlds 20] [--seconds 60] [--size small] [--seed snowglobe]

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    size: { type: 'string', default: 'small' },
    seed: { type: 'string', default: 'snowglobe' },
  },
})
const wish = { worlds: Number(values.worlds), seconds: Number(values.seconds), seed: values.seed }

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

function printMemory() {
  const { rss, heapUsed, external } = process.memoryUsage()
  process.stdout.write(
    `${Math.round(process.uptime())} s: ${megabytes(rss)} MB resident, ${megabytes(heapUsed)} MB of objects, ${megabytes(external)} MB outside\n`,
  )
}

const server = await createSnowglobe({
  size: values.size === 'small' ? 'small' : 'medium',
  maxWorlds: wish.worlds,
  logLevel: 'error',
})
printMemory()
const printing = setInterval(printMemory, Math.max(1000, (wish.seconds * 1000) / 12))
const { done, looks, problems } = await liveInManyWorlds(server.url, wish).finally(() =>
  clearInterval(printing),
)
printMemory()
await server.close()
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(
  `${wish.worlds} worlds: ${done} things done, ${looks} looks, ${problems.length} problems\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
