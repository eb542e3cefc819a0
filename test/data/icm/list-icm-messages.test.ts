import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IcmMessage } from '../../../schemas/data/icm.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'
import { ewoq, nativeTransactions, unknownAddress } from '../evm/support/chains.ts'
import { messagesAround, messagesOf, urlOf } from './support/messages.ts'

let server: Snowglobe
let byAddress: Map<string, IcmMessage[]>
/** Every message around ewoq, by id. */
let messages: Map<string, IcmMessage>

beforeAll(async () => {
  server = await startServer()
  byAddress = await messagesAround(server)
  messages = new Map([...byAddress.values()].flat().map((each) => [each.messageId, each]))
})
afterAll(() => server?.close())

/** Chains of Fuji; foreign ones included. */
const fujiChains = ['43113', '930113', '779672']
const isFuji = ({ sourceEvmChainId }: IcmMessage) => fujiChains.includes(sourceEvmChainId)
const timeOf = ({ sourceTransaction, destinationTransaction }: IcmMessage) =>
  (sourceTransaction ?? destinationTransaction)?.timestamp ?? Number.NaN

test.each(['mainnet', 'fuji'])('on %s: the newest ten of ewoq, newest on top', async (network) => {
  const { status, body } = await get(server, `${urlOf(ewoq)}?network=${network}`)
  expect(status).toBe(200)
  const listed = (body as { messages: IcmMessage[] }).messages
  expect(listed.length).toBeGreaterThan(0)
  expect(listed).toEqual((await messagesOf(server, ewoq, `?network=${network}`)).slice(0, 10))
  for (const message of listed) expect([message.from, message.to]).toContain(ewoq)
})

test('the list is by time of sending, else of delivery, over both networks', () => {
  for (const list of byAddress.values()) {
    const times = list.map(timeOf)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  }
  expect(new Set([...messages.values()].map(isFuji))).toEqual(new Set([true, false]))
})

test('pages of any size have every item once', async () => {
  const whole = byAddress.get(ewoq) ?? []
  for (const pageSize of [1, 7]) {
    const walk = await walkPages<IcmMessage>(server, urlOf(ewoq), 'messages', pageSize)
    expect(walk.items).toEqual(whole)
    expect(walk.pages).toBe(Math.ceil(whole.length / pageSize))
  }
})

test('network leaves the messages of that network', async () => {
  const drawn = fc.record({
    address: fc.constantFrom(...byAddress.keys()),
    network: fc.constantFrom('mainnet', 'fuji', 'testnet'),
    pageSize: fc.constantFrom(1, 3, 100),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ address, network, pageSize }) => {
      const url = `${urlOf(address)}?network=${network}`
      const { items } = await walkPages<IcmMessage>(server, url, 'messages', pageSize)
      const expected = byAddress.get(address)?.filter((message) => {
        return isFuji(message) === (network !== 'mainnet')
      })
      expect(items).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a page of testnet continues on fuji', async () => {
  const first = await get(server, `${urlOf(ewoq)}?network=testnet&pageSize=1`)
  const { nextPageToken } = first.body as { nextPageToken: string }
  const next = (network: string) =>
    get(server, `${urlOf(ewoq)}?network=${network}&pageSize=1&pageToken=${nextPageToken}`)
  expect((await next('fuji')).body).toEqual((await next('testnet')).body)
  expect((await next('mainnet')).status).toBe(400)
})

test('every status occurs, and with it the transactions that it has', () => {
  const present = new Map<string, Set<string>>()
  for (const { status, sourceTransaction, destinationTransaction } of messages.values()) {
    const parts = `${sourceTransaction !== undefined} ${destinationTransaction !== undefined}`
    present.set(status, new Set(present.get(status)).add(parts))
  }
  expect(Object.fromEntries(present)).toEqual({
    pending: new Set(['true false']),
    delivered: new Set(['true true']),
    delivered_source_not_indexed: new Set(['false true']),
  })
})

test('a message names the transactions that sent and delivered it, with their fees', async () => {
  const transactionOf = async (chain: string, account: string, hash: string) =>
    (await nativeTransactions(server, chain, account)).find(({ txHash }) => txHash === hash)

  for (const message of messages.values()) {
    const { sourceTransaction: source, destinationTransaction: destination } = message
    const sent =
      source && (await transactionOf(message.sourceEvmChainId, message.from, source.txHash))
    const delivered =
      destination &&
      (await transactionOf(
        message.destinationEvmChainId,
        destination.delivererAddress,
        destination.txHash,
      ))
    for (const [part, transaction] of [
      [source, sent],
      [destination, delivered],
    ] as const) {
      if (!part) continue
      expect(transaction).toMatchObject({
        txStatus: '1',
        blockTimestamp: part.timestamp,
        to: { address: message.icmContractAddress },
      })
      const fee = BigInt(transaction?.gasUsed ?? 0) * BigInt(transaction?.gasPrice ?? 0)
      expect(part.gasSpent).toBe(String(fee))
    }
    if (source && destination) expect(destination.timestamp).toBeGreaterThan(source.timestamp)
  }
})

test('only what was delivered is executed, and not all of that', () => {
  const executed = (status: string) =>
    new Set(
      [...messages.values()]
        .filter((message) => message.status === status)
        .map(({ messageExecuted }) => messageExecuted),
    )
  expect(executed('pending')).toEqual(new Set([false]))
  expect(executed('delivered')).toEqual(new Set([true, false]))
})

test('a receipt is of a message that came the other way; once it is back, that one knows', () => {
  const keyOf = (from: string, to: string, nonce: string) => `${from} ${to} ${nonce}`
  const byNonce = new Map(
    [...messages.values()].map((each) => [
      keyOf(each.sourceEvmChainId, each.destinationEvmChainId, each.messageNonce),
      each,
    ]),
  )
  const acknowledged = new Set<string>()
  for (const carrier of messages.values())
    for (const { receivedMessageNonce, relayerRewardAddress } of carrier.receipts) {
      const { sourceEvmChainId: here, destinationEvmChainId: there } = carrier
      const received = byNonce.get(keyOf(there, here, receivedMessageNonce))
      if (!received) continue
      expect(received.destinationTransaction?.rewardRedeemer).toBe(relayerRewardAddress)
      if (carrier.status === 'delivered') acknowledged.add(received.messageId)
    }
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const id of acknowledged) expect(messages.get(id)?.receiptDelivered).toBe(true)
  for (const { receiptDelivered, status } of messages.values())
    if (receiptDelivered) expect(status).toBe('delivered')
})

test('ids have no 0x, and a reward is always there', () => {
  for (const { messageId, rewardDetails, icmContractAddress } of messages.values()) {
    expect(messageId).toMatch(/^[0-9a-f]{64}$/)
    expect(rewardDetails).toMatchObject({ ercType: 'ERC-20', value: expect.any(String) })
    expect(icmContractAddress).toBe('0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf')
  }
})

test('both dialects answer the same, but for prices', async () => {
  for (const address of byAddress.keys()) {
    const url = `${urlOf(address)}?pageSize=100`
    const documented = await get(server, url)
    const live = await get(server, url, { 'x-snowglobe-dialect': 'live' })
    const asNumbers = JSON.stringify(documented.body).replaceAll(
      /("currencyCode":"usd","value":)"([\d.]+)"/g,
      '$1$2',
    )
    expect(live.body).toEqual(JSON.parse(asNumbers))
  }
})

test('an address without messages has an empty list; what is no address is refused', async () => {
  expect(await get(server, urlOf(unknownAddress))).toMatchObject({
    status: 200,
    body: { messages: [] },
  })
  expect((await get(server, urlOf(ewoq.toLowerCase()))).body).toEqual(
    (await get(server, urlOf(ewoq))).body,
  )
  expect(await get(server, urlOf('me'))).toMatchObject({
    status: 400,
    body: { message: 'address must be 0x and 40 hex digits, not "me"' },
  })
  expect(await get(server, `${urlOf(ewoq)}?network=local`)).toMatchObject({
    status: 400,
    body: { message: 'network must be one of mainnet, fuji, testnet, not "local"' },
  })
})
