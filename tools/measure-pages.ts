/**
 * Measures the cost of first pages in a large world beside the default one. The figures are medians
 * of processor time in milliseconds, without the response cache; the two take turns. Bytes are
 * printed if the responses differ in size.
 * npx tsx tools/measure-pages.ts [--rounds 5] [--size large] [--definition FILE.json] [--only TEXT]
 */
import { parseArgs } from 'node:util'
import { createSnowglobe, type SnowglobeOptions } from '../src/snowglobe.ts'
import { pageRequests, translation } from './page-requests.ts'
import { costsOf, type MeasuredRequest, responseTo, sizesOf } from './request-cost.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    size: { type: 'string', default: 'large' },
    definition: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
/** Maximum cost of a first page, as a multiple. */
const bound = 1.5

const open = (options: SnowglobeOptions) =>
  createSnowglobe({ logLevel: 'silent', cacheMb: 0, journal: 0, ...options })
const reference = await open({})
const large = await open(
  values.definition ? { definition: values.definition } : { size: values.size as 'large' },
)

const inLarge = await translation(reference, large)
const ratios: { name: string; ratio: number }[] = []
for (const request of (await pageRequests(reference)).filter(({ name }) =>
  name.includes(values.only),
)) {
  const pair: [MeasuredRequest, MeasuredRequest] = [
    { server: reference, request },
    { server: large, request: inLarge(request) },
  ]
  const statuses = (await Promise.all(pair.map(responseTo))).map(({ statusCode }) => statusCode)
  if (statuses.some((status) => status !== 200)) {
    print(`${request.name}: ${statuses.join(' and ')}`)
    continue
  }
  const costs = await costsOf(pair, Number(values.rounds))
  const ratio = costs[1] / costs[0]
  ratios.push({ name: request.name, ratio })
  const times = costs.map((milliseconds) => milliseconds.toFixed(3)).join(' and ')
  print(`${ratio.toFixed(2)} ${request.name}: ${times} ms${await sizesOf(pair)}`)
}
const [greatest] = ratios.toSorted((a, b) => b.ratio - a.ratio)
const above = ratios.filter(({ ratio }) => ratio > bound)
if (greatest)
  print(
    `${ratios.length} requests, at most ${greatest.ratio.toFixed(2)} (${greatest.name}), ${above.length} above ${bound}`,
  )
await reference.close()
await large.close()

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
