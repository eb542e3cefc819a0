import { expect, test } from 'vitest'
import { ethereumRules } from '../../src/evm/forks.ts'
import { Execution } from '../../src/evm/interpreter.ts'
import { Journal } from '../../src/evm/journal.ts'
import { Machine } from '../../src/evm/machine.ts'
import { precompileAddress } from '../../src/evm/precompiles/ethereum.ts'
import { beginRead } from '../../src/evm/reads/read-call.ts'
import { StructLogger } from '../../src/evm/reads/struct-logger.ts'
import { bytesOf } from '../../src/evm/state.ts'
import { toHex } from '../../src/formats/ids.ts'
import { blockOfCalls } from '../support/evm/differential.ts'
import { alice, callOf, contractOf, readsOf, runWhole, stateWith } from '../support/evm/reads.ts'

const rules = ethereumRules('cancun')
const word = (value: bigint) => value.toString(16).padStart(64, '0')

function begin(number: number, input: string, gas = 50_000_000): Execution {
  const to = precompileAddress(number)
  const context = { origin: alice, gasPrice: 0n, blobHashes: [], warp: undefined }
  const machine = new Machine(rules, blockOfCalls, context, new Journal(rules, stateWith({})))
  return new Execution(machine, {
    ...{ kind: 'CALL', caller: alice, context: to, to, value: 0n, isStatic: false, gas },
    ...{ outputOffset: 0, outputSize: 0 },
    input: bytesOf(`0x${input}`),
  })
}

/** 3 to a power of 80,000 bits, modulo a prime of 256 bits. */
const prime = 2n ** 255n - 19n
const exponent = 'f5'.repeat(10_000)
const power = `${word(32n)}${word(10_000n)}${word(32n)}${word(3n)}${exponent}${word(prime)}`

/** Generators of both groups, and the negative of the first: their pairings cancel out. */
const g1 = [1n, 2n]
const negative = [
  1n,
  21888242871839275222246405745257275088696311157297823662689037894645226208581n,
]
const g2 = [
  11559732032986387107991004021392285783925812861821192530917403151452391805634n,
  10857046999023057135944570762232829481370756359578518086990519993285655852781n,
  4082367875863433681332203403145435568316851327593401208105741076214120093531n,
  8495653923123431417604973247489272438418190587263600148770280649306958101930n,
]
const pair = (point: bigint[]) => [...point, ...g2].map(word).join('')

const works: [title: string, number: number, input: string, output: string][] = [
  ['a power', 5, power, word(powerOf(3n, BigInt(`0x${exponent}`)))],
  ['pairings that cancel out', 8, (pair(g1) + pair(negative)).repeat(3), word(1n)],
  ['pairings that do not', 8, (pair(g1) + pair(g1)).repeat(2), word(0n)],
]

/** Powers modulo the prime, from the lowest bit on: another way than the engine's. */
function powerOf(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base]
  for (const digit of exponent.toString(2).split('').reverse()) {
    if (digit === '1') result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

test.each(works)('%s runs in parts between which others are served', (_, number, input, output) => {
  const execution = begin(number, input)
  let parts = 0
  while (!execution.run(64)) parts++
  expect(parts).toBeGreaterThan(3)
  expect(toHex(execution.result?.output ?? new Uint8Array())).toBe(`0x${output}`)
  const whole = begin(number, input)
  whole.run()
  expect(whole.result).toEqual(execution.result)
})

test('BLAKE2 runs in parts, for the rounds of a whole block', () => {
  const execution = begin(9, `000186a0${'00'.repeat(208)}01`, 100_000)
  let parts = 0
  while (!execution.run(64)) parts++
  expect(parts).toBeGreaterThan(10)
  expect(execution.result).toMatchObject({ gasLeft: 0, error: undefined })
})

test('a contract gets the result of a slow precompile, and a trace its gas', async () => {
  // Copies its input to memory, calls the precompile 5 with it and returns a word.
  const size = (power.length / 2).toString(16).padStart(4, '0')
  const code = `0x61${size}6000600037602060006${'1'}${size}600060055afa5060206000f3`
  const call = callOf(contractOf(1), { data: bytesOf(`0x${power}`), gas: 3_000_000n })
  const surroundings = readsOf({ [contractOf(1)]: { code } })
  const execution = beginRead(call, surroundings)
  await runWhole(execution)
  const { output, gasUsed } = execution.finish()
  expect(toHex(output)).toBe(`0x${word(powerOf(3n, BigInt(`0x${exponent}`)))}`)
  const traced = beginRead(call, surroundings)
  const options = {
    ...{ enableMemory: false, disableStack: true, disableStorage: true, enableReturnData: false },
    limit: 0,
  }
  const logger = new StructLogger(traced, options)
  await runWhole(logger.sliced)
  const { gas, structLogs } = JSON.parse(logger.finish())
  expect(BigInt(gas)).toBe(gasUsed)
  const step = structLogs.findIndex(({ op }: { op: string }) => op === 'STATICCALL')
  // The call costs 100 and what it passes on, of which the precompile gives back the rest.
  const { gas: before, gasCost } = structLogs[step]
  expect(gasCost).toBe(100 + (before - 100 - Math.floor((before - 100) / 64)))
})
