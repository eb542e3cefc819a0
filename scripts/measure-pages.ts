/**
 * What first pages cost in a large world beside the default one: processor time in milliseconds,
 * nothing kept, medians; the two take turns.
 * npx tsx scripts/measure-pages.ts [--rounds 5] [--size large] [--fixtures FILE.json] [--only TEXT]
 */
import { parseArgs } from 'node:util'
import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../src/snowglobe.ts'
import { type PageRequest, pageRequests } from './page-requests.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    size: { type: 'string', default: 'large' },
    fixtures: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const requestsOfRound = 10

const open = (options: SnowglobeOptions) =>
  createSnowglobe({ logLevel: 'silent', keep: 0, journal: 0, ...options })
const reference = await open({})
const large = await open(
  values.fixtures ? { fixtures: values.fixtures } : { size: values.size as 'large' },
)

for (const request of (await pageRequests(large)).filter(({ name }) =>
  name.includes(values.only),
)) {
  const before: number[] = []
  const after: number[] = []
  const statuses = [await statusOf(reference, request), await statusOf(large, request)]
  if (statuses.some((status) => status !== 200)) {
    print(`${request.name}: ${statuses.join(' and ')}`)
    continue
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    before.push(await cost(reference, request))
    after.push(await cost(large, request))
  }
  const [small, big] = [median(before), median(after)]
  print(`${(big / small).toFixed(2)} ${request.name}: ${small.toFixed(2)} and ${big.toFixed(2)} ms`)
}
await reference.close()
await large.close()

async function statusOf(server: Snowglobe, { url, body }: PageRequest): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await (body
    ? server.inject({ method: 'POST', url, headers, payload: body })
    : server.inject({ method: 'GET', url }))
  return answer.statusCode
}

/** Milliseconds of processor time of one request. */
async function cost(server: Snowglobe, request: PageRequest): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < requestsOfRound; index++) await statusOf(server, request)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / requestsOfRound
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
