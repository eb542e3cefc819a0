import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSnowglobe } from '../../src/snowglobe.ts'

/** Not every machine has it; those of the continuous integration do. */
const hasGo = () => {
  try {
    return execFileSync('go', ['version']).length > 0
  } catch {
    return false
  }
}

test.skipIf(!hasGo())(
  'the example in Go passes against a server elsewhere',
  async () => {
    const adminToken = 'a-token-of-the-test'
    const snowglobe = await createSnowglobe({ size: 'small', adminToken })
    const cache = mkdtempSync(join(tmpdir(), 'snowglobe-go-'))
    try {
      const { stdout } = await promisify(execFile)('go', ['test', '-v', './...'], {
        cwd: join(import.meta.dirname, '../../examples/go'),
        env: {
          ...process.env,
          ...{ GOCACHE: cache, CGO_ENABLED: '0' },
          ...{ SNOWGLOBE_URL: snowglobe.url, SNOWGLOBE_ADMIN_TOKEN: adminToken },
        },
      })
      expect(stdout).toMatch(/^--- PASS: TestExactlyWhatWasGiven/m)
      expect(stdout).toMatch(/^--- PASS: TestTheServiceIsUnwellTwice/m)
    } finally {
      await snowglobe.close()
      rmSync(cache, { recursive: true, force: true })
    }
  },
  240_000,
)
