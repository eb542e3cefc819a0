import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperationStatus } from '../../../schemas/data/exports.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ewoq } from '../evm/support/chains.ts'
import { post } from './support/export.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server?.close())

const evm = {
  type: 'TRANSACTION_EXPORT_EVM',
  options: { addresses: [ewoq], includeChains: ['43114'] },
}
const begin = async (headers = {}) =>
  ((await post(server, evm, headers)).body as OperationStatus).operationId
const stateOf = async (id: string, headers = {}) => {
  const response = await fetch(`${server.url}/v1/operations/${id}`, { headers })
  return { status: response.status, body: (await response.json()) as OperationStatus }
}

test('with a frozen clock an export is finished at the first look', async () => {
  const id = await begin()
  const { body } = await stateOf(id)
  expect(body).toMatchObject({
    operationStatus: 'COMPLETED',
    metadata: { downloadUrl: `${server.url}/_files/${id}.csv` },
  })
  await server.clock.advance('1h')
  expect((await stateOf(id)).body).toEqual(body)
})

test('with a running clock it takes two seconds of it', async () => {
  await server.clock.set({ mode: 'running', rate: 0.1 })
  const id = await begin()
  expect((await stateOf(id)).body.operationStatus).toBe('RUNNING')
  const unfinished = await fetch(`${server.url}/_files/${id}.csv`)
  expect(unfinished.status).toBe(404)
  expect(await unfinished.json()).toMatchObject({ message: `There is no file "${id}.csv"` })
  await server.clock.advance('2s')
  expect((await stateOf(id)).body.operationStatus).toBe('COMPLETED')
})

test('the file can be read without a key for a day of the clock', async () => {
  const id = await begin({ 'x-data-api-key': 'mine' })
  await stateOf(id, { 'x-data-api-key': 'mine' })
  const file = () => fetch(`${server.url}/_files/${id}.csv`)
  const read = await file()
  expect(read.status).toBe(200)
  expect(read.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await read.text()).toMatch(/^chainId,blockNumber,/)
  await server.clock.advance('24h')
  expect((await file()).status).toBe(200)
  await server.clock.advance('1s')
  expect((await file()).status).toBe(404)
})

test('an export belongs to the key that began it', async () => {
  const id = await begin({ 'x-data-api-key': 'mine' })
  expect((await stateOf(id)).status).toBe(404)
  expect((await stateOf(id, { 'x-glacier-api-key': 'yours' })).status).toBe(404)
  expect((await stateOf(id, { 'x-glacier-api-key': 'mine' })).status).toBe(200)
})

test('an unknown export is 404, and a reset drops all of them', async () => {
  const id = await begin()
  await stateOf(id)
  expect((await stateOf('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  await server.reset()
  expect((await stateOf(id)).status).toBe(404)
  expect((await fetch(`${server.url}/_files/${id}.csv`)).status).toBe(404)
  expect(await begin()).toBe(id)
})
