import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const jest = join(here, '../node_modules/jest/bin/jest.js')
const testing = join(here, '../../../dist/src/testing')

/** As for any project of modules: nothing is translated, and the tests of this folder end in .mjs. */
const config = { transform: {}, testMatch: ['**/*.suite.mjs'], testTimeout: 60_000 }

/** Everything that Jest prints about files of tests, in a process of its own. */
const run = (files: readonly string[], settings: object = {}): Promise<string> =>
  new Promise((resolve) => {
    const args = ['--experimental-vm-modules', jest, '--rootDir', here]
    const json = JSON.stringify({ ...config, ...settings })
    execFile(
      process.execPath,
      [...args, '--config', json, ...files],
      { maxBuffer: 16 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
  })

test('useSnowglobe gives Jest a server for a file, a reset for each test, and its requests', async () => {
  const output = await run(['blocks.suite.mjs'])
  expect(output).toMatch(/✓ lets time pass/)
  expect(output).toMatch(/✓ knows nothing of the other test/)
  expect(output).toMatch(/✕ fails/)
  expect(output).toMatch(/Snowglobe was requested once:\n +404 GET \/v1\/chains\/1\n/)
  expect(output).toMatch(/Tests: +1 failed, 2 passed, 3 total/)
  expect(output).not.toContain('did not exit')
})

test('100 concurrent tests of each of two workers have a world each, on one server', async () => {
  const output = await run(['worlds.suite.mjs'], {
    globalSetup: join(testing, 'jest-global-setup.js'),
    globalTeardown: join(testing, 'jest-global-teardown.js'),
    maxConcurrency: 100,
    maxWorkers: 2,
    verbose: false,
  })
  expect(output).toMatch(/Tests: +2 failed, 199 passed, 201 total/)
  expect(output).toContain(
    'world 42: Snowglobe was requested 2 times:\n200 GET /v1/chains (fault rule-1)\n404 GET /v1/chains/1\n',
  )
  expect(output).toContain('the nearest request is GET /v1/chains/1, which does not fit status')
  expect(output.match(/was requested/g)).toHaveLength(1)
  expect(output).not.toContain('did not exit')
})
