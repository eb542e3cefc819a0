import { expect, test } from 'vitest'
import { ethereumRules } from '../../../src/evm/forks.ts'
import { Execution } from '../../../src/evm/interpreter.ts'
import { Journal } from '../../../src/evm/journal.ts'
import { Machine } from '../../../src/evm/machine.ts'
import { runInSlices, type Sliced } from '../../../src/evm/reads/run-in-slices.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import { accountOf } from '../../support/evm/both-engines.ts'
import { blockOfCalls, OurEngine } from '../../support/evm/differential.ts'

const contract = accountOf(0xc0de)

/** Counts down from a number, and returns 7. */
function countdown(from: number): Execution {
  const rules = ethereumRules('cancun')
  const engine = new OurEngine(rules)
  const number = from.toString(16).padStart(8, '0')
  const code = bytesOf(`0x63${number}5b6001900380600557600760005260206000f3`)
  engine.put({ address: contract, balance: 0n, nonce: 1n, code, storage: [] })
  const context = { origin: contract, gasPrice: 0n, blobHashes: [], warp: undefined }
  const machine = new Machine(rules, blockOfCalls, context, new Journal(rules, engine.state))
  return new Execution(machine, {
    kind: 'CALL',
    caller: accountOf(1),
    context: contract,
    to: contract,
    value: 0n,
    input: new Uint8Array(),
    gas: 30_000_000,
    isStatic: false,
    outputOffset: 0,
    outputSize: 0,
  })
}

/** Runs with a clock that each step moves; returns how often others got their turn. */
async function turnsDuring(execution: Sliced, msOfStep: number, firstSteps?: number) {
  let time = 0
  const max = { steps: 0 }
  const timed: Sliced = {
    run(steps) {
      time += steps * msOfStep
      max.steps = Math.max(max.steps, steps)
      return execution.run(steps)
    },
  }
  let turns = 0
  let hasEnded = false
  const others = () => {
    if (hasEnded) return
    turns++
    setImmediate(others)
  }
  setImmediate(others)
  await runInSlices(timed, { now: () => time, ...(firstSteps && { firstSteps }) })
  hasEnded = true
  return { turns, time, max: max.steps }
}

test('a short execution ends without a turn of others', async () => {
  const execution = countdown(1000)
  const { turns } = await turnsDuring(execution, 0.001)
  expect(turns).toBe(0)
  expect(execution.result?.error).toBeUndefined()
  expect(execution.result?.output[31]).toBe(7)
})

test('a long execution yields every 10 ms, and ends with the same result', async () => {
  const whole = countdown(100_000)
  whole.run()
  const execution = countdown(100_000)
  // Seven steps for each number.
  const { turns, time, max } = await turnsDuring(execution, 0.001)
  expect(execution.result).toEqual(whole.result)
  expect(time).toBeGreaterThan(600)
  expect(turns).toBeGreaterThan(40)
  expect(turns).toBeLessThan(80)
  expect(max).toBeLessThanOrEqual(2048)
})

test('steps that are slow run one by one', async () => {
  const { turns } = await turnsDuring(countdown(100), 20)
  // 700 steps of 20 ms, of which the first 64 run at once.
  expect(turns).toBeGreaterThan(300)
})

test('what has slow steps from the beginning yields after the first ones', async () => {
  const { turns, max } = await turnsDuring(countdown(100), 20, 1)
  expect(max).toBe(1)
  // 700 steps: one turn for each after the first two.
  expect(turns).toBeGreaterThan(690)
})

test('executions that begin together run in turns of their own', async () => {
  let turn = 0
  let hasEnded = false
  const others = () => {
    turn++
    if (!hasEnded) setImmediate(others)
  }
  setImmediate(others)
  const turns: number[] = []
  const long: Sliced = {
    run() {
      turns.push(turn)
      for (const end = performance.now() + 45; performance.now() < end; );
      return true
    },
  }
  const together = new Promise((resolve) => setImmediate(resolve))
  const run = () => runInSlices(long)
  await Promise.all(Array.from({ length: 6 }, () => together.then(run)))
  hasEnded = true
  expect(new Set(turns).size).toBe(6)
})
