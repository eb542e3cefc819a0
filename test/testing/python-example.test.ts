import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSnowglobe } from '../../src/snowglobe.ts'

test('the example in Python passes against a server elsewhere', async () => {
  const snowglobe = await createSnowglobe({ size: 'small', adminToken: 'a-token-of-the-test' })
  const cwd = join(import.meta.dirname, '../../examples/python')
  const env = {
    ...process.env,
    SNOWGLOBE_URL: snowglobe.url,
    SNOWGLOBE_ADMIN_TOKEN: 'a-token-of-the-test',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest'], { cwd, env })
  expect(stderr).toMatch(/Ran 6 tests/)
  expect(stderr).toMatch(/OK$/m)
  await snowglobe.close()
})
