/**
 * Processor time of answers, each beside what it is to be compared with, interleaved in one run:
 * containers against a constant answer of the same size, a list at its end against its
 * beginning, 64 addresses against one. Run with `npx tsx scripts/measure-answers.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { InjectOptions } from 'light-my-request'
import { defaultWorld } from '../fixtures/default-world.ts'
import { createSnowglobe } from '../src/snowglobe.ts'

type Request = () => Promise<{ rawPayload: Buffer }>

const rounds = 15

/** Microseconds of processor time per request, the median of the rounds, of both in turn. */
async function compare(a: Request, b: Request, perRound: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + 2; round++)
    for (const [which, request] of [a, b].entries()) {
      const before = process.cpuUsage()
      for (let i = 0; i < perRound; i++) await request()
      const { user, system } = process.cpuUsage(before)
      if (round > 1) times[which]?.push((user + system) / perRound)
    }
  const median = (values: number[]) => values.sort((x, y) => x - y)[values.length >> 1] ?? 0
  return [median(times[0]), median(times[1])]
}

// The default world with enough blocks on the C-chain to fill a range.
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-measure-'))
const fixtures = join(folder, 'world.json')
const evmChains = defaultWorld.evmChains.map((chain) =>
  chain.chainId === '43114' ? { ...chain, blocks: { small: 1100, default: 1100 } } : chain,
)
writeFileSync(fixtures, JSON.stringify({ ...defaultWorld, evmChains }))
const server = await createSnowglobe({ logLevel: 'silent', fixtures })
const get = (url: string): Request => {
  return () => server.inject(url)
}
const show = (name: string, [a, b]: [number, number]) =>
  process.stdout.write(
    `${name}: ${a.toFixed(0)} µs, ${b.toFixed(0)} µs, ratio ${(a / b).toFixed(2)}\n`,
  )

const rangeCall: InjectOptions = {
  method: 'POST',
  url: '/ext/index/C/block',
  headers: { 'content-type': 'application/json' },
  payload:
    '{"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":1024}}',
}
const range = () => server.inject(rangeCall)
const text = (await range()).payload
const constant = Fastify()
constant.post('/constant', (_request, reply) =>
  reply.header('content-type', 'application/json').send(text),
)
process.stdout.write(
  `range of ${text.split('"id":"').length - 1} containers, ${text.length} bytes\n`,
)
show(
  'range / constant answer',
  await compare(range, () => constant.inject({ ...rangeCall, url: '/constant' }), 20),
)

/** The URL of the last page of a list. */
async function lastPage(url: string): Promise<string> {
  let page = url
  for (;;) {
    const { nextPageToken } = (await server.inject(page)).json() as { nextPageToken?: string }
    if (nextPageToken === undefined) return page
    page = `${url}&pageToken=${nextPageToken}`
  }
}

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const platform = '/v1/networks/mainnet/blockchains/p-chain/transactions'
const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
for (const [name, url] of [
  ['EVM blocks', '/v1/chains/43114/blocks?pageSize=10'],
  ['ERC-20 transfers', `/v1/chains/43114/addresses/${ewoq}/transactions:listErc20?pageSize=10`],
  ['P-chain transactions', `${platform}?pageSize=10`],
  ['P-chain transactions of an address', `${platform}?pageSize=10&addresses=${owner}`],
] as const)
  show(`${name}, last page / first page`, await compare(get(await lastPage(url)), get(url), 50))

const { addressText } = await import('../src/formats/addresses.ts')
const strangers = Array.from({ length: 63 }, (_, i) =>
  addressText(new Uint8Array(20).fill(i), 'avax'),
)
const many = `${platform}?pageSize=10&addresses=${[owner, ...strangers].join()}`
show(
  'P-chain transactions, 64 addresses / 1',
  await compare(get(many), get(`${platform}?pageSize=10&addresses=${owner}`), 50),
)
await constant.close()
await server.close()
rmSync(folder, { recursive: true })
