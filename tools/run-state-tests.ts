/**
 * Runs the GeneralStateTests of a checkout of ethereum/tests for the forks that Avalanche's chains
 * have, and compares roots, logs and refusals.
 * Usage: npx tsx tools/run-state-tests.ts --checkout FOLDER [--only TEXT]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFastKeccak } from '../src/formats/keccak.ts'
import {
  forksOfTests,
  inapplicable,
  isAsExpected,
  runStateTest,
  type StateTest,
} from '../test/support/evm/state-test.ts'

const { values } = parseArgs({
  options: { checkout: { type: 'string' }, only: { type: 'string', default: '' } },
})
if (values.checkout === undefined)
  throw new Error('no checkout of ethereum/tests: name its folder with --checkout')
const folder = join(values.checkout, 'GeneralStateTests')
await loadFastKeccak()

let passed = 0
const failed: string[] = []
const skipped = new Map<string, number>()
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
for (const file of files.filter((each) => each.endsWith('.json') && each.includes(values.only))) {
  const tests = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, StateTest>
  for (const [name, test] of Object.entries(tests)) runTest(file, name, test)
}
for (const [reason, count] of skipped) print(`${count} skipped: ${reason}`)
for (const line of failed) print(line)
print(`${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

function runTest(file: string, name: string, test: StateTest): void {
  const reason = inapplicable(name, test)
  for (const [fork, expectations] of Object.entries(test.post)) {
    if (forksOfTests[fork] === undefined) continue
    if (reason !== undefined) {
      skipped.set(reason, (skipped.get(reason) ?? 0) + expectations.length)
      continue
    }
    for (const expectation of expectations) {
      const outcome = runStateTest(test, fork, expectation.indexes)
      if (isAsExpected(outcome, expectation)) passed++
      else
        failed.push(
          `${file} ${name} ${fork} ${JSON.stringify(outcome)} is not ${JSON.stringify(expectation)}`,
        )
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
