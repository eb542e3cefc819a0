import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ journal: 20 })
})
beforeEach(() => server.reset())
afterAll(() => server?.close())

const blocks = '/v1/chains/43114/blocks'
const ask = (path: string, headers: Record<string, string> = {}) =>
  send(server.url, { path, headers: { 'user-agent': 'wallet/1', ...headers } })

test.each(transports)(
  'clients that do not wait, read again or leave pages are reported, through %s',
  async (transport) => {
    const { requests, faults } = through(transport, server)
    const named = async () =>
      (await requests.verdicts()).verdicts.map(({ verdict, requests: ids }) => [
        verdict,
        ids.length,
      ])

    await faults.add({ times: 1, respond: { status: 429, headers: { 'retry-after': '60' } } })
    await ask('/v1/chains')
    await ask('/v1/chains?network=mainnet')
    expect(await named()).toEqual([['retried-before-retry-after', 2]])
    await requests.clear()

    await faults.set('rule-1', { times: 3, respond: { status: 500 } })
    for (let i = 0; i < 4; i++) await ask('/v1/chains')
    expect(await named()).toEqual([['no-backoff', 4]])
    expect(await refusalOf(requests.verify({ without: ['no-backoff'] }))).toMatchObject({
      code: 'not_verified',
      details: { verdicts: [{ verdict: 'no-backoff' }] },
    })
    expect(await requests.verify({ without: ['refetched-same-page'] })).toEqual({ count: 4 })
    await requests.clear()

    for (let i = 0; i < 3; i++) await ask('/v1/chains')
    expect(await named()).toEqual([['refetched-same-page', 3]])
    await requests.clear()

    const { nextPageToken } = JSON.parse((await ask(`${blocks}?pageSize=1`)).body)
    expect(await named()).toEqual([])
    await ask('/v1/chains')
    expect(await named()).toEqual([['ignored-next-page', 1]])
    expect(await refusalOf(requests.verify({ without: 'all' }))).toMatchObject({
      code: 'not_verified',
    })
    await ask(`${blocks}?pageSize=1&pageToken=${nextPageToken}`)
    await requests.clear()
    await ask(`${blocks}?pageSize=1`, { 'user-agent': 'one' })
    await ask('/v1/chains', { 'user-agent': 'other' })
    expect(await named()).toEqual([])
  },
)

test('requests that overlap do not repeat each other, but what follows them does', async () => {
  const respond = { status: 503, headers: { 'retry-after': '60' } }
  await server.faults.add({ times: 6, delay: { ms: 300 }, respond })
  const pages = ['1', '2', '3', '4', '5', '6'].map((size) => ask(`${blocks}?pageSize=${size}`))
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 503))
  expect(await server.requests.verdicts()).toEqual({ verdicts: [] })
  await ask(`${blocks}?pageSize=7`)
  const [seventh] = (await server.requests.list()).requests
  await ask(`${blocks}?pageSize=8`)
  expect((await server.requests.verdicts()).verdicts).toMatchObject([
    { verdict: 'retried-before-retry-after', requests: [expect.any(Number), seventh?.id] },
  ])
})

test('what a client reads again is reported only when it had all of the same response', async () => {
  const verdicts = async () => (await server.requests.verdicts()).verdicts.map((it) => it.verdict)
  const page = `${blocks}?pageSize=100`
  const fund = (amount: string) =>
    server.act({ do: 'fund', to: 'ewoq', chain: 'C', network: 'mainnet', amount })

  await server.snapshots.save('before')
  for (const amount of ['1', '2', '3']) {
    await fund(amount)
    await ask(page)
    await server.snapshots.restore('before')
  }
  expect(await verdicts()).toEqual([])
  await server.requests.clear()

  await server.scenarios.set('indexer-stall', {})
  await fund('1')
  for (let i = 0; i < 2; i++) await ask(page)
  await server.scenarios.remove('indexer-stall')
  await ask(page)
  expect(await verdicts()).toEqual([])
  await server.requests.clear()

  await server.faults.add({ times: 2, connection: 'truncate' })
  for (let i = 0; i < 3; i++)
    await fetch(server.url + page, { headers: { 'user-agent': 'wallet/1' } })
      .then((response) => response.text())
      .catch(() => {})
  expect(await verdicts()).toEqual([])
  for (let i = 0; i < 3; i++) await ask(page)
  expect(await verdicts()).toEqual(['refetched-same-page'])
})

test('a next page that a client did not see, or did request, is not ignored', async () => {
  const verdicts = async () => (await server.requests.verdicts()).verdicts
  await server.faults.add({ times: 1, patch: { merge: { nextPageToken: null } } })
  await ask(`${blocks}?pageSize=1`)
  await ask('/v1/chains')
  expect(await verdicts()).toEqual([])

  const { nextPageToken } = JSON.parse((await ask(`${blocks}?pageSize=2`)).body)
  await server.faults.add({ times: 1, respond: { status: 500 } })
  await ask(`${blocks}?pageSize=2&pageToken=${nextPageToken}`)
  await ask('/v1/chains')
  expect(await verdicts()).toEqual([])
})

test('a client that waits long enough gets no verdict', async () => {
  await server.faults.add({ times: 3, respond: { status: 503, headers: { 'retry-after': '0' } } })
  for (let i = 0; i < 4; i++) {
    await ask('/v1/chains')
    await wait(120)
  }
  expect(await server.requests.verdicts()).toEqual({ verdicts: [] })
})

test('a client that leaves a list is reported, also when its page was requested before', async () => {
  await ask(`${blocks}?pageSize=1`, { 'user-agent': 'one' })
  await ask(`${blocks}?pageSize=1`, { 'user-agent': 'two' })
  await ask('/v1/chains', { 'user-agent': 'two' })
  const [, page] = (await server.requests.list()).requests
  const { verdicts } = await server.requests.verdicts()
  expect(verdicts).toMatchObject([{ verdict: 'ignored-next-page', requests: [page?.id] }])
})

test('a message about requests shows no more of their keys than the list does', async () => {
  await server.faults.add({ respond: { status: 503, headers: { 'retry-after': '5' } } })
  for (let i = 0; i < 4; i++) await ask('/v1/chains?rltoken=topsecret')
  await server.reset(['faults'])
  for (let i = 0; i < 3; i++) await ask(`${blocks}?pageSize=1&rltoken=topsecret`)
  await ask('/v1/chains?rltoken=topsecret')
  const { verdicts } = await server.requests.verdicts()
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(
    new Set([
      'retried-before-retry-after',
      'no-backoff',
      'refetched-same-page',
      'ignored-next-page',
    ]),
  )
  expect(JSON.stringify(verdicts)).toContain('rltoken=tops')
  expect(JSON.stringify(verdicts)).not.toContain('topsecret')
})
