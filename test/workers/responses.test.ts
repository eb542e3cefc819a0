import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { NewFaultRule } from '../../schemas/control/faults.ts'
import type { NftToken } from '../../schemas/data/tokens.ts'
import { connect } from '../../src/control/client/connect.ts'
import { anyRequest } from '../support/any-request.ts'
import { type Compared, firstDifference } from '../support/caching.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { compareServers } from '../support/comparing-workers.ts'
import { rawClient, talk } from '../support/raw.ts'
import { type RawResponse, send } from '../support/send.ts'

/** One process that does all, and two readers beside one that writes. */
let alone: RunningServer
let shared: RunningServer
beforeAll(async () => {
  alone = await startServerProcess()
  shared = await startServerProcess(['--workers', '2'])
})
afterEach(() =>
  Promise.all([alone, shared].map(({ url }) => connect(url).reset(['faults', 'limits']))),
)
afterAll(stopCommands)

/** But for the time of the machine, and where the server is. */
const timeless = (url: string, { headers: { date, ...headers }, body, ...rest }: RawResponse) => ({
  ...rest,
  headers,
  body: body.replaceAll(new URL(url).host, 'host'),
})

const ofBoth = (ask: (server: RunningServer) => Promise<string>) =>
  Promise.all([alone, shared].map(ask))

/** Of NFTs on the C-chain. */
const holder = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

const withoutDate = (text: string) => text.replaceAll(/^date: .*\r\n/gim, '')

test('any request has the same response, whether one process does all or readers answer', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ payload: body, ...rest }) => {
      const [own, theirs] = await Promise.all(
        [alone, shared].map(async ({ url }) => timeless(url, await send(url, { ...rest, body }))),
      )
      expect(theirs).toEqual(own)
    }),
    { numRuns: 300 },
  )
})

test('the same bytes have the same responses, through changes, rules and limits', async () => {
  const { differences } = await compareServers([alone, shared], { requests: 600, seed: 22 })
  expect(differences).toEqual([])
})

test('what changes the world by an operation of the Data API is done once for all readers', async () => {
  const reindexedBy = async ({ url }: RunningServer) => {
    const list = await fetch(`${url}/v1/chains/43114/addresses/${holder}/balances:listErc721`)
    const { erc721TokenBalances } = (await list.json()) as { erc721TokenBalances: [NftToken] }
    const [{ address, tokenId }] = erc721TokenBalances
    const token = `${url}/v1/chains/43114/nfts/collections/${address}/tokens/${tokenId}`
    const request = Array.from({ length: 8 }, () => fetch(`${token}:reindex`, { method: 'POST' }))
    const statuses = (await Promise.all(request)).map(({ status }) => status)
    return JSON.stringify([statuses.sort(), await (await fetch(token)).json()])
  }
  const [own, theirs] = await ofBoth(reindexedBy)
  expect(theirs).toBe(own)
  expect(own).toMatch(/^\[\[201(,429){7}\]/)
  await Promise.all([alone, shared].map(({ url }) => connect(url).reset()))
})

test('responses are the same, whatever happens between requests', async () => {
  const compared = ({ url }: RunningServer): Compared => {
    const control = connect(url)
    return { ...control, url, close: async () => void (await control.reset()) }
  }
  const open = async () => [alone, shared].map(compared)
  expect(await firstDifference(400, 1, open)).toBeUndefined()
})

const head = 'host: 127.0.0.1\r\n'
const blocks = `GET /v1/chains/43114/blocks?pageSize=2 HTTP/1.1\r\n${head}`
const range = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'index.getContainerRange',
  params: { startIndex: 0, numToFetch: 3 },
})
const call = `POST /ext/index/P/block HTTP/1.1\r\n${head}content-type: application/json\r\n`

test.each([
  ['one that closes its connection', `${blocks}connection: close\r\n\r\n`],
  [
    'three that are sent at once',
    `${blocks}\r\n${blocks}x-snowglobe-world: other\r\n\r\n${blocks}connection: close\r\n\r\n`,
  ],
  ['one of an older protocol', 'GET /v1/chains/43114/blocks HTTP/1.0\r\n\r\n'],
  [
    'one of an older protocol to a world by name',
    'GET /v1/chains/43114/blocks HTTP/1.0\r\nx-snowglobe-world: other\r\n\r\n',
  ],
  ['the head alone', `HEAD /v1/chains HTTP/1.1\r\n${head}connection: close\r\n\r\n`],
  [
    'a body of a known length',
    `${call}connection: close\r\ncontent-length: ${range.length}\r\n\r\n${range}`,
  ],
  [
    'a body in chunks',
    `${call}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${range.length.toString(16)}\r\n${range}\r\n0\r\n\r\n`,
  ],
  [
    'a fault that it asks for itself',
    `${blocks}x-snowglobe-fault: 503\r\nconnection: close\r\n\r\n`,
  ],
  ['a world that cannot be named', `${blocks}x-snowglobe-world: Ä\r\nconnection: close\r\n\r\n`],
  ['what is no HTTP', 'good morning\r\n\r\n'],
  ['a path that cannot be read', `GET /v1/%zz HTTP/1.1\r\n${head}connection: close\r\n\r\n`],
  ['the page', `GET / HTTP/1.1\r\n${head}accept: text/html\r\nconnection: close\r\n\r\n`],
  [
    'a control plane under a foreign name',
    'GET /_admin/world HTTP/1.1\r\nhost: evil\r\nconnection: close\r\n\r\n',
  ],
])('every byte of a response is the same: %s', async (_name, text) => {
  const [own, theirs] = await ofBoth(({ port }) => talk(port, text))
  expect(own).toMatch(/^HTTP\/1.1 \d/)
  expect(withoutDate(theirs ?? '')).toBe(withoutDate(own ?? ''))
})

const rules: [string, NewFaultRule][] = [
  ['an answer of a gateway', { respond: { status: 503 } }],
  ['a reset', { connection: 'reset' }],
  ['an end without an answer', { connection: 'empty' }],
  ['an end in the middle of the body', { connection: 'truncate' }],
  ['what is no HTTP', { connection: 'malformed' }],
  ['a body in pieces', { delay: { ms: 0, chunkMs: 5 } }],
  ['an answer that pages may not read', { cors: false }],
  ['an answer that comes later', { delay: { ms: 20 } }],
]
test.each(rules)('a rule breaks the same bytes off: %s', async (_name, rule) => {
  for (const { url } of [alone, shared]) await connect(url).faults.add({ id: 'it', ...rule })
  const [own, theirs] = await ofBoth(({ port }) => talk(port, `${blocks}connection: close\r\n\r\n`))
  expect(withoutDate(theirs ?? '')).toBe(withoutDate(own ?? ''))
})

test.each(['GET', 'HEAD'])('a truncated response to %s ends its connection', async (method) => {
  for (const { url } of [alone, shared]) await connect(url).faults.add({ connection: 'truncate' })
  const request = blocks.replace('GET', method)
  const [own, theirs] = await ofBoth(({ port }) => talk(port, `${request}\r\n`))
  expect(withoutDate(theirs ?? '')).toBe(withoutDate(own ?? ''))
})

test('a client that asks no more waits for its response', async () => {
  const [own, theirs] = await ofBoth(({ port }) => {
    const { socket, ended } = rawClient(port)
    socket.end(`${blocks}\r\n`)
    return ended
  })
  expect(own).toContain('"blocks":[')
  expect(withoutDate(theirs ?? '')).toBe(withoutDate(own ?? ''))
})
