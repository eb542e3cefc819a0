import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cacheFolders } from '../../src/config/cache-folders.ts'

// Behaviour of Node for a user without an entry in the password file, such as that of the image.
beforeAll(() => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  })
  syncBuiltinESMExports()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a user whom the system has no name for has folders for built worlds', () => {
  const own = `${os.tmpdir()}/snowglobe-${process.getuid?.()}`
  expect(cacheFolders({ SNOWGLOBE_CACHE: '/app/cache' })).toEqual(['/app/cache', own])
})
