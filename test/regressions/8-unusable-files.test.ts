import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startCommand, stopCommands } from '../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-unusable-'))
afterAll(() => rmSync(folder, { recursive: true }))

afterEach(stopCommands)

/** Exit code and message of a start that has to be refused. */
async function refusalOf(args: string[], env: NodeJS.ProcessEnv = {}) {
  const port = args[0] === 'migrate' ? [] : ['--port', '0']
  const refused = startCommand([...args, '--size', 'small', ...port], { env })
  const { code, stdout, stderr } = await refused.ended
  return { code, stdout, stderr }
}

function pipeAt(path: string): string {
  execFileSync('mkfifo', [path])
  return path
}

function fileAt(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test.each(['--config', '--keys', '--definition'])(
  'a named pipe as the file of %s is refused at once',
  async (flag) => {
    const pipe = pipeAt(join(folder, `pipe${flag}`))
    expect(await refusalOf([flag, pipe])).toEqual({
      code: 2,
      stdout: '',
      stderr: `snowglobe: ${pipe} cannot be read: it is not a regular file\n`,
    })
  },
)

test('a named pipe as the marker of a data folder is refused at once', async () => {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const pipe = pipeAt(join(dataDir, 'index-marker.json'))
  const { code, stderr } = await refusalOf(['--data-dir', dataDir])
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `snowglobe: ${pipe} cannot be read: it is not a regular file\n`,
  })
})

test.each(['--keys', '--definition', '--config'])(
  'JSON of 200,000 levels in the file of %s is refused by its name',
  async (flag) => {
    const deep = `{"keys":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const file = fileAt(`deep${flag}.json`, deep)
    expect(await refusalOf([flag, file])).toEqual({
      code: 2,
      stdout: '',
      stderr: `snowglobe: ${file} has more than 64 levels\n`,
    })
  },
)

test('a key that a keys file has twice is refused by its place, without the key', async () => {
  const keys = [{ key: 'secret-a' }, { key: 'secret-b' }, { key: 'secret-a', blocked: true }]
  const file = fileAt('keys.json', JSON.stringify({ keys }))
  expect(await refusalOf(['--keys', file])).toEqual({
    code: 2,
    stdout: '',
    stderr: `snowglobe: ${file}: /keys/2/key repeats the key of /keys/0; remove one of them\n`,
  })
  writeFileSync(file, JSON.stringify({ keys: [{ key: 'sg_Secret' }] }))
  expect(await refusalOf(['--keys', file])).toEqual({
    code: 2,
    stdout: '',
    stderr: `snowglobe: ${file}: /keys/0/key must be sg_ and a name: up to 63 of a-z, 0-9 and -, not beginning with -, because such a key names a world\n`,
  })
})

test('a data folder that cannot be written is refused before the server listens', async () => {
  const { code, stdout, stderr } = await refusalOf(['--data-dir', '/proc/self'])
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
  expect(stderr).toMatch(/^snowglobe: \/proc\/self cannot be used as --data-dir: .*\n$/)
})

test.each([
  ['start', '', 'it is no directory'],
  ['start', '/below', 'a part of its path is no directory'],
  ['migrate', '', 'it is no directory'],
])('%s refuses a file%s as the data folder, as a bad option', async (command, below, reason) => {
  const dataDir = `${fileAt('file', '')}${below}`
  expect(await refusalOf([command, '--data-dir', dataDir])).toEqual({
    code: 2,
    stdout: '',
    stderr: `snowglobe: ${dataDir} cannot be used as --data-dir: ${reason}\n`,
  })
})
