import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IcmMessage } from '../../../schemas/data/icm.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'
import { allItems, ewoq } from '../evm/support/chains.ts'
import { withQuery } from '../primary/lists.ts'

let server: Snowglobe
let all: IcmMessage[]
beforeAll(async () => {
  server = await startServer()
  all = await allItems<IcmMessage>(server, '/v1/icm/messages', 'messages')
})
afterAll(() => server?.close())

const timeOf = ({ sourceTransaction, destinationTransaction }: IcmMessage) =>
  (sourceTransaction ?? destinationTransaction)?.timestamp ?? 0

/** As the older paths show a message. */
const renamed = (message: IcmMessage) => ({
  ...message,
  teleporterContractAddress: message.icmContractAddress,
})

test('the messages are those of all parties, newest first, in pages of any size', async () => {
  const parties = new Set(all.flatMap(({ from, to }) => [from, to]))
  const ids = new Set<string>()
  for (const party of parties)
    for (const { messageId } of await allItems<IcmMessage>(
      server,
      `/v1/icm/addresses/${party}/messages`,
      'messages',
    ))
      ids.add(messageId)
  expect(new Set(all.map(({ messageId }) => messageId))).toEqual(ids)
  expect(all.length).toBe(ids.size)
  const times = all.map(timeOf)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const path of ['/v1/icm/messages', '/v1/teleporter/messages'])
    for (const pageSize of [1, 7]) {
      const { items } = await walkPages<IcmMessage>(server, path, 'messages', pageSize)
      expect(items).toEqual(path.includes('teleporter') ? all.map(renamed) : all)
    }
})

const cChain = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
/** The chain at the other end may be outside the world. */
const isOf = (chains: string[]) => (it: IcmMessage) =>
  [it.sourceEvmChainId, it.destinationEvmChainId].some((chain) => chains.includes(chain))
const chainsOf = { mainnet: ['43114', '930114'], fuji: ['43113', '930113'] }
const isEqualIfGiven = (wanted: string | undefined, value: string) =>
  wanted === undefined || wanted === value
const cases: [query: string, isWanted: (message: IcmMessage) => boolean][] = [
  ['sourceBlockchainId=43114', (it) => it.sourceEvmChainId === '43114'],
  [`sourceBlockchainId=${cChain}`, (it) => it.sourceEvmChainId === '43114'],
  ['destinationBlockchainId=930113', (it) => it.destinationEvmChainId === '930113'],
  ['destinationBlockchainId=930113&sourceBlockchainId=1', () => false],
  [
    `blockchainId=${cChain}`,
    (it) => [it.sourceEvmChainId, it.destinationEvmChainId].includes('43114'),
  ],
  ['network=mainnet', isOf(chainsOf.mainnet)],
  ['network=testnet', isOf(chainsOf.fuji)],
  [`from=${ewoq}`, (it) => sameAddress(it.from, ewoq)],
  [`to=${ewoq}`, (it) => sameAddress(it.to, ewoq)],
  [
    `from=${ewoq}&destinationBlockchainId=930113`,
    (it) => sameAddress(it.from, ewoq) && it.destinationEvmChainId === '930113',
  ],
  [
    `from=${ewoq}&sourceBlockchainId=43114`,
    (it) => sameAddress(it.from, ewoq) && it.sourceEvmChainId === '43114',
  ],
  [
    `from=${ewoq.toLowerCase()}&network=fuji&blockchainId=43113`,
    (it) =>
      sameAddress(it.from, ewoq) && /43113/.test(it.sourceEvmChainId + it.destinationEvmChainId),
  ],
]

test.each(cases)('%s is a filter over the list', async (query, isWanted) => {
  for (const pageSize of [1, 100]) {
    const { items } = await walkPages(server, `/v1/icm/messages?${query}`, 'messages', pageSize)
    expect(items).toEqual(all.filter(isWanted))
  }
})

test('filters that are given together all hold', async () => {
  const message = fc.constantFrom(...all)
  const half = { nil: undefined, freq: 1 }
  // Most filters are those of one message, so that they seldom leave nothing.
  const drawn = fc.tuple(message, fc.oneof(fc.constant(undefined), message)).chain(([it, other]) =>
    fc.record({
      from: fc.option(fc.constant(it.from), half),
      to: fc.option(fc.constant(it.to), half),
      sourceBlockchainId: fc.option(fc.constant(it.sourceBlockchainId), half),
      destinationBlockchainId: fc.option(fc.constant((other ?? it).destinationBlockchainId), half),
      blockchainId: fc.option(fc.constant((other ?? it).sourceEvmChainId), half),
      network: fc.constantFrom(undefined, 'mainnet' as const, 'fuji' as const),
      pageSize: fc.constantFrom(1, 3, 100),
    }),
  )
  await fc.assert(
    fc.asyncProperty(drawn, async ({ pageSize, ...filters }) => {
      const { blockchainId, network } = filters
      const expected = all.filter(
        (it) =>
          isEqualIfGiven(filters.from, it.from) &&
          isEqualIfGiven(filters.to, it.to) &&
          isEqualIfGiven(filters.sourceBlockchainId, it.sourceBlockchainId) &&
          isEqualIfGiven(filters.destinationBlockchainId, it.destinationBlockchainId) &&
          (blockchainId === undefined || isOf([blockchainId])(it)) &&
          (network === undefined || isOf(chainsOf[network])(it)),
      )
      const url = withQuery('/v1/icm/messages', filters)
      const { items } = await walkPages(server, url, 'messages', pageSize)
      expect(items, url).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('from and to together ask for messages between the two', async () => {
  for (const { from, to } of all.slice(0, 5)) {
    const own = all.filter((it) => it.from === from && it.to === to)
    const url = `/v1/icm/messages?from=${from}&to=${to}`
    expect(await allItems(server, url, 'messages')).toEqual(own)
  }
})

test('the older paths answer the same messages under both names of the messenger', async () => {
  const byAddress = `addresses/${ewoq}/messages`
  const list = await allItems<IcmMessage>(server, `/v1/icm/${byAddress}`, 'messages')
  expect(await allItems(server, `/v1/teleporter/${byAddress}`, 'messages')).toEqual(
    list.map(renamed),
  )
  for (const message of list.slice(0, 5)) {
    const { body } = await get(server, `/v1/teleporter/messages/${message.messageId}`)
    expect(body).toEqual(renamed(message))
  }
  const unknown = `/v1/teleporter/messages/${'0'.repeat(64)}`
  expect((await get(server, unknown)).status).toBe(404)
})
