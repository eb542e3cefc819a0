import { type Load, load } from './load.ts'
import { type Server, startSnowglobe } from './process.ts'

/*
 * What the journal costs a request: a server that remembers 1,000 requests beside one that remembers
 * none, in turns whose order is swapped, by the processor time of each server's process.
 *
 *   npm run build && npx tsx scripts/bench/journal-cost.ts [rounds]
 */

const rounds = Number(process.argv[2] ?? 6)
const amount = 20_000
const main = 'dist/bin/main.js'
const asked = {
  method: 'POST',
  path: '/ext/info',
  body: '{"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion","params":{}}',
} as const

const [off, on] = await Promise.all(
  ['0', '1000'].map((size) => startSnowglobe(main, ['--journal', size])),
)
if (!off || !on) throw new Error('a server is missing')
try {
  const costOf = async (server: Server): Promise<Load['cpuMicroseconds']> =>
    (await load(server, [asked], amount, 200)).cpuMicroseconds
  // Until both are compiled.
  for (const server of [off, on]) await costOf(server)

  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    const isSwapped = round % 2 === 1
    const first = await costOf(isSwapped ? on : off)
    const second = await costOf(isSwapped ? off : on)
    const [without, withIt] = isSwapped ? [second, first] : [first, second]
    shares.push(withIt / without - 1)
    process.stdout.write(
      `without ${without.toFixed(1)} us, with ${withIt.toFixed(1)} us: ${percent(withIt / without - 1)}\n`,
    )
  }
  const middle = shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  process.stdout.write(`in the middle of ${rounds} rounds: ${percent(middle)}\n`)
} finally {
  await Promise.all([off.close(), on.close()])
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
