/*
 * Runs the tests that are nearest to source files. With `--watch` it goes on, and runs the tests of
 * each file that changes, with freshly built sources.
 * Usage: `npm run test:related -- [--watch] [--max 4] FILE…`.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../test/support/source-files.ts'
import { isSource, readImporters, relatedTests } from './related-tests.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    watch: { type: 'boolean', default: false },
    /** Maximum number of test files. */
    max: { type: 'string', default: '4' },
  },
})
const max = Number(values.max)
if (!Number.isInteger(max) || max < 1)
  throw new Error(`--max is "${values.max}"; it must be a whole number from 1`)
const files = positionals.map((file) => relative(root, resolve(file)))
const wrong = files.find((file) => !isSource(file))
if (wrong !== undefined)
  throw new Error(`"${wrong}" is no TypeScript file in src, schemas, fixtures, scripts or test`)
if (files.length === 0 && !values.watch)
  throw new Error('No file is given. Usage: npm run test:related -- [--watch] [--max 4] FILE…')

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the nearest tests of these files. @returns exit status of Vitest */
async function run(changed: readonly string[]): Promise<number> {
  const tests = relatedTests(changed, readImporters())
  const nearest = tests.slice(0, max)
  if (nearest.length === 0) {
    say(`No test is related to ${changed.join(', ')}.`)
    return 0
  }
  if (tests.length > max)
    say(`Runs the nearest ${max} of ${tests.length} related test files; --max changes that.`)
  const projects = ['unit', 'together', 'alone'].flatMap((name) => ['--project', name])
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...projects, ...nearest], {
    cwd: root,
    stdio: 'inherit',
  })
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)))
}

/** Runs the tests of files as they change, one run at a time. */
function watchSources(): void {
  const changed = new Set<string>()
  let isRunning = false
  const runChanged = async () => {
    if (isRunning) return
    isRunning = true
    while (changed.size > 0) {
      const next = [...changed].filter(isSource)
      changed.clear()
      if (next.length > 0) await run(next)
    }
    isRunning = false
  }
  for (const folder of ['src', 'schemas', 'fixtures', 'scripts', 'test'])
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null) return
      changed.add(join(folder, name))
      // An editor writes a file in several steps.
      setTimeout(runChanged, 100)
    })
  say('Waits for changes of sources and tests.')
}

const status = files.length > 0 ? await run(files) : 0
if (values.watch) watchSources()
else process.exitCode = status
