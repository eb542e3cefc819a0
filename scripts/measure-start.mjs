// Time from the start of a process to its first 200, side by side with a bare Fastify, in turns,
// so that other work on the machine hits both alike. Needs `npm run build` and a built base.
// Usage: node scripts/measure-start.mjs [rounds]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
const rounds = Number(process.argv[2] ?? 15)

const bareFastify = `
  import Fastify from 'fastify'
  const app = Fastify()
  app.get('/v1/health-check', () => ({ status: 'ok' }))
  console.log('bare ready: ' + await app.listen({ port: 0, host: '127.0.0.1' }) + ' ')`

const contestants = {
  'bare Fastify': ['--input-type=module', '--eval', bareFastify],
  snowglobe: [bin.snowglobe, '--port', '0'],
}

/** Milliseconds until the answer to the first request has status 200. */
async function measure(args) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready: (http:\S+)/.exec(line)?.[1]
    const response = await fetch(`${url}/v1/health-check`)
    if (response.status !== 200) throw new Error(`${line}: ${response.status}`)
    await response.arrayBuffer()
    const milliseconds = performance.now() - startedAt
    child.kill()
    await once(child, 'exit')
    return milliseconds
  }
  throw new Error(`${args.join(' ')} ended before it was ready`)
}

const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]))
// The first round reads the files into memory and does not count.
for (let round = 0; round <= rounds; round++)
  for (const [name, args] of Object.entries(contestants)) {
    const milliseconds = await measure(args)
    if (round > 0) times[name].push(milliseconds)
  }

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const bare = median(times['bare Fastify'])
for (const [name, values] of Object.entries(times)) {
  const [fastest, middle] = [Math.min(...values), median(values)].map((value) => value.toFixed(0))
  const ratio = (median(values) / bare).toFixed(2)
  process.stdout.write(`${name}: median ${middle} ms, fastest ${fastest} ms, ratio ${ratio}\n`)
}
