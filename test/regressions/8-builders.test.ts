import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundled } from '../support/built-sources.ts'
import { type RunningCommand, startCommand, stopCommands } from '../support/command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snowglobe-builders-'))
})
afterEach(async () => {
  await stopCommands()
  rmSync(folder, { recursive: true })
})

const filesIn = () =>
  readdirSync(folder)
    .map((name) => name.replace(/^.*\./, ''))
    .sort()

/** Starts a command that has to build first, and waits until it is in the middle of it. */
async function building(...args: string[]): Promise<RunningCommand> {
  const running = startCommand([...args, '--size', 'medium'], { env: { SNOWGLOBE_CACHE: folder } })
  while (!filesIn().includes('building')) await wait(20)
  await wait(200)
  return running
}

test.each<[command: string[], signal: NodeJS.Signals, code: number]>([
  [['start', '--port', '0'], 'SIGTERM', 0],
  [['start', '--port', '0'], 'SIGINT', 0],
  [['build'], 'SIGTERM', 1],
])(
  '%j that gets %s while it builds ends with %i and leaves nothing',
  async (command, signal, code) => {
    const { child, ended } = await building(...command)
    child.kill(signal)
    expect(await ended).toMatchObject({ code, stdout: '' })
    expect(filesIn()).toEqual([])
  },
)

test('what a killed builder left goes with the next build, of whatever world', async () => {
  const { child, ended } = await building('build')
  child.kill('SIGKILL')
  await ended
  expect(filesIn()).toContain('building')
  const next = startCommand(['build', '--size', 'empty'], { env: { SNOWGLOBE_CACHE: folder } })
  expect((await next.ended).code).toBe(0)
  expect(filesIn()).toEqual(['digest', 'sqlite'])
})

test('of four processes that want the same world at once one builds it', async () => {
  const script = `
    import { createSnowglobe } from ${JSON.stringify(bundled('snowglobe'))}
    let steps = 0
    const server = await createSnowglobe({ size: 'small', onBuildProgress: () => { steps += 1 } })
    const { status } = await fetch(server.url + '/v1/chains')
    await server.close()
    process.stdout.write((steps > 0 ? 'built ' : 'waited ') + status)`
  const args = ['--input-type=module', '--eval', script]
  const env = { ...process.env, SNOWGLOBE_CACHE: folder }
  const ended = await Promise.all(
    Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, args, { env })),
  )
  expect(ended.map(({ stdout }) => stdout).sort()).toEqual([
    'built 200',
    'waited 200',
    'waited 200',
    'waited 200',
  ])
  expect(filesIn()).toEqual(['digest', 'sqlite'])
})
