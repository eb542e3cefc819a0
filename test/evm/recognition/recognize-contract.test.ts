import { readFileSync } from 'node:fs'
import { concatBytes } from '@noble/curves/utils.js'
import { expect, test } from 'vitest'
import { avalancheRules } from '../../../src/evm/avalanche.ts'
import {
  RecognitionGas,
  recognizeContract,
} from '../../../src/evm/recognition/recognize-contract.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import { wordOf } from '../../../src/formats/words.ts'
import type { ContractName } from '../../../src/simulator/evm/solidity/compiled/creation-code.ts'
import {
  type ConstructorArguments,
  initCodeFor,
} from '../../../src/simulator/evm/solidity/init-code.ts'
import { accountOf } from '../../support/evm/both-engines.ts'
import { blockOfCalls, OurEngine } from '../../support/evm/differential.ts'

const rules = avalancheRules('c-chain', 'granite')
const creator = accountOf(0xa11ce)
const [first, second] = [accountOf(0xc0de01), accountOf(0xc0de02)]

const recognize = (engine: OurEngine, address = first) =>
  recognizeContract(address, { rules, block: blockOfCalls, state: engine.state })

/** Recognizes a contract by its init code. */
function created(initCode: Uint8Array) {
  const engine = new OurEngine(rules)
  engine.createAt(first, creator, initCode)
  return recognize(engine)
}

const ours = <Name extends ContractName>(contract: Name, values: ConstructorArguments<Name>) =>
  created(initCodeFor(contract, values))

/** Recognizes a contract by its code. */
function running(code: string) {
  const engine = new OurEngine(rules)
  engine.put({ address: first, balance: 0n, nonce: 1n, code: bytesOf(`0x${code}`), storage: [] })
  return recognize(engine)
}

const gold = { name: 'Gold', symbol: 'GOLD' }
const unknown = { ercType: 'UNKNOWN', wrapsNative: false }

test('contracts of the world are what they are', () => {
  const coin = { ...gold, decimals: 2n }
  const token = { ercType: 'ERC-20', ...gold, decimals: 2, wrapsNative: false }
  expect(ours('Token', { ...coin, supply: 0n })).toEqual(token)
  expect(ours('WrappedNativeToken', coin)).toEqual({ ...token, wrapsNative: true })
  const heroes = { name: 'Heroes', symbol: 'HERO' }
  expect(ours('Collection', heroes)).toEqual({ ercType: 'ERC-721', ...heroes, wrapsNative: false })
  expect(ours('MultiCollection', heroes)).toEqual({
    ercType: 'ERC-1155',
    ...heroes,
    wrapsNative: false,
  })
  for (const name of ['CollectionFactory', 'Exchange', 'Mailbox', 'PlainContract'] as const)
    expect(ours(name, { name })).toEqual({ ...unknown, name })
  expect(ours('TeleporterMessenger', {})).toEqual(unknown)
  expect(ours('Multicall3', {})).toEqual(unknown)
})

test('a contract without a name has none', () => {
  const nameless = { name: '', symbol: '' }
  expect(ours('Collection', nameless)).toEqual({ ercType: 'ERC-721', wrapsNative: false })
  expect(ours('PlainContract', { name: '' })).toEqual(unknown)
})

test('an account without code, and one that does not exist, are no contracts', () => {
  const engine = new OurEngine(rules)
  engine.put({ address: second, balance: 5n, nonce: 0n, code: new Uint8Array(), storage: [] })
  expect(recognize(engine)).toEqual(unknown)
  expect(recognize(engine, second)).toEqual(unknown)
})

const tokens = [
  ['Token', { ...gold, decimals: 2n, supply: 9n }, 'ERC-20'],
  ['Collection', gold, 'ERC-721'],
  ['MultiCollection', gold, 'ERC-1155'],
] as const

/** An engine with a contract of the world at the second address. */
function engineWith(contract: ContractName, values: object): OurEngine {
  const engine = new OurEngine(rules)
  engine.createAt(second, creator, initCodeFor(contract, values as never))
  return engine
}

test.each(tokens)('a clone of a %s is one too', (contract, values, ercType) => {
  const engine = engineWith(contract, values)
  // It has the code of the other contract, not its storage (EIP-1167).
  const clone = `363d3d373d3d3d363d73${second.slice(2)}5af43d82803e903d91602b57fd5bf3`
  const code = bytesOf(`0x${clone}`)
  engine.put({ address: first, balance: 0n, nonce: 1n, code, storage: [] })
  expect(recognize(engine)).toMatchObject({ ercType, wrapsNative: false })
})

// Uniswap's contracts would be good examples too, but they are under the GPL.
const compiledByOthers = (name: string): Uint8Array => {
  const file = `../../../node_modules/@openzeppelin/contracts/build/contracts/${name}.json`
  return bytesOf(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).bytecode)
}

const addressWord = (address: string) => bytesOf(`0x${address.slice(2).padStart(64, '0')}`)

/** Arguments of a proxy: its target, and a call with which it begins. */
function proxyArguments(target: string, contract: ContractName): Uint8Array {
  const signature = contract === 'Token' ? '18160ddd' : '01ffc9a7'
  const call = bytesOf(`0x${signature.padEnd(72, '0')}`)
  const padded = new Uint8Array(64)
  padded.set(call)
  return concatBytes(addressWord(target), wordOf(64n), wordOf(BigInt(call.length)), padded)
}

test.each(tokens)("OpenZeppelin's proxy of a %s is one too", (contract, values, ercType) => {
  const engine = engineWith(contract, values)
  const initCode = [compiledByOthers('ERC1967Proxy'), proxyArguments(second, contract)]
  engine.createAt(first, creator, concatBytes(...initCode))
  expect(recognize(engine)).toMatchObject({ ercType, wrapsNative: false })
})

test.each(tokens)(
  "OpenZeppelin's proxy by a beacon of a %s is one too",
  (contract, values, ercType) => {
    const engine = engineWith(contract, values)
    const beacon = accountOf(0xbeac0)
    const beaconArguments = concatBytes(addressWord(second), addressWord(creator))
    const beaconCode = concatBytes(compiledByOthers('UpgradeableBeacon'), beaconArguments)
    engine.createAt(beacon, creator, beaconCode)
    const initCode = [compiledByOthers('BeaconProxy'), proxyArguments(beacon, contract)]
    engine.createAt(first, creator, concatBytes(...initCode))
    expect(recognize(engine)).toMatchObject({ ercType, wrapsNative: false })
    expect(recognize(engine, beacon)).toEqual(unknown)
  },
)

/** Code that returns the same bytes to every call, up to 255 of them. */
const returning = (hex: string) => {
  const length = (hex.length / 2).toString(16).padStart(2, '0')
  return `60${length}600c60003960${length}6000f3${hex}`
}

/** Code of an ERC-20 token that returns bytes as its name, and 1 as every other number. */
function tokenNamed(output: string): string {
  const [nameAt, oneAt, outputAt] = ['39', '48', '53']
  const length = (output.length / 2).toString(16).padStart(4, '0')
  // DUP1, PUSH4 selector, EQ, PUSH1 target, JUMPI
  const compare = (selector: string, target: string | undefined) => `8063${selector}1460${target}57`
  return [
    // PUSH4 transfer, POP: a selector that is somewhere in the code.
    '63a9059cbb50',
    // The selector of the call.
    '60003560e01c',
    compare('06fdde03', nameAt),
    ...['18160ddd', '70a08231', '313ce567'].map((selector) => compare(selector, oneAt)),
    '60006000fd',
    `5b61${length}60${outputAt}60003961${length}6000f3`,
    '5b600160005260206000f3',
    output,
  ].join('')
}

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const stringOf = (hex: string) =>
  word(32) + word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const hexOfText = (text: string) => Buffer.from(text).toString('hex')

test.each([
  ['a string', stringOf(hexOfText('Gold ✨')), 'Gold ✨'],
  ['bytes32', hexOfText('Maker').padEnd(64, '0'), 'Maker'],
  ['a string behind an odd offset', `${word(33)}00${word(2)}4869`, 'Hi'],
  ['a string with control characters', stringOf('00480a6900'), 'Hi'],
  ['bytes that are no UTF-8', stringOf('ff48'), undefined],
  ['bytes32 that are no UTF-8', 'c3'.padEnd(64, '0'), undefined],
  ['an empty string', stringOf(''), undefined],
  ['no bytes', '', undefined],
  ['a length beyond the end', `${word(32)}${word(3)}4869`, undefined],
  ['a length of 2^256 - 1', word(32) + 'ff'.repeat(32), undefined],
  ['an offset of 2^256 - 1', 'ff'.repeat(32) + word(2), undefined],
  ['an offset to the end', word(64) + word(2), undefined],
  ['300 letters', stringOf('41'.repeat(300)), 'A'.repeat(255)],
  ['300 letters outside of plane 0', stringOf(hexOfText('🏔'.repeat(300))), '🏔'.repeat(255)],
])('a name that is %s', (_, output, name) => {
  expect(running(tokenNamed(output))).toEqual({
    ercType: 'ERC-20',
    ...(name !== undefined && { name }),
    decimals: 1,
    wrapsNative: false,
  })
})

test.each([
  ['loops for ever', '5b600056'],
  ['reverts', '60006000fd'],
  ['returns nothing', '00'],
  ['returns a word to every call', returning(word(1))],
  ['returns zero to every call', returning(word(0))],
  ['returns two words to every call', returning(word(32) + word(1))],
  ['returns as much as the gas allows', '62030d406000f3'],
  ['uses all memory', '63ffffffff6000f3'],
  ['is no code', 'fe'],
  ['calls itself', '600060006000600060003060ff5af1505b600056'],
  ['destroys itself', '33ff'],
  ['delegates to Warp', '6000600060006000730200000000000000000000000000000000000005620186a0f400'],
])('a contract that %s is of no kind', (_, code) => {
  // All selectors are in its code, so that each function is called.
  const selectors = [
    '01ffc9a7',
    '06fdde03',
    '95d89b41',
    '313ce567',
    '18160ddd',
    '70a08231',
    'a9059cbb',
  ]
  const { ercType, wrapsNative } = running(code + selectors.map((each) => `63${each}`).join(''))
  expect({ ercType, wrapsNative }).toEqual(unknown)
})

test('a recognition changes nothing', () => {
  const engine = new OurEngine(rules)
  // Counts its calls in slot 0, and is a token whose functions all write.
  const code = bytesOf(`0x${'60016000540160005560016000526020'.padEnd(32, '0')}6000f363a9059cbb`)
  engine.put({ address: first, balance: 0n, nonce: 1n, code, storage: [{ slot: 0n, value: 5n }] })
  expect(recognize(engine)).toEqual(unknown)
  expect(engine.state.storage(first, 0n)).toBe(5n)
})

test('the contracts of a transaction share the gas of their calls, and the last ones stay unknown', () => {
  const engine = new OurEngine(rules)
  const coin = { ...gold, decimals: 2n, supply: 0n }
  engine.createAt(first, creator, initCodeFor('Token', coin))
  // An endless loop; DELEGATECALL behind it makes every function of it possible.
  const endless = bytesOf('0x5b600056f4')
  engine.put({ address: second, balance: 0n, nonce: 1n, code: endless, storage: [] })
  const surroundings = { rules, block: blockOfCalls, state: engine.state }
  const gas = new RecognitionGas()
  expect(recognizeContract(first, surroundings, gas).ercType).toBe('ERC-20')
  let contracts = 0
  for (; gas.left > 0; contracts++)
    expect(recognizeContract(second, surroundings, gas)).toEqual(unknown)
  // Each of them uses up what four calls may use.
  expect(contracts).toBeLessThan(40)
  expect(recognizeContract(first, surroundings, gas)).toEqual(unknown)
  expect(recognizeContract(first, surroundings).ercType).toBe('ERC-20')
})
