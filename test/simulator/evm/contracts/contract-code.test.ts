import { expect, test } from 'vitest'
import {
  blueprintOf,
  initCodeOf,
  revertingInitCode,
} from '../../../../src/simulator/evm/contracts/contract-code.ts'
import { Revert } from '../../../../src/simulator/evm/effects/revert.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

test.each([
  // Selectors of transfer and approve, as a compiler compares them: DUP1, PUSH4, EQ.
  ['ERC-20', undefined, '608060405263a9059cbb14578063095ea7b31457'],
  ['ERC-20', 'wrapped-native', '63a9059cbb1463d0e30db01463095ea7b314632e1a7d4d14'],
  ['ERC-721', undefined, '806342842e0e1461'],
  ['ERC-1155', undefined, '80632eb2c2d61461806342842e0e1461'],
  ['UNKNOWN', 'receiver', '8063c868efaa1461'],
  // No selectors that anybody knows.
  ['UNKNOWN', undefined, '6080604052600a60005260206000f3'],
])('code of kind %s, role %s, is known by its selectors', (ercType, role, code) => {
  expect(blueprintOf(bytes(code))).toMatchObject({ ercType, ...(role && { role }) })
})

test('what init code is made from, it tells', () => {
  const coin = {
    ercType: 'ERC-20' as const,
    name: 'Ünï Coin',
    symbol: 'UNI',
    decimals: 6,
    supply: 1_500_000n,
  }
  expect(blueprintOf(initCodeOf(coin, bytes('00')))).toEqual(coin)
  const other = { ercType: 'UNKNOWN' as const, name: 'Vault', supply: 0n }
  expect(blueprintOf(initCodeOf(other, bytes('00')))).toMatchObject(other)
})

test('a constructor that reverts makes nothing', () => {
  expect(() => blueprintOf(revertingInitCode(bytes('0102')))).toThrow(Revert)
})

test('code never begins with 0xef, which EIP-3541 forbids', () => {
  const code = initCodeOf({ ercType: 'UNKNOWN', supply: 0n }, bytes('ef00'))
  // 12 bytes of the prologue stand before what is deployed.
  expect(code[12]).toBe(0x60)
})
