import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { encodeAbiParameters, type Hex, toFunctionSignature } from 'viem'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  type AbiParameter,
  canonicalType,
  encodeArguments,
} from '../../src/formats/evm/abi-json.ts'
import { parseSignature } from '../../src/formats/evm/abi-signature.ts'

const hex = (value: Uint8Array): Hex => `0x${bytesToHex(value)}`
const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

/** Words of 32 bytes, as the specification of Solidity's ABI prints its examples. */
const words = (value: Uint8Array) => bytesToHex(value).match(/.{1,64}/g)
const textOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('the examples of the specification', () => {
  const encode = (signature: string, values: unknown[]) =>
    words(encodeArguments(parseSignature(signature).parameters, values))

  expect(encode('baz(uint32,bool)', [69, true])).toEqual([
    '0000000000000000000000000000000000000000000000000000000000000045',
    '0000000000000000000000000000000000000000000000000000000000000001',
  ])
  expect(encode('bar(bytes3[2])', [[textOf('abc'), textOf('def')]])).toEqual([
    '6162630000000000000000000000000000000000000000000000000000000000',
    '6465660000000000000000000000000000000000000000000000000000000000',
  ])
  expect(encode('sam(bytes,bool,uint256[])', [textOf('dave'), true, [1, 2, 3]])).toEqual([
    '0000000000000000000000000000000000000000000000000000000000000060',
    '0000000000000000000000000000000000000000000000000000000000000001',
    '00000000000000000000000000000000000000000000000000000000000000a0',
    '0000000000000000000000000000000000000000000000000000000000000004',
    '6461766500000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000003',
    '0000000000000000000000000000000000000000000000000000000000000001',
    '0000000000000000000000000000000000000000000000000000000000000002',
    '0000000000000000000000000000000000000000000000000000000000000003',
  ])
  const mixed = ['0x123', ['0x456', '0x789'], textOf('1234567890'), textOf('Hello, world!')]
  expect(encode('f(uint256,uint32[],bytes10,bytes)', mixed)).toEqual([
    '0000000000000000000000000000000000000000000000000000000000000123',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '3132333435363738393000000000000000000000000000000000000000000000',
    '00000000000000000000000000000000000000000000000000000000000000e0',
    '0000000000000000000000000000000000000000000000000000000000000002',
    '0000000000000000000000000000000000000000000000000000000000000456',
    '0000000000000000000000000000000000000000000000000000000000000789',
    '000000000000000000000000000000000000000000000000000000000000000d',
    '48656c6c6f2c20776f726c642100000000000000000000000000000000000000',
  ])
})

test('a parameter may have any name of an object', () => {
  const { parameters } = parseSignature('f(uint256 __proto__, bool constructor)')
  const expected = [`${'0'.repeat(63)}5`, `${'0'.repeat(63)}1`]
  expect(words(encodeArguments(parameters, [5, true]))).toEqual(expected)
  const named = JSON.parse('{"inner": {"constructor": true, "__proto__": 5}}').inner
  const [struct] = parseSignature('f((uint256 __proto__, bool constructor) inner)').parameters
  expect(words(encodeArguments(struct ? [struct] : [], [named]))).toEqual(expected)
})

interface Case {
  readonly parameter: AbiParameter
  /** As JSON, and as viem takes it. */
  readonly value: fc.Arbitrary<{ json: unknown; viem: unknown }>
}
const same = <T>(arbitrary: fc.Arbitrary<T>) =>
  arbitrary.map((value) => ({ json: value as unknown, viem: value as unknown }))
const bytesOf = (min: number, max: number) =>
  same(fc.uint8Array({ minLength: min, maxLength: max }).map(hex))

const integer = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 32 })).map(([isSigned, size]) => {
  const bits = BigInt(8 * size)
  const min = isSigned ? -(2n ** (bits - 1n)) : 0n
  const max = isSigned ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n
  const value = fc.bigInt({ min, max }).map((number) => ({
    json: number >= 0n && number % 2n === 0n ? `0x${number.toString(16)}` : String(number),
    viem: bits <= 48n ? Number(number) : number,
  }))
  return { parameter: { type: `${isSigned ? 'int' : 'uint'}${bits}` }, value }
})
const element: fc.Arbitrary<Case> = fc.oneof(
  integer,
  fc.constant({ parameter: { type: 'bool' }, value: same(fc.boolean()) }),
  fc.constant({ parameter: { type: 'address' }, value: bytesOf(20, 20) }),
  fc.constant({ parameter: { type: 'bytes' }, value: bytesOf(0, 70) }),
  fc.constant({ parameter: { type: 'string' }, value: same(fc.string({ unit: 'grapheme' })) }),
  fc.integer({ min: 1, max: 32 }).map((size) => ({
    parameter: { type: `bytes${size}` },
    value: bytesOf(size, size),
  })),
)
const listOf = ({ parameter, value }: Case, count: number): Case => ({
  parameter: { ...parameter, type: `${parameter.type}[${count || ''}]` },
  value: fc
    .array(value, count ? { minLength: count, maxLength: count } : { maxLength: 3 })
    .map((items) => ({
      json: items.map(({ json }) => json),
      viem: items.map(({ viem }) => viem),
    })),
})
const structOf = (members: Case[], isList: boolean): Case => {
  const names = members.map((_, place) => `member${place}`)
  return {
    parameter: {
      type: 'tuple',
      components: members.map(({ parameter }, place) => ({
        ...parameter,
        name: names[place] as string,
      })),
    },
    value: fc.tuple(...members.map(({ value }) => value)).map((values) => {
      const named = (side: 'json' | 'viem') =>
        Object.fromEntries(values.map((value, place) => [names[place], value[side]]))
      return { json: isList ? values.map(({ json }) => json) : named('json'), viem: named('viem') }
    }),
  }
}
const { anyType } = fc.letrec<{ anyType: Case }>((tie) => ({
  anyType: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    element,
    fc.tuple(tie('anyType'), fc.integer({ min: 0, max: 3 })).map(([each, n]) => listOf(each, n)),
    fc
      .tuple(fc.array(tie('anyType'), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([members, isList]) => structOf(members, isList)),
  ),
}))

test('viem writes the same bytes and names for types and values of any shape', () => {
  const drawn = fc.array(anyType, { maxLength: 4 }).chain((cases) =>
    fc.record({
      parameters: fc.constant(cases.map(({ parameter }) => parameter)),
      values: fc.tuple(...cases.map(({ value }) => value)),
    }),
  )
  fc.assert(
    fc.property(drawn, ({ parameters, values }) => {
      const json = JSON.parse(JSON.stringify(values.map(({ json }) => json))) as unknown[]
      const expected = encodeAbiParameters(parameters, values.map(({ viem }) => viem) as never)
      expect(hex(encodeArguments(parameters, json))).toBe(expected)

      const signature = toFunctionSignature({
        ...{ type: 'function', name: 'run', stateMutability: 'nonpayable', outputs: [] },
        inputs: parameters as { type: string }[],
      })
      expect(`run(${parameters.map(canonicalType).join()})`).toBe(signature)
      const parsed = parseSignature(signature)
      expect(parsed.canonical).toBe(signature)
      expect(parsed.parameters.map(canonicalType)).toEqual(parameters.map(canonicalType))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['mint(address to, uint256 amount)', 'mint(address,uint256)'],
  ['  mint ( address , uint )  ', 'mint(address,uint256)'],
  ['constructor(string memory name, int[2] calldata x)', 'constructor(string,int256[2])'],
  ['sell((address token, uint256[] ids)[] items, bytes32)', 'sell((address,uint256[])[],bytes32)'],
  ['sell(tuple(address,uint8) one)', 'sell((address,uint8))'],
  ['(string,string)', '(string,string)'],
  ['pause()', 'pause()'],
])('%s', (text, canonical) => {
  expect(parseSignature(text).canonical).toBe(canonical)
})

test('a struct by name gives its values to the members of that name', () => {
  const { parameters } = parseSignature('sell((address token, uint256 id) item)')
  expect(encodeArguments(parameters, [{ id: 5, token: ewoq }])).toEqual(
    encodeArguments(parameters, [[ewoq, '5']]),
  )
})

test('names stand for addresses where the caller knows them', () => {
  const { parameters } = parseSignature('give(address,(address,bool)[])')
  const readAddress = (text: string) => new Uint8Array(20).fill(text.length)
  expect(encodeArguments(parameters, ['ab', [['abc', true]]], readAddress)).toEqual(
    encodeArguments(parameters, [`0x${'02'.repeat(20)}`, [[`0x${'03'.repeat(20)}`, true]]]),
  )
})

const failureOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
  return 'nothing'
}

test.each([
  [
    'mint(uint256)',
    ['much'],
    '[0]: must be an integer, as text if it is above 2^53 - 1, not "much"',
  ],
  ['mint(uint8 amount)', [256], 'amount: 256 is not a uint8'],
  ['mint(int8)', ['-129'], '[0]: -129 is not an int8'],
  ['mint(uint256)', [1.5], '[0]: must be an integer, as text if it is above 2^53 - 1, not 1.5'],
  [
    'mint(uint256)',
    [2 ** 53],
    '[0]: must be an integer, as text if it is above 2^53 - 1, not 9007199254740992',
  ],
  ['mint(bool)', ['true'], '[0]: must be true or false, not "true"'],
  ['mint(bytes4)', ['0x12'], '[0]: expected 4 bytes, got 1'],
  ['mint(bytes)', ['0x123'], '[0]: must be 0x and an even number of hex digits, not "0x123"'],
  ['mint(address)', ['0x12'], '[0]: not 0x and 40 hex digits'],
  ['mint(address)', [null], '[0]: must be a text, not null'],
  ['mint(uint8[2] pair)', [[1]], 'pair: expected 2 values, got 1'],
  [
    'mint(uint8[] list)',
    [[1, 2, 'x']],
    'list[2]: must be an integer, as text if it is above 2^53 - 1, not "x"',
  ],
  ['mint(uint8[])', [{}], '[0]: must be an array, not {}'],
  ['mint((uint8 a,bool b) item)', [{ a: 1 }], 'item: expected 2 values, got 1'],
  [
    'mint((uint8 a,bool b) item)',
    [{ a: 1, c: true }],
    'item.b: must be true or false, not undefined',
  ],
  ['mint((uint8 a) item)', [7], 'item: must be an array or an object, not 7'],
  ['mint(uint8)', [], 'takes 1 argument, not 0'],
])('%s of %j is refused', (signature, values, message) => {
  const { parameters } = parseSignature(signature)
  expect(failureOf(() => encodeArguments(parameters, values))).toBe(message)
})

test.each([
  ['mint', 'no name and types in parentheses, as in mint(address,uint256)'],
  ['', 'no name and types in parentheses, as in mint(address,uint256)'],
  ['mint(', 'expected a type at character 6, where the text ends'],
  ['mint(uint256', 'expected ")" at character 13, where the text ends'],
  ['mint(uint256) returns (bool)', 'expected the end at character 15, not "returns (bool)"'],
  ['mint(,)', 'expected a type at character 6, not ",)"'],
  ['mint(uint7)', '"uint7" is no type of Solidity\'s ABI'],
  ['mint(uint0)', '"uint0" is no type of Solidity\'s ABI'],
  ['mint(uint08)', '"uint08" is no type of Solidity\'s ABI'],
  ['mint(uint264)', '"uint264" is no type of Solidity\'s ABI'],
  ['mint(bytes33)', '"bytes33" is no type of Solidity\'s ABI'],
  ['mint(float)', '"float" is no type of Solidity\'s ABI'],
  ['mint(uint8[0])', '"uint8[0]" is no type of Solidity\'s ABI'],
  ['mint(uint8[1025])', 'uint8[1025] has more than 1024 elements'],
  [`mint${'('.repeat(100_000)}`, 'structs in more than 16 structs'],
])('%.40s is refused', (text, message) => {
  expect(failureOf(() => parseSignature(text))).toBe(message)
})

test('arrays in arrays stay small, however large their counts are', () => {
  const { parameters } = parseSignature(`mint(uint8${'[1024]'.repeat(60)})`)
  expect(failureOf(() => encodeArguments(parameters, [[]]))).toBe(
    '[0]: expected 1024 values, got 0',
  )
})
