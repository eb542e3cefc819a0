import { afterAll, beforeAll, expect, test } from 'vitest'
import { respond } from '../../src/chain-api/evm/respond.ts'
import type { SimulatedWorld } from '../../src/world/simulated-world.ts'
import { openSimulatedWorld } from '../support/simulated-world.ts'

let world: SimulatedWorld
beforeAll(async () => {
  world = await openSimulatedWorld(0)
})
afterAll(() => world.close())

const account = `0x${'00'.repeat(19)}01`
const slots = Array.from({ length: 100 }, (_, slot) => `0x${slot.toString(16)}`)
const batchOf = (length: number) =>
  JSON.stringify(
    Array.from({ length }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_getProof' },
      params: [account, slots, 'latest'],
    })),
  )
const request = (isGone: () => boolean) => ({
  ...{ world, chain: { name: 'C', chainId: '43114' }, issuer: undefined, isGone },
})

/** Responds to a batch; counts the turns of the event loop meanwhile. */
async function responseTo(body: string, isGone: () => boolean) {
  let [turns, hasEnded] = [0, false]
  const count = () => {
    turns++
    if (!hasEnded) setImmediate(count)
  }
  setImmediate(count)
  const { json } = await respond(request(isGone), body)
  hasEnded = true
  return { json, turns }
}

test('a long batch lets others be served between its calls', async () => {
  const { json, turns } = await responseTo(batchOf(1000), () => false)
  expect(JSON.parse(json ?? '')).toHaveLength(1000)
  expect(turns).toBeGreaterThan(3)
})

test('a batch ends when its client has gone', async () => {
  let calls = 0
  const { json } = await responseTo(batchOf(1000), () => ++calls > 5)
  expect(json).toBeUndefined()
  expect(calls).toBe(6)
})
