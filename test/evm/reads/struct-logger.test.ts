import { expect, test } from 'vitest'
import { beginRead, type ReadCall } from '../../../src/evm/reads/read-call.ts'
import { StructLogger, type StructLogOptions } from '../../../src/evm/reads/struct-logger.ts'
import { TraceTooLargeError } from '../../../src/evm/reads/trace-too-large.ts'
import {
  callOf,
  contractOf,
  push20,
  type ReadAccount,
  readsOf,
  runWhole,
} from '../../support/evm/reads.ts'

const byDefault: StructLogOptions = {
  enableMemory: false,
  disableStack: false,
  disableStorage: false,
  enableReturnData: false,
  limit: 0,
}

async function trace(
  accounts: Readonly<Record<string, ReadAccount>>,
  call: ReadCall,
  options: Partial<StructLogOptions> = {},
) {
  const logger = new StructLogger(beginRead(call, readsOf(accounts)), { ...byDefault, ...options })
  await runWhole(logger.sliced)
  return JSON.parse(logger.finish())
}

const [outer, inner] = [contractOf(1), contractOf(2)]
const slot = (value: number) => value.toString(16).padStart(64, '0')

test('each step has gas, cost and stack, and the slots where one is used', async () => {
  const accounts = { [outer]: { code: '0x600254600760035500', storage: { 2: 5n } } }
  expect(await trace(accounts, callOf(outer))).toEqual({
    gas: 21_000 + 3 + 2100 + 6 + 22_100,
    failed: false,
    returnValue: '',
    structLogs: [
      { pc: 0, op: 'PUSH1', gas: 79_000, gasCost: 3, depth: 1, stack: [] },
      {
        pc: 2,
        op: 'SLOAD',
        gas: 78_997,
        gasCost: 2100,
        depth: 1,
        stack: ['0x2'],
        storage: { [slot(2)]: slot(5) },
      },
      { pc: 3, op: 'PUSH1', gas: 76_897, gasCost: 3, depth: 1, stack: ['0x5'] },
      { pc: 5, op: 'PUSH1', gas: 76_894, gasCost: 3, depth: 1, stack: ['0x5', '0x7'] },
      {
        pc: 7,
        op: 'SSTORE',
        gas: 76_891,
        gasCost: 22_100,
        depth: 1,
        stack: ['0x5', '0x7', '0x3'],
        storage: { [slot(2)]: slot(5), [slot(3)]: slot(7) },
      },
      { pc: 8, op: 'STOP', gas: 54_791, gasCost: 0, depth: 1, stack: ['0x5'] },
    ],
  })
})

test('options switch memory and return data on, stack and storage off', async () => {
  const accounts = {
    [outer]: { code: `0x60206000600060006000${push20(inner)}5af15060005400` },
    [inner]: { code: '0x602a60005260206000f3' },
  }
  const options = {
    enableMemory: true,
    enableReturnData: true,
    disableStack: true,
    disableStorage: true,
  }
  const { structLogs } = await trace(accounts, callOf(outer), options)
  expect(structLogs.at(-1)).toEqual({
    pc: 37,
    op: 'STOP',
    gas: expect.any(Number),
    gasCost: 0,
    depth: 1,
    memory: [slot(42)],
    returnData: `0x${slot(42)}`,
  })
  expect(structLogs.some((step: object) => 'stack' in step || 'storage' in step)).toBe(false)
})

test('a call costs what it passes on too, a creation does not', async () => {
  const accounts = {
    [outer]: {
      code: `0x60006000600060006000${push20(inner)}611000f1600060006000f000`,
    },
    [inner]: { code: '0x5b00' },
  }
  const { structLogs } = await trace(accounts, callOf(outer))
  const costOf = (op: string) => structLogs.find((step: { op: string }) => step.op === op)?.gasCost
  expect(costOf('CALL')).toBe(2600 + 0x1000)
  expect(costOf('CREATE')).toBe(32_000)
  const depths = structLogs.map(({ op, depth }: { op: string; depth: number }) => `${op} ${depth}`)
  expect(depths).toContain('JUMPDEST 2')
})

test('a call to an account without code costs the same, although its gas is back at once', async () => {
  const accounts = { [outer]: { code: `0x60006000600060006000${push20(inner)}611000f100` } }
  const { structLogs } = await trace(accounts, callOf(outer))
  expect(structLogs.at(-2)).toMatchObject({ op: 'CALL', gasCost: 2600 + 0x1000 })
  expect(structLogs.at(-1).gas).toBe(structLogs.at(-2).gas - 2600)
})

test('a step that cannot begin has the error, one that fails has none', async () => {
  const last = async (code: string, gas = 100_000n) =>
    (await trace({ [outer]: { code } }, callOf(outer, { gas }))).structLogs.at(-1)
  expect(await last('0x01')).toMatchObject({ error: 'stack underflow (0 <=> 2)', gasCost: 3 })
  expect(await last('0x600054', 21_010n)).toMatchObject({ op: 'SLOAD', error: 'out of gas' })
  const invalid = await last('0xfe')
  expect(invalid).toMatchObject({ op: 'INVALID' })
  expect(invalid).not.toHaveProperty('error')
})

test('a revert returns its output', async () => {
  const traced = await trace({ [outer]: { code: '0x602a60005260206000fd' } }, callOf(outer))
  expect(traced).toMatchObject({ failed: true, returnValue: slot(42) })
})

test('a limit ends the list of steps, but not the execution', async () => {
  const accounts = { [outer]: { code: '0x602a60005260206000f3' } }
  const traced = await trace(accounts, callOf(outer), { limit: 2 })
  expect(traced.structLogs).toHaveLength(2)
  expect(traced.returnValue).toBe(slot(42))
})

test('steps that no response could hold are refused', async () => {
  const accounts = { [outer]: { code: '0x5b600056' } }
  const call = callOf(outer, { gas: 50_000_000n })
  await expect(trace(accounts, call)).rejects.toThrow(TraceTooLargeError)
})
