import { type Load, load } from './load.ts'
import { type Server, startSnowglobe } from './process.ts'

/*
 * What the journal costs a request: a server that remembers 1,000 requests beside one that remembers
 * none, in turns whose order is swapped, by the processor time of each server's process. Each round
 * has processes of its own: V8 makes faster code in one process than in the next.
 *
 *   npm run build && npx tsx scripts/bench/journal-cost.ts [rounds]
 */

const rounds = Number(process.argv[2] ?? 7)
const turns = 5
const amount = 20_000
const main = 'dist/bin/main.js'
const asked = {
  method: 'POST',
  path: '/ext/info',
  body: '{"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion","params":{}}',
} as const

const shares: number[] = []
for (let round = 0; round < rounds; round++) {
  const { without, withIt } = await costsOfARound()
  shares.push(withIt / without - 1)
  process.stdout.write(
    `without ${without.toFixed(1)} us, with ${withIt.toFixed(1)} us: ${percent(withIt / without - 1)}\n`,
  )
}
process.stdout.write(`in the middle of ${rounds} rounds: ${percent(middle(shares))}\n`)

/** Microseconds a request. */
async function costsOfARound() {
  const [off, on] = await Promise.all(
    ['0', '1000'].map((size) => startSnowglobe(main, ['--journal', size])),
  )
  if (!off || !on) throw new Error('a server is missing')
  try {
    const costs = new Map<Server, Load['cpuMicroseconds'][]>([off, on].map((one) => [one, []]))
    // The first turn is for the compiler.
    for (let turn = 0; turn <= turns; turn++) {
      for (const server of turn % 2 === 1 ? [on, off] : [off, on]) {
        const { cpuMicroseconds } = await load(server, [asked], amount, 200)
        if (turn > 0) costs.get(server)?.push(cpuMicroseconds)
      }
    }
    return { without: middle(costs.get(off) ?? []), withIt: middle(costs.get(on) ?? []) }
  } finally {
    await Promise.all([off.close(), on.close()])
  }
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
