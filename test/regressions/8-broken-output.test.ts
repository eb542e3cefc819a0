import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Running, readyUrl, startCommand } from '../support/command.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const server = ['--size', 'small', '--port', '0', '--log-level', 'info']
/** A device on which every write fails as on a full disk. */
const isThereFull = existsSync('/dev/full')

let running: Running | undefined
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
})

/** Whether the server still answers after each of several requests that it logs. */
async function keepsAnswering(url: string): Promise<boolean> {
  for (let i = 0; i < 5; i++) {
    const { status } = await fetch(`${url}/v1/chains`)
    if (status !== 200) return false
    await wait(20)
  }
  return true
}

test.runIf(isThereFull)('a server whose log has no room goes on and ends with 0', async () => {
  running = startCommand(server, { shell: 'exec "$@" 2>/dev/full' })
  expect(await keepsAnswering(await readyUrl(running))).toBe(true)
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

test('a server whose log nobody reads any more goes on and ends with 0', async () => {
  running = startCommand(server)
  const url = await readyUrl(running)
  running.child.stderr?.destroy()
  expect(await keepsAnswering(url)).toBe(true)
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

test.runIf(isThereFull).each(['openapi', 'version', 'help'])(
  'the output of %s that has no room ends with 1 and says so',
  async (command) => {
    running = startCommand([command], { shell: 'exec "$@" >/dev/full' })
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toMatch(/^snowglobe: the output cannot be written: ENOSPC.*\n$/)
  },
)

test('a reader of the output that has had enough is no failure', async () => {
  running = startCommand(['openapi'], { shell: '{ "$@"; echo "code $?" >&2; } | head -c 10' })
  await running.ended
  expect(running.stderr()).toBe('code 0\n')
})
