import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { loadFastKeccak } from '../../src/formats/keccak.ts'
import {
  inapplicable,
  isAsExpected,
  runStateTest,
  type StateTest,
} from '../support/evm/state-test.ts'

/** Tests of ethereum/tests by their paths: vectors/README.md. */
const tests = JSON.parse(
  brotliDecompressSync(
    readFileSync(new URL('vectors/general-state-tests.json.br', import.meta.url)),
  ).toString(),
) as Record<string, StateTest>
const names = Object.keys(tests)

beforeAll(loadFastKeccak)

const casesOf = ({ post }: StateTest) =>
  Object.entries(post).flatMap(([fork, expectations]) =>
    expectations.map((expectation) => ({ fork, expectation })),
  )

test('there are 440 tests with 3,446 cases, and all of them apply', () => {
  expect(names).toHaveLength(440)
  expect(Object.values(tests).flatMap(casesOf)).toHaveLength(3446)
  for (const [name, each] of Object.entries(tests))
    expect(inapplicable(name.replace(/.*\//, ''), each)).toBeUndefined()
})

test.each(names)('%s has the roots and logs of ethereum/tests', (name) => {
  const vector = tests[name] as StateTest
  const different = casesOf(vector).flatMap(({ fork, expectation }) => {
    const outcome = runStateTest(vector, fork, expectation.indexes)
    return isAsExpected(outcome, expectation) ? [] : [{ fork, expectation, outcome }]
  })
  expect(different).toEqual([])
})

test('a transaction with an access list is refused before Berlin and changes nothing', () => {
  const vector = tests['stExample/accessListExample'] as StateTest
  const indexes = { data: 0, gas: 0, value: 0 }
  // The root of ethereum/tests for the forks since EIP-158, where the type is not supported.
  const hash = '0x23af372a0ccfd6a662f86652c982d9c769c0eb240428d6b124acd73a84057da5'
  const { refusal, ...outcome } = runStateTest(vector, 'Istanbul', indexes)
  expect(outcome.hash).toBe(hash)
  expect(refusal).toBe('transaction type not supported')
})
