import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runStateTest, type StateTest } from '../support/evm/state-test.ts'

/** Tests of ethereum/tests (MIT), without their descriptions and secret keys. */
const vectors = JSON.parse(
  readFileSync(new URL('vectors/general-state-tests.json', import.meta.url), 'utf8'),
) as Record<string, StateTest>

const cases = Object.entries(vectors).flatMap(([name, vector]) =>
  Object.entries(vector.post).flatMap(([fork, expectations]) =>
    expectations.map((expectation) => ({ name, fork, vector, expectation })),
  ),
)

test.each(cases)(
  '$name of ethereum/tests has its root since $fork',
  ({ fork, vector, expectation }) => {
    const { hash, logs, indexes } = expectation
    expect(runStateTest(vector, fork, indexes)).toEqual({ hash, logs, refusal: undefined })
  },
)

test('a transaction with an access list is refused before Berlin and changes nothing', () => {
  const vector = vectors.accessListExample as StateTest
  const indexes = { data: 0, gas: 0, value: 0 }
  // The root of ethereum/tests for the forks since EIP-158, where the type is not supported.
  const hash = '0x23af372a0ccfd6a662f86652c982d9c769c0eb240428d6b124acd73a84057da5'
  const { refusal, ...outcome } = runStateTest(vector, 'Istanbul', indexes)
  expect(outcome.hash).toBe(hash)
  expect(refusal).toBe('transaction type not supported')
})
