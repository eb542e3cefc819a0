import { load } from './load.ts'
import { median } from './numbers.ts'
import { startSnowglobe } from './process.ts'

/*
 * Measures the journal's cost of a request: a server that remembers 1,000 requests beside one that
 * remembers none. It uses the processor time of each server's process. The same client loads both
 * at once. In turns, the faster server would find the client busy, and a server that sends to a
 * sleeping client pays for waking it. Each round has new processes: V8 makes faster code in one
 * than in the next.
 *
 *   npm run build && npx tsx tools/bench/journal-cost.ts [rounds]
 */

const rounds = Number(process.argv[2] ?? 9)
const loads = 5
const amount = 20_000
const main = 'dist/bin/main.js'
const request = {
  method: 'POST',
  path: '/ext/info',
  body: '{"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion","params":{}}',
} as const

const shares: number[] = []
for (let round = 0; round < rounds; round++) {
  const [without = Number.NaN, withIt = Number.NaN] = await costsOfARound()
  shares.push(withIt / without - 1)
  process.stdout.write(
    `without ${without.toFixed(1)} us, with ${withIt.toFixed(1)} us: ${percent(withIt / without - 1)}\n`,
  )
}
process.stdout.write(`in the middle of ${rounds} rounds: ${percent(median(shares))}\n`)

/** Returns the microseconds per request, without the journal and with it. */
async function costsOfARound(): Promise<number[]> {
  const servers = await Promise.all(
    ['0', '1000'].map((size) => startSnowglobe(main, ['--journal', size])),
  )
  try {
    const costs: number[][] = servers.map(() => [])
    // The first load lets V8 compile and does not count.
    for (let count = 0; count <= loads; count++) {
      const done = await Promise.all(servers.map((one) => load(one, [request], amount, 200)))
      if (count > 0) for (const [i, one] of done.entries()) costs[i]?.push(one.cpuMicroseconds)
    }
    return costs.map(median)
  } finally {
    await Promise.all(servers.map((one) => one.close()))
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
