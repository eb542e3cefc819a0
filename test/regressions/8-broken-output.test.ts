import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startCommand, startServerProcess, stopCommands } from '../support/command.ts'

const logging = ['--log-level', 'info']
/** A device on which every write fails as on a full disk. */
const isThereFull = existsSync('/dev/full')

afterEach(stopCommands)

/** Whether the server still answers after each of several requests that it logs. */
async function keepsServing(url: string): Promise<boolean> {
  for (let i = 0; i < 5; i++) {
    const { status } = await fetch(`${url}/v1/chains`)
    if (status !== 200) return false
    await wait(20)
  }
  return true
}

test.runIf(isThereFull)('a server whose log has no room goes on and ends with 0', async () => {
  const server = await startServerProcess(logging, { shell: 'exec "$@" 2>/dev/full' })
  expect(await keepsServing(server.url)).toBe(true)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('a server whose log has no reader any more goes on and ends with 0', async () => {
  const server = await startServerProcess(logging)
  server.child.stderr.destroy()
  expect(await keepsServing(server.url)).toBe(true)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test.runIf(isThereFull).each(['openapi', 'version', 'help'])(
  'the output of %s that has no room ends with 1 and says so',
  async (command) => {
    expect(await startCommand([command], { shell: 'exec "$@" >/dev/full' }).ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^snowglobe: the output cannot be written: ENOSPC.*\n$/),
    })
  },
)

test('a reader of the output that has had enough is no failure', async () => {
  const shell = '{ "$@"; echo "code $?" >&2; } | head -c 10'
  expect((await startCommand(['openapi'], { shell }).ended).stderr).toBe('code 0\n')
})
