import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../support/server.ts'

test('a server that is closed while it makes a world waits for that and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })
  const server = await startServer({ pace: 0 })
  for (let i = 0; i < 5; i++) await server.act({ do: 'fund', to: 'bob', chain: 'C', amount: '1' })
  const document = await server.export()
  const ends: string[] = []
  const made = server.worlds
    .create('late', { from: { export: document } })
    .then(
      () => 'made',
      () => 'refused',
    )
    .then((end) => ends.push(end))
  // Until it plays.
  while (!readdirSync(temporary, { recursive: true }).some((name) => /origin/.test(String(name))))
    await new Promise((resolve) => setImmediate(resolve))
  await server.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(ends).toHaveLength(1)
  await made
  expect(readdirSync(temporary)).toEqual([])
  await expect(server.worlds.create('later', { from: { export: document } })).rejects.toThrow()
  expect(readdirSync(temporary)).toEqual([])
})
