import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../support/source-files.ts'

const examples = join(root, 'examples')
const { SNOWGLOBE_URL: _, ...environment } = process.env

/** Runs a program of this project in the folder of an example. @returns everything that it prints */
async function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: resolve(examples, folder),
    env: { ...environment, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
  }).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

const program = (path: string) => join(root, 'node_modules', path)

test.each(['vitest', 'msw', 'playwright'])('the example of %s has right types', async (folder) => {
  expect(await run(folder, [program('typescript/bin/tsc'), '--project', '.'])).toBe('')
})

test('the example of msw passes', async () => {
  // Here its first action also compiles the sources of the simulation.
  const args = [program('vitest/vitest.mjs'), 'run', '--testTimeout', '60000']
  expect(await run('msw', args)).toMatch(/Tests +2 passed \(2\)/)
})

test('the example of undici passes', async () => {
  expect(await run('undici', ['--test', '--test-reporter=tap'])).toMatch(
    /^# tests 2$.*^# pass 2$/ms,
  )
})

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Copies an example into a project that has installed this package and all others. */
function installed(name: string): string {
  const project = mkdtempSync(join(tmpdir(), 'snowglobe-example-'))
  cpSync(join(examples, name), project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  mkdirSync(join(project, 'node_modules'))
  for (const each of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', each), join(project, 'node_modules', each))
  symlinkSync(root, join(project, 'node_modules/snowglobe'))
  return project
}

test.skipIf(!existsSync(chromium))('the example of Playwright passes', async () => {
  const project = installed('playwright')
  const env = { CHROMIUM: chromium, PORT: `${await freePort()}` }
  const args = [program('@playwright/test/cli.js'), 'test', '--workers=2', '--reporter=line']
  expect(await run(project, args, env)).toMatch(/^ +3 passed/m)
  rmSync(project, { recursive: true })
})
