/**
 * What the requests of docs/endpoints.md and balances of 64 addresses cost in a large world beside
 * the default one: processor time in milliseconds, nothing kept, medians; the two take turns.
 * npx tsx scripts/measure-pages.ts [--rounds 5] [--size large] [--fixtures FILE.json]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addressText } from '../src/formats/addresses.ts'
import { networkConstants } from '../src/networks/constants.ts'
import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../src/snowglobe.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    size: { type: 'string', default: 'large' },
    fixtures: { type: 'string' },
  },
})
const requestsOfRound = 10

const root = join(import.meta.dirname, '..')
/** Without what another request tells first. */
const urls = [
  ...readFileSync(join(root, 'docs/endpoints.md'), 'utf8').matchAll(
    /^- (?:[\d.]+ )?(\w+): `curl '?http:\/\/127\.0\.0\.1:9650([^'` $]+)'?`$/gm,
  ),
].map(([, name = '', url = '']) => ({ name, url }))

const open = (options: SnowglobeOptions) =>
  createSnowglobe({ logLevel: 'silent', keep: 0, journal: 0, ...options })
const reference = await open({})
const large = await open({
  size: values.size as 'large',
  ...(values.fixtures && { fixtures: values.fixtures }),
})
urls.push({ name: 'getBalances of 64', url: await balancesOfMany(large) })

for (const { name, url } of urls) {
  const before: number[] = []
  const after: number[] = []
  const statuses = [await statusOf(reference, url), await statusOf(large, url)]
  if (statuses.some((status) => status !== 200)) {
    print(`${name}: ${statuses.join(' and ')}`)
    continue
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    before.push(await cost(reference, url))
    after.push(await cost(large, url))
  }
  const [small, big] = [median(before), median(after)]
  print(`${(big / small).toFixed(2)} ${name}: ${small.toFixed(2)} and ${big.toFixed(2)} ms`)
}
await reference.close()
await large.close()

/** Of the cast and those after them who have most: 64 addresses of the P-chain. */
async function balancesOfMany(server: Snowglobe): Promise<string> {
  const { members } = await server.cast()
  const own = members.flatMap(({ mainnet }) => mainnet ?? [])
  const { hrp } = networkConstants.mainnet
  const others = Array.from({ length: 64 }, (_, index) =>
    addressText(new Uint8Array(20).fill(index), hrp),
  )
  const asked = [...own, ...others].slice(0, 64)
  return `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${asked.join()}`
}

async function statusOf(server: Snowglobe, url: string): Promise<number> {
  return (await server.inject({ method: 'GET', url })).statusCode
}

/** Milliseconds of processor time of one request. */
async function cost(server: Snowglobe, url: string): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < requestsOfRound; index++) await statusOf(server, url)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / requestsOfRound
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
