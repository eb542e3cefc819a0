import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

test('npm start compiles, builds the default world and ends with the ready line', async () => {
  const npm = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that the signal reaches the server below npm too.
    detached: true,
  })
  const group = npm.pid
  if (group === undefined) throw new Error('npm is missing')
  const exit = once(npm, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: npm.stdout })) {
    lines.push(line)
    const url = /^snowglobe ready: (\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    const status = await fetch(`${url}/v1/health-check`).then((response) => response.status, String)
    process.kill(-group, 'SIGTERM')
    expect(status).toBe(200)
  }
  await exit
  expect(lines.at(-1)).toMatch(/^snowglobe ready: /)
})
