/**
 * Runs random programs in our interpreter and in @ethereumjs/evm, and compares all that they do.
 * Usage: npx tsx tools/compare-evm.ts [--programs 1000000] [--seed NAME] [--minutes 60]
 */
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { ethereumForks } from '../src/evm/forks.ts'
import { loadFastKeccak } from '../src/formats/keccak.ts'
import { createRandomStreams } from '../src/simulator/random.ts'
import { runOurs, runTheirs } from '../test/support/evm/differential.ts'
import { randomProgram } from '../test/support/evm/random-program.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: 'snow' },
    minutes: { type: 'string', default: '60' },
    first: { type: 'string', default: '0' },
  },
})
await loadFastKeccak()
const streams = createRandomStreams(values.seed)
const first = Number(values.first)
const last = first + Number(values.programs)
const begin = performance.now()
const minute = 60_000
const end = begin + Number(values.minutes) * minute
let reportAt = begin + minute
let run = 0
let successes = 0
let differences = 0
/**
 * Creations that revert with data whose first byte is 0xEF. The other engine takes the data for the
 * code of the contract, which may not begin so (EIP-3541); go-ethereum asks that of successes alone.
 */
let excused = 0
for (let number = first; number < last && performance.now() < end; number++, run++) {
  const fork = ethereumForks[number % ethereumForks.length] ?? 'cancun'
  const program = randomProgram(streams.at('program', number), fork)
  if (performance.now() > reportAt) {
    print(`${run} programs, ${successes} succeed, ${differences} differ`)
    reportAt += minute
  }
  const ours = runOurs(program, fork)
  const theirs = await runTheirs(program, fork)
  if (ours.isSuccess) successes++
  if (isDeepStrictEqual(ours, theirs)) continue
  if (program.to === undefined && !ours.isSuccess && ours.output.startsWith('0xef')) {
    excused++
    continue
  }
  differences++
  print(`program ${number} of ${fork} differs`)
  for (const key of Object.keys(ours) as (keyof typeof ours)[])
    if (!isDeepStrictEqual(ours[key], theirs[key]))
      print(`  ${key}\n    ours   ${text(ours[key])}\n    theirs ${text(theirs[key])}`)
  if (differences >= 10) break
}
const seconds = (performance.now() - begin) / 1000
print(
  `${run} programs, ${successes} succeed, ${differences} differ, ${excused} excused, ${(run / seconds).toFixed(0)} a second`,
)
process.exitCode = differences === 0 ? 0 : 1

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
