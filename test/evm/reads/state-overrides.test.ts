import { expect, test } from 'vitest'
import { avalancheRules } from '../../../src/evm/avalanche.ts'
import { ethereumRules } from '../../../src/evm/forks.ts'
import { beginRead } from '../../../src/evm/reads/read-call.ts'
import { type AccountOverride, overrideState } from '../../../src/evm/reads/state-overrides.ts'
import { bytesOf, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { callOf, contractOf, readsOf, stateWith } from '../../support/evm/reads.ts'

const [contract, absent] = [contractOf(1), contractOf(2)]
const rules = ethereumRules('cancun')
const below = stateWith({
  [contract]: { balance: 5n, nonce: 2n, code: '0x00', storage: { 1: 11n, 2: 12n } },
})
const over = (address: string, override: AccountOverride) =>
  overrideState(below, rules, new Map([[address, override]]))

test('balance, nonce and code are replaced one by one', () => {
  const { codeHash } = below.account(contract) ?? {}
  expect(over(contract, { balance: 9n }).account(contract)).toMatchObject({
    balance: 9n,
    nonce: 2n,
    codeHash,
  })
  expect(over(contract, { nonce: 7n }).account(contract)).toMatchObject({ balance: 5n, nonce: 7n })
  const changed = over(contract, { code: bytesOf('0x6001') })
  expect(changed.code(changed.account(contract)?.codeHash ?? '')).toEqual(bytesOf('0x6001'))
  expect(over(contract, { code: new Uint8Array() }).account(contract)).toMatchObject({
    codeHash: EMPTY_CODE_HASH,
  })
})

test('state replaces all slots, stateDiff those that it names', () => {
  const replaced = over(contract, { state: new Map([[1n, 21n]]) })
  expect([1n, 2n].map((slot) => replaced.storage(contract, slot))).toEqual([21n, 0n])
  const differing = over(contract, { stateDiff: new Map([[1n, 0n]]) })
  expect([1n, 2n].map((slot) => differing.storage(contract, slot))).toEqual([0n, 12n])
})

test('an account that does not exist may be made, and all others stay', () => {
  const state = over(absent, { balance: 1n })
  expect(state.account(absent)).toMatchObject({ balance: 1n, nonce: 0n })
  expect(state.account(contract)).toEqual(below.account(contract))
})

test('a slot of the C-chain is found by both of its keys', () => {
  const key = (1n << 248n) + 7n
  const surroundings = readsOf({})
  // Returns the slot with that key.
  const code = bytesOf(`0x7f${key.toString(16).padStart(64, '0')}5460005260206000f3`)
  const overrides = new Map([[contract, { code, stateDiff: new Map([[key, 42n]]) }]])
  const state = overrideState(surroundings.state, avalancheRules('c-chain', 'granite'), overrides)
  const execution = beginRead(callOf(contract), { ...surroundings, state })
  execution.run()
  expect(execution.finish().output[31]).toBe(42)
})
