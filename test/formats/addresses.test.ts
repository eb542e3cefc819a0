import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  addressOf,
  addressPrefix,
  addressText,
  evmAddressText,
  parseAddress,
  parseEvmAddress,
} from '../../src/formats/addresses.ts'
import { FormatError } from '../../src/formats/codec.ts'
import { encodeCb58, fromHex, toHex } from '../../src/formats/ids.ts'
import { evmAddressOf, ewoqKey, parsePrivateKey, publicKeyOf } from '../../src/formats/secp256k1.ts'

const ewoq = addressOf(publicKeyOf(ewoqKey))

test('the address of ewoq is that of the public documents', () => {
  expect(toHex(ewoq)).toBe('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c')
  expect(encodeCb58(ewoq)).toBe('6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV')
})

test.each([
  [1, 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
  [5, 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
  [12345, 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'],
  [99, 'P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p'],
])('on network %i ewoq is %s', (networkId, text) => {
  const prefix = addressPrefix(networkId)
  expect(addressText(ewoq, prefix, 'P')).toBe(text)
  expect(parseAddress(text)).toEqual({ chain: 'P', prefix, address: ewoq })
})

test('the chain before an address may be absent', () => {
  const text = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
  expect(addressText(ewoq, 'avax')).toBe(text)
  expect(parseAddress(text).chain).toBeUndefined()
  expect(parseAddress(`X-${text}`).chain).toBe('X')
})

test('the second published key has its published addresses', () => {
  const publicKey = publicKeyOf(
    parsePrivateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE'),
  )
  expect(addressText(addressOf(publicKey), 'local', 'P')).toBe(
    'P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2',
  )
  expect(evmAddressText(evmAddressOf(publicKey))).toBe('0x1f0e5C64AFdf53175f78846f7125776E76FA8F34')
})

test('the EVM address of ewoq is another 20 bytes, in EIP-55 case', () => {
  expect(evmAddressText(evmAddressOf(publicKeyOf(ewoqKey)))).toBe(
    '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
  )
})

test.each([
  'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre6',
  'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  'Q-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'avax1',
  '',
])('%s is not an address', (text) => {
  expect(() => parseAddress(text)).toThrow(FormatError)
})

test('addresses survive their texts, and viem agrees with EIP-55', () => {
  const twenty = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(twenty, fc.constantFrom('avax', 'fuji', 'local', 'custom'), (address, prefix) => {
      expect(parseAddress(addressText(address, prefix, 'C')).address).toEqual(address)
      const text = evmAddressText(address)
      expect(text).toBe(getAddress(`0x${toHex(address).slice(2)}`))
      expect(parseEvmAddress(text)).toEqual(address)
      expect(parseEvmAddress(text.toLowerCase())).toEqual(address)
    }),
  )
})

test('mixed case with a wrong EIP-55 checksum is refused', () => {
  expect(() => parseEvmAddress('0x8Db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC')).toThrow(
    'wrong EIP-55 checksum, which is the case of its letters',
  )
  expect(() => parseEvmAddress(toHex(fromHex('00'.repeat(19))))).toThrow(FormatError)
})

test('bytes of another length than 20 have no address', () => {
  const publicKey = publicKeyOf(ewoqKey)
  expect(() => addressText(publicKey, 'avax')).toThrow('33 bytes instead of 20')
  expect(() => evmAddressText(publicKey)).toThrow('33 bytes instead of 20')
})
