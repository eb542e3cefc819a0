import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const jest = join(here, '../node_modules/jest/bin/jest.js')

/** Everything that Jest says of a file of tests, in a process of its own. */
const run = (file: string): Promise<string> =>
  new Promise((resolve) => {
    const args = ['--experimental-vm-modules', jest, '--rootDir', here, '--config', config, file]
    execFile(process.execPath, args, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

/** As for any project of modules: nothing is translated, and the tests of this folder end in .mjs. */
const config = JSON.stringify({ transform: {}, testMatch: ['**/*.suite.mjs'], testTimeout: 60_000 })

test('useSnowglobe gives Jest a server for a file, a reset for each test, and its requests', async () => {
  const output = await run('blocks.suite.mjs')
  expect(output).toMatch(/✓ lets time pass/)
  expect(output).toMatch(/✓ knows nothing of the other test/)
  expect(output).toMatch(/✕ fails/)
  expect(output).toMatch(/Snowglobe was requested once:\n +404 GET \/v1\/chains\/1\n/)
  expect(output).toMatch(/Tests: +1 failed, 2 passed, 3 total/)
  expect(output).not.toContain('did not exit')
}, 120_000)
