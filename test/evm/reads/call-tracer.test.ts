import { expect, test } from 'vitest'
import { boundsOfTree, CallTracer } from '../../../src/evm/reads/call-tracer.ts'
import { beginRead, type ReadCall } from '../../../src/evm/reads/read-call.ts'
import { TraceTooLargeError } from '../../../src/evm/reads/trace-too-large.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import {
  alice,
  callOf,
  contractOf,
  push20,
  type ReadAccount,
  readsOf,
  runWhole,
} from '../../support/evm/reads.ts'

type Options = Partial<{ onlyTopCall: boolean; withLog: boolean }>

async function trace(
  accounts: Readonly<Record<string, ReadAccount>>,
  call: ReadCall,
  options: Options = {},
) {
  const execution = beginRead(call, { ...readsOf(accounts), ...boundsOfTree })
  const tracer = new CallTracer(execution, { onlyTopCall: false, withLog: false, ...options })
  await runWhole(tracer.sliced)
  return tracer.finish()
}

const [outer, inner] = [contractOf(1), contractOf(2)]
/** Calls the inner contract with all gas, the four bytes 01020304 and 7 wei. */
const callInner = `630102030460005260006000600460${'1c'}6007${push20(inner)}5af1`
/** Returns the word 42. */
const returns42 = '0x602a60005260206000f3'
/** Logs four bytes of the word 42 with the topic 5, then returns nothing. */
const logs = '6005602a60005260046000a1'

test('a tree has the calls with value, gas, input and output', async () => {
  const call = callOf(outer, { data: bytesOf('0xabcd'), value: 9n })
  const accounts = {
    [alice]: { balance: 10n },
    [outer]: { code: `0x${callInner}00` },
    [inner]: { code: returns42 },
  }
  // Intrinsic gas 21,032; 3+3+6 for MSTORE, 7 pushes and GAS, cold account 2,600, value 9,000.
  expect(await trace(accounts, call)).toEqual({
    from: alice,
    to: outer,
    type: 'CALL',
    value: '0x9',
    gas: '0x186a0',
    gasUsed: `0x${(21_032 + 12 + 6 * 3 + 2 + 2600 + 9000 - 2300 + 18).toString(16)}`,
    input: '0xabcd',
    calls: [
      {
        from: outer,
        to: inner,
        type: 'CALL',
        value: '0x7',
        // Of 67,336 left, one 64th stays; the stipend comes on top.
        gas: `0x${(67_336 - 1052 + 2300).toString(16)}`,
        gasUsed: '0x12',
        input: '0x01020304',
        output: `0x${'2a'.padStart(64, '0')}`,
      },
    ],
  })
})

test('a revert has its output and its reason, all other errors have neither', async () => {
  const text = Buffer.from('no').toString('hex')
  const error = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${text.padEnd(64, '0')}`
  // Copies its own tail to memory and reverts with it.
  const reverts = `0x6064600c60003960646000fd${error}`
  const shown = (code: string) => trace({ [outer]: { code } }, callOf(outer))
  expect(await shown(reverts)).toMatchObject({
    error: 'execution reverted',
    output: `0x${error}`,
    revertReason: 'no',
  })
  const invalid = await shown('0xfe')
  expect(invalid).toMatchObject({ error: 'invalid opcode: INVALID', gasUsed: '0x186a0' })
  expect(invalid).not.toHaveProperty('output')
  expect(await shown('0x0c')).toMatchObject({ error: 'invalid opcode: opcode 0xc not defined' })
  expect(await shown('0x01')).toMatchObject({ error: 'stack underflow (0 <=> 2)' })
  expect(await shown('0x5b5f600056')).toMatchObject({ error: 'stack limit reached 1024 (1023)' })
  expect(await shown('0x600056')).toMatchObject({ error: 'invalid jump destination' })
})

test('a creation has the deployed code as output, and no address after a failure', async () => {
  const created = await trace({}, callOf(undefined, { data: bytesOf('0x600160005360016000f3') }))
  expect(created).toMatchObject({ type: 'CREATE', output: '0x01', input: '0x600160005360016000f3' })
  expect(created.to).toMatch(/^0x[0-9a-f]{40}$/)
  const failed = await trace({}, callOf(undefined, { data: bytesOf('0x60ef60005360016000f3') }))
  expect(failed.error).toBe('invalid code: must not begin with 0xef')
  expect(failed).not.toHaveProperty('to')
})

test('logs stand at the call that made them, and those of failed calls are gone', async () => {
  const word = '0x0000000000000000000000000000000000000000000000000000000000000005'
  const logged = (address: string, position: string) => ({
    address,
    topics: [word],
    data: '0x00000000',
    position,
  })
  const accounts = {
    [outer]: { code: `0x${logs}60006000600060006000${push20(inner)}5af150${logs}00` },
    [inner]: { code: `0x${logs}00` },
  }
  const traced = await trace(accounts, callOf(outer), { withLog: true })
  expect(traced.logs).toEqual([logged(outer, '0x0'), logged(outer, '0x1')])
  expect(traced.calls?.[0]?.logs).toEqual([logged(inner, '0x0')])

  const failing = { ...accounts, [inner]: { code: `0x${logs}fe` } }
  const failed = await trace(failing, callOf(outer), { withLog: true })
  expect(failed.calls?.[0]).not.toHaveProperty('logs')
  expect(failed.logs).toHaveLength(2)
  expect(await trace(accounts, callOf(outer))).not.toHaveProperty('logs')
})

test('onlyTopCall leaves out all calls below', async () => {
  const accounts = { [outer]: { code: `0x${callInner}00` }, [inner]: { code: returns42 } }
  expect(await trace(accounts, callOf(outer), { onlyTopCall: true })).not.toHaveProperty('calls')
})

test('a call that its caller cannot pay for is none, as in geth', async () => {
  const accounts = { [outer]: { code: `0x${callInner}00` }, [inner]: { code: returns42 } }
  expect(await trace(accounts, callOf(outer))).not.toHaveProperty('calls')
})

test('a delegated call has the value of its caller, a static one none', async () => {
  const run = (opcode: string) => `6000600060006000${push20(inner)}5a${opcode}50`
  const accounts = {
    [alice]: { balance: 5n },
    [outer]: { code: `0x${run('f4')}${run('fa')}00` },
    [inner]: { code: returns42 },
  }
  const { calls = [] } = await trace(accounts, callOf(outer, { value: 5n }))
  expect(calls.map(({ type, from, to, value }) => ({ type, from, to, value }))).toEqual([
    { type: 'DELEGATECALL', from: outer, to: inner, value: '0x5' },
    { type: 'STATICCALL', from: outer, to: inner, value: undefined },
  ])
})

test('a contract that destroys itself is a call to its beneficiary', async () => {
  const accounts = { [outer]: { balance: 3n, code: `0x${push20(inner)}ff` } }
  const { calls } = await trace(accounts, callOf(outer))
  expect(calls).toEqual([
    {
      type: 'SELFDESTRUCT',
      from: outer,
      to: inner,
      value: '0x3',
      gas: '0x0',
      gasUsed: '0x0',
      input: '0x',
    },
  ])
})

test('calls nest 1,023 deep in a trace', async () => {
  // Calls itself with all gas but one 64th, which leaves enough for all of 1,024 levels.
  const accounts = { [outer]: { code: `0x60006000600060006000${push20(outer)}5af100` } }
  let traced = await trace(accounts, callOf(outer, { gas: 50_000_000n }))
  JSON.stringify(traced)
  let depth = 0
  for (let next = traced.calls?.[0]; next; next = next.calls?.[0]) {
    traced = next
    depth++
  }
  expect(depth).toBeGreaterThan(500)
})

test('a tree with too many calls or bytes is refused', async () => {
  const loop = (size: string) => ({
    code: `0x5b6000600062${size}60006000${push20(inner)}5af150600056`,
  })
  const big = callOf(outer, { gas: 8_000_000n })
  await expect(trace({ [outer]: loop('000000') }, big)).rejects.toThrow(TraceTooLargeError)
  await expect(trace({ [outer]: loop('100000') }, big)).rejects.toThrow(TraceTooLargeError)
})
