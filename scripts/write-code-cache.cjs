// Starts the program that is bundled in a folder, and writes V8's code cache of what has run.
// Usage: node scripts/write-code-cache.cjs FOLDER
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { tmpdir } = require('node:os')
const { join, resolve } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const folder = resolve(process.argv[2])
const filename = join(folder, 'program.js')
const script = new Script(readFileSync(filename, 'latin1'), { filename })

const worlds = mkdtempSync(join(tmpdir(), 'snowglobe-code-'))
// Variables of whoever builds may name a folder or a sandbox in use.
for (const name of Object.keys(process.env))
  if (name.startsWith('SNOWGLOBE_')) delete process.env[name]
process.env.SNOWGLOBE_CACHE = worlds
process.argv.splice(2, 1, '--size', 'empty', '--port', '0', '--log-level', 'warn')
const write = process.stdout.write
process.stdout.write = (text) => {
  process.stdout.write = write
  if (!text.startsWith('snowglobe ready')) throw new Error(text)
  setTimeout(() => process.emit('SIGTERM'))
  return true
}
process.on('exit', () => {
  rmSync(worlds, { recursive: true })
  // The server has changed these flags. V8 accepts a cache only under the flags it was written with.
  if (process.version.startsWith('v20.'))
    for (const flag of ['--interrupt-budget=67584', '--heap-growing-percent=0'])
      setFlagsFromString(flag)
  writeFileSync(join(folder, 'program.cache'), script.createCachedData())
})
script.runInThisContext()(exports, createRequire(filename), module, filename, folder)
