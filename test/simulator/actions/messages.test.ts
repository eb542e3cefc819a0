import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { refusalOf } from '../../control/support/transports.ts'

let snowglobe: Snowglobe
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small', pace: 0 })
  await snowglobe.act([
    { do: 'wallet', name: 'dora' },
    { do: 'fund', to: 'dora', chain: 'C', amount: '10' },
    { do: 'fund', to: 'dora', chain: '930114', amount: '10' },
  ])
})
afterAll(() => snowglobe.close())

const get = async (path: string) => (await snowglobe.inject(path)).json()
const message = (id: string | undefined) => get(`/v1/icm/messages/${id}`)

test('a message is pending until its time has come, then delivered', async () => {
  const { results } = await snowglobe.act({
    ...{ do: 'sendMessage', from: 'dora', sourceChain: 'C', destinationChain: '930114' },
    ...{ data: '0x0102', deliver: '1m', as: 'hello' },
  })
  const [sent] = results
  expect(sent).toMatchObject({ chain: 'C', messageId: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const pending = await message(sent?.messageId)
  expect(pending).toMatchObject({
    ...{ status: 'pending', data: '0x0102', messageExecuted: false },
    sourceTransaction: { txHash: sent?.txId },
  })
  await snowglobe.clock.advance('59s')
  expect(await message(sent?.messageId)).toEqual(pending)
  await snowglobe.clock.advance('1s')
  const delivered = await message(sent?.messageId)
  expect(delivered).toMatchObject({ status: 'delivered', messageExecuted: true })
  expect(delivered.destinationTransaction.timestamp).toBe(pending.sourceTransaction.timestamp + 60)
  const { messages } = await get(`/v1/icm/addresses/${pending.from}/messages`)
  expect(messages.map(({ messageId }: { messageId: string }) => messageId)).toContain(
    sent?.messageId,
  )
})

test('a message without a relayer waits until its delivery is requested', async () => {
  const { results } = await snowglobe.act({
    ...{ do: 'sendMessage', from: 'dora', sourceChain: '930114', destinationChain: 'C' },
    ...{ deliver: false, as: 'patient' },
  })
  await snowglobe.clock.advance('2d')
  expect(await message(results[0]?.messageId)).toMatchObject({ status: 'pending' })
  const { results: done } = await snowglobe.act({ do: 'deliverMessage', message: 'patient' })
  expect(done).toMatchObject([{ chain: 'C', messageId: results[0]?.messageId }])
  expect(await message(results[0]?.messageId)).toMatchObject({
    ...{ status: 'delivered', messageExecuted: true },
    destinationTransaction: { txHash: done[0]?.txId },
  })
  expect(
    await refusalOf(snowglobe.act({ do: 'deliverMessage', message: 'patient' })),
  ).toMatchObject({ code: 'not_possible' })
})

test('a message is delivered without success', async () => {
  const { results } = await snowglobe.act([
    {
      ...{ do: 'sendMessage', from: 'dora', sourceChain: 'C', destinationChain: '930114' },
      ...{ deliver: false, as: 'unlucky' },
    },
    { do: 'deliverMessage', message: 'unlucky', succeeded: false },
  ])
  const delivered = await message(results[0]?.messageId)
  expect(delivered).toMatchObject({
    ...{ status: 'delivered', messageExecuted: false },
    destinationTransaction: { txHash: results[1]?.txId },
  })
  // Validators sign what has been accepted, so it arrives in a later second than it was sent.
  expect(delivered.destinationTransaction.timestamp).toBeGreaterThan(
    delivered.sourceTransaction.timestamp,
  )
})

test('messages go to and come from chains outside the world', async () => {
  const { results: sent } = await snowglobe.act({
    ...{ do: 'sendMessage', from: 'dora', sourceChain: 'C', destinationChain: '53935' },
  })
  const { results: coming } = await snowglobe.act({
    ...{ do: 'sendMessage', from: 'dora', sourceChain: '53935', destinationChain: 'C' },
  })
  expect((await snowglobe.inject(`/v1/icm/messages/${coming[0]?.messageId}`)).statusCode).toBe(404)
  await snowglobe.clock.advance('10s')
  expect(await message(coming[0]?.messageId)).toMatchObject({
    ...{ status: 'delivered_source_not_indexed', messageExecuted: true },
    ...{ sourceEvmChainId: '53935', destinationEvmChainId: '43114' },
  })
  expect(await message(sent[0]?.messageId)).toMatchObject({
    ...{ status: 'pending', destinationEvmChainId: '53935' },
  })
})

test('the world keeps all rules', async () => {
  const report = await snowglobe.check()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
