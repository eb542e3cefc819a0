import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../src/config/config.ts'
import { checkIndexMarker } from '../../src/container-index/index-marker.ts'
import { StateError } from '../../src/store/state-error.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'snowglobe-marker-')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }))

type Run = 'on' | 'off' | 'on, allowed' | 'off, allowed'

/** Whether a node with this switch starts; a start is remembered. */
function starts(run: Run): boolean {
  try {
    checkIndexMarker({
      dataDir,
      indexEnabled: run.startsWith('on'),
      indexAllowIncomplete: run.endsWith('allowed'),
    })()
    return true
  } catch (error) {
    if (error instanceof StateError) return false
    throw error
  }
}

/** Runs of one node in their order, and whether the last one starts. */
const histories: [runs: Run[], lastStarts: boolean][] = [
  [['on'], true],
  [['off'], true],
  [['on', 'on'], true],
  [['off', 'off'], true],
  [['on', 'off'], false],
  [['off', 'on'], false],
  [['on', 'off, allowed'], true],
  [['off', 'on, allowed'], true],
  [['on', 'off, allowed', 'on'], false],
  [['on', 'off, allowed', 'off'], false],
  [['off', 'on, allowed', 'on'], false],
  [['off', 'on, allowed', 'off'], false],
  [['off', 'on, allowed', 'on, allowed'], true],
  [['on', 'on, allowed', 'on'], true],
]

test.each(histories)('%j: the last run starts: %s', (runs, lastStarts) => {
  for (const run of runs.slice(0, -1)) expect(starts(run)).toBe(true)
  const [last = 'on'] = runs.slice(-1)
  expect(starts(last)).toBe(lastStarts)
})

test('a refused start changes nothing: the next one with the old switch works', () => {
  expect([starts('on'), starts('off'), starts('on')]).toEqual([true, false, true])
})

test('a start that fails before it is up is not remembered', () => {
  checkIndexMarker({ dataDir, indexEnabled: true, indexAllowIncomplete: false })
  expect(starts('off')).toBe(true)
})

test('a node without a data folder remembers nothing', () => {
  for (const indexEnabled of [true, false, true])
    checkIndexMarker({ dataDir: undefined, indexEnabled, indexAllowIncomplete: false })()
})

test('a marker is one file in a folder that is made when missing', () => {
  expect(starts('on')).toBe(true)
  expect(readdirSync(dataDir)).toEqual(['index-marker.json'])
})

test('a refusal names the file, what is wrong and what allows it', () => {
  const start = (indexEnabled: boolean) => () =>
    checkIndexMarker({ dataDir, indexEnabled, indexAllowIncomplete: false })
  starts('on')
  expect(start(false)).toThrow(
    `/ext/index would become incomplete: it was enabled before (${join(dataDir, 'index-marker.json')}) and is disabled now; ` +
      'enable it again, allow that with --index-allow-incomplete, or use another --data-dir',
  )
  starts('off, allowed')
  expect(start(true)).toThrow(
    `/ext/index is incomplete: it was disabled in an earlier run (${join(dataDir, 'index-marker.json')}); ` +
      'allow that with --index-allow-incomplete, or use another --data-dir',
  )
})

test('a marker that is no file is refused by name', () => {
  mkdirSync(join(dataDir, 'index-marker.json'), { recursive: true })
  expect(() =>
    checkIndexMarker({ dataDir, indexEnabled: true, indexAllowIncomplete: false }),
  ).toThrow(`${join(dataDir, 'index-marker.json')} cannot be read: it is not a regular file`)
})

test('a marker that is there and cannot be read is refused by name', () => {
  const file = join(dataDir, 'index-marker.json')
  mkdirSync(dataDir)
  symlinkSync(file, file)
  expect(() =>
    checkIndexMarker({ dataDir, indexEnabled: true, indexAllowIncomplete: false }),
  ).toThrow(`${file} cannot be read: ELOOP`)
})

test('a start that cannot be remembered says so', () => {
  const remember = checkIndexMarker({ dataDir, indexEnabled: true, indexAllowIncomplete: false })
  mkdirSync(join(dataDir, `index-marker.json.${process.pid}.tmp`))
  expect(remember).toThrow(`${join(dataDir, 'index-marker.json')} cannot be written: EISDIR`)
  expect(remember).toThrow(StateError)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '"on"',
  '{"wasEnabled":1,"isIncomplete":false}',
  '{"wasEnabled":true}',
  '{"isIncomplete":true}',
  '{"wasEnabled":true,"isIncomplete":"no"}',
])('a damaged marker %j is refused by name, also with the override', (content) => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'index-marker.json'), content)
  for (const indexAllowIncomplete of [false, true])
    expect(() => checkIndexMarker({ dataDir, indexEnabled: true, indexAllowIncomplete })).toThrow(
      /index-marker\.json is damaged/,
    )
})

test('a folder that cannot hold a marker is refused by name', () => {
  writeFileSync(dataDir, 'a file, not a folder')
  expect(() => starts('on')).toThrow(
    new ConfigError(`${dataDir} cannot be used as --data-dir: it is no directory`),
  )
})
