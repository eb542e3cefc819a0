import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '../support/command.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'

const place = usePersistentFolder()

test('a server that wants keys and knows none says so at its start', async () => {
  const server = await startServerProcess(['--auth', 'required'])
  expect(server.stderr()).toMatch(/^snowglobe: warning: --auth required without --keys: .*\n$/)

  const keys = join(place.folder, 'keys.json')
  writeFileSync(keys, '{"keys":[{"key":"ours"}]}')
  for (const args of [['--auth', 'required', '--keys', keys], ['--auth', 'known'], []])
    expect((await startServerProcess(args)).stderr()).toBe('')
})
