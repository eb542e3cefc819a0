import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmCall } from '../../src/chain-api/evm/evm-call.ts'
import { runRead } from '../../src/chain-api/evm/reads/run-read.ts'
import { turnOfLoop } from '../../src/time/turns-of-loop.ts'
import type { SimulatedWorld } from '../../src/world/simulated-world.ts'
import { openSimulatedWorld } from '../support/simulated-world.ts'

let world: SimulatedWorld
beforeAll(async () => {
  world = await openSimulatedWorld(0)
})
afterAll(() => world.close())

const reading = (): Omit<EvmCall, 'args' | 'issuer'> => ({
  ...{ world, chain: { name: 'C', chainId: '43114' } as EvmCall['chain'] },
  ...{ deadline: Number.POSITIVE_INFINITY, isGone: () => false },
})
const options = { timeoutText: 'execution timeout' }
const fund = { do: 'fund', to: 'ewoq', chain: 'C', amount: '1' } as const

/** Execution that runs until a change of the world has ended. */
function lasting(change: Promise<unknown>) {
  let hasEnded = false
  const ended = change.finally(() => {
    hasEnded = true
  })
  return { sliced: { run: () => hasEnded }, ended }
}

test('a read whose block is gone after a reset fails, and one whose block remains goes on', async () => {
  const readDuring = (change: Promise<unknown>) => {
    const { sliced, ended } = lasting(change)
    return runRead(reading(), options, async (run) => {
      await ended
      await run(sliced)
      return 'read'
    })
  }
  expect(await readDuring(world.act([fund]))).toBe('read')
  await expect(readDuring(world.reset())).rejects.toThrow('header not found')
  expect(await readDuring(world.reset())).toBe('read')
})

test('an error of the program is thrown although the world has changed', async () => {
  const failing = runRead(reading(), options, async () => {
    await world.act([fund])
    throw new TypeError('a mistake of the program')
  })
  await expect(failing).rejects.toThrow('a mistake of the program')
})

test('few reads with long results run at once, and the others wait for them', async () => {
  let [running, most, done] = [0, 0, 0]
  const read = () =>
    runRead(reading(), { ...options, isLarge: true }, async () => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < 5; turn++) await turnOfLoop()
      running--
      done++
    })
  await Promise.all(Array.from({ length: 20 }, read))
  expect([most, done]).toEqual([4, 20])
})

test('a read ends when its request has no time left or its client has gone', async () => {
  const endless = { run: () => false }
  const read = (of: Partial<EvmCall>) =>
    runRead({ ...reading(), ...of }, options, (run) => run(endless))
  await expect(read({ deadline: 0 })).rejects.toThrow('execution timeout')
  let slices = 0
  await expect(read({ isGone: () => ++slices > 3 })).rejects.toThrow('execution timeout')
})
