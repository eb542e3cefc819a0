import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/bin')
const program = readFileSync(join(folder, 'program.js'), 'latin1')
const cachedData = readFileSync(join(folder, 'program.cache'))

test('the code cache of the build fits the program, and no other text', () => {
  expect(new Script(program, { cachedData }).cachedDataRejected).toBe(false)
  expect(new Script(`${program}\n`, { cachedData }).cachedDataRejected).toBe(true)
})

test('the bundled program has other characters than those of ASCII in comments alone', async () => {
  const codeOf = async (encoding: 'latin1' | 'utf8') => {
    const text = readFileSync(join(folder, 'program.js'), encoding)
    return (await transform(text, { legalComments: 'none', minifyWhitespace: true })).code
  }
  expect(await codeOf('latin1')).toBe(await codeOf('utf8'))
})

test('writing the code cache ignores variables of the environment, and leaves nothing else', () => {
  const copy = mkdtempSync(join(root, 'dist/copy-'))
  try {
    copyFileSync(join(folder, 'program.js'), join(copy, 'program.js'))
    const data = join(copy, 'data')
    execFileSync(process.execPath, ['scripts/write-code-cache.cjs', copy], {
      cwd: root,
      env: { ...process.env, SNOWGLOBE_DATA_DIR: data, SNOWGLOBE_SHARED_LOG: 'postgres://none' },
    })
    expect(readdirSync(copy).sort()).toEqual(['program.cache', 'program.js'])
  } finally {
    rmSync(copy, { recursive: true })
  }
})
