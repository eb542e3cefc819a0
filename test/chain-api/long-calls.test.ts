import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'

// Calls with megabytes of arguments, many at once, beside others that want a quick response.

let server: RunningServer
beforeAll(async () => {
  server = await startServerProcess(['--network', 'fuji', '--pace', 'off'])
})
afterAll(stopCommands)

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const to = addressOf(170)
const entries = <Value>(count: number, contentOf: (place: number) => Value) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [addressOf(place), contentOf(place)]),
  )

async function call(...params: unknown[]) {
  const response = await fetch(`${server.url}/ext/bc/C/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }),
  })
  return (await response.json()) as { result?: string; error?: { code: number; message: string } }
}

test('a call overrides 8,192 accounts and slots, and no more', async () => {
  const word = (place: number) => `0x${place.toString(16).padStart(64, '0')}`
  const slots = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [word(place), word(place)]))
  const accounts = (count: number) => entries(count, () => ({ nonce: '0x1' }))
  const refused = { error: { code: -32000, message: 'too many overrides (max 8192)' } }
  expect(await call({ to }, 'latest', accounts(8_192))).toMatchObject({ result: '0x' })
  expect(await call({ to }, 'latest', accounts(8_193))).toMatchObject(refused)
  const stateDiff = (count: number) => ({ [addressOf(9_000)]: { stateDiff: slots(count) } })
  for (const [count, response] of [
    [4_095, { result: '0x' }],
    [4_096, refused],
  ] as const)
    expect(await call({ to }, 'latest', { ...accounts(4_096), ...stateDiff(count) })).toMatchObject(
      response,
    )
})

test.each([
  ['overrides', { to }, entries(40_000, () => ({ nonce: '0x1' }))],
  [
    'access lists',
    {
      to,
      accessList: Array.from({ length: 50_000 }, (_, place) => ({
        ...{ address: addressOf(place), storageKeys: [] },
      })),
    },
    {},
  ],
])('between 24 calls with long %s, others are served', async (_, called, overrides) => {
  let isOver = false
  const calls = Promise.all(
    Array.from({ length: 24 }, () => call(called, 'latest', overrides)),
  ).finally(() => {
    isOver = true
  })
  let served = 0
  while (!isOver) {
    await (await fetch(`${server.url}/_admin/live`)).text()
    served++
  }
  for (const { error } of await calls) expect(error?.code).toBe(-32000)
  expect(served).toBeGreaterThan(12)
})
