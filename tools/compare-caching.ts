import { firstDifference } from '../test/support/caching.ts'

// Compares cached responses with uncached ones, through actions, advances, resets and faults:
// tsx tools/compare-caching.ts [requests] [seed]

const [requests = '10000', seed = '1'] = process.argv.slice(2)
const difference = await firstDifference(Number(requests), Number(seed))
process.stdout.write(`${difference ?? `${requests} requests: no difference`}\n`)
process.exitCode = difference === undefined ? 0 : 1
