import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { cacheFolders } from '../../src/config.ts'

// What Node does for a user without an entry in the password file, such as that of the image.
vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  userInfo() {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  },
}))

test('a user whom the system has no name for has folders for built worlds', () => {
  const own = `${tmpdir()}/snowglobe-${process.getuid?.()}`
  expect(cacheFolders({ SNOWGLOBE_CACHE: '/app/cache' })).toEqual(['/app/cache', own])
})
