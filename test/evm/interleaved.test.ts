import { expect, test } from 'vitest'
import { beginRead } from '../../src/evm/reads/read-call.ts'
import { toHex } from '../../src/formats/ids.ts'
import { callOf, contractOf, readsOf } from '../support/evm/reads.ts'

/** Copies the first word of the input 40 times, adds all copies up, and returns the sum. */
const sumOfCopies = `0x5f35${'80'.repeat(40)}${'01'.repeat(40)}5f5260205ff3`
const contract = contractOf(1)
const reads = readsOf({ [contract]: { code: sumOfCopies } })

const word = (value: number) => value.toString(16).padStart(64, '0')
const begin = (value: number) =>
  beginRead(callOf(contract, { data: Buffer.from(word(value), 'hex') }), reads)

test('executions that run in turns, and begin when others have ended, do not share words', () => {
  const waiting = Array.from({ length: 60 }, (_, i) => 1000 + i)
  const running: { value: number; execution: ReturnType<typeof begin> }[] = []
  const sums = new Map<number, string>()
  for (let turn = 0; sums.size < 60; turn++) {
    // Several begin after several have ended, so that they take over more than one stack.
    if (running.length < 3)
      for (const value of waiting.splice(0, 5)) running.push({ value, execution: begin(value) })
    const at = turn % running.length
    const one = running[at]
    if (!one?.execution.run(3 + (turn % 11))) continue
    sums.set(one.value, toHex(one.execution.finish().output))
    running.splice(at, 1)
  }
  for (const [value, sum] of sums) expect(sum).toBe(`0x${word(41 * value)}`)
})

test('memory is empty at the beginning, whatever an execution before wrote', () => {
  const filling = contractOf(2)
  const reading = contractOf(3)
  const fillsWords = Array.from(
    { length: 8 },
    (_, i) => `5f1960${(32 * i).toString(16).padStart(2, '0')}52`,
  )
  const both = readsOf({
    [filling]: { code: `0x${fillsWords.join('')}6101005ff3` },
    // The fourth word, then all of the first eight.
    [reading]: { code: '0x6060515f526101005ff3' },
  })
  const outputOf = (address: string) => {
    const execution = beginRead(callOf(address), both)
    while (!execution.run(5));
    return toHex(execution.finish().output)
  }
  expect(outputOf(filling)).toBe(`0x${'ff'.repeat(256)}`)
  expect(outputOf(reading)).toBe(`0x${'00'.repeat(256)}`)
})
