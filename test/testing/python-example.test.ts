import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSnowglobe } from '../../src/snowglobe.ts'

const cwd = join(import.meta.dirname, '../../examples/python')
const token = 'a-token-of-the-test'
const variables = (url: string) => ({
  ...process.env,
  SNOWGLOBE_URL: url,
  SNOWGLOBE_ADMIN_TOKEN: token,
  PYTHONDONTWRITEBYTECODE: '1',
})

test('the example in Python passes against a remote server', async () => {
  const snowglobe = await createSnowglobe({ size: 'small', adminToken: token })
  const env = variables(snowglobe.url)
  const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest'], { cwd, env })
  expect(stderr).toMatch(/Ran 6 tests/)
  expect(stderr).toMatch(/OK$/m)
  await snowglobe.close()
})

/** A Python that has pytest: the one of the system has it where its package is installed. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import pytest']).status === 0,
)

test.skipIf(python === undefined)(
  'the fixtures for pytest give each test its own world',
  async () => {
    const snowglobe = await createSnowglobe({ size: 'small', adminToken: token })
    const { stdout } = await promisify(execFile)(
      python ?? '',
      ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'wallet_test.py'],
      { cwd, env: variables(snowglobe.url) },
    )
    expect(stdout).toMatch(/^4 passed/m)
    const { worlds } = await snowglobe.worlds.list()
    expect(worlds.map(({ name }) => name)).toEqual(['default'])
    await snowglobe.close()
  },
)
