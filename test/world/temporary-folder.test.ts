import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { makeTemporary } from '../../src/world/temporary-folder.ts'
import { built } from '../support/built-sources.ts'

const prefix = `snowglobe-swept-${process.pid}-`

test('a folder is removed while another process sweeps', async () => {
  const program = `
    import { sweepTemporary } from ${JSON.stringify(pathToFileURL(built('src/world/temporary-folder.js')).href)}
    process.stdout.write('sweeps')
    for (;;) sweepTemporary(${JSON.stringify(prefix)})`
  const sweeper = spawn(process.execPath, ['--input-type=module', '-e', program])
  try {
    await new Promise((resolve) => sweeper.stdout.once('data', resolve))
    for (let number = 0; number < 300; number++) {
      const { folder, remove } = makeTemporary(prefix)
      for (let file = 0; file < 20; file++) writeFileSync(join(folder, `${file}`), '')
      remove()
      await expect.poll(() => existsSync(folder)).toBe(false)
    }
  } finally {
    sweeper.kill('SIGKILL')
  }
})
