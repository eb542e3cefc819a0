// Installs Snowglobe, starts it for the later steps of a job, and waits until it is ready.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const { env, execPath, platform } = process
const maxStartMs = 180_000
const input = (name) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''

const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'snowglobe-'))
const version = input('version') || 'latest'
// A number or a tag is a version; a path, a URL or a tarball names the package itself.
const specifier =
  /^[\w.^~-]+$/.test(version) && !version.endsWith('.tgz') ? `snowglobe@${version}` : version
execFileSync(
  'npm',
  ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, specifier],
  {
    stdio: 'inherit',
    // npm is a script there, which needs a shell.
    shell: platform === 'win32',
  },
)

const program = join(folder, 'node_modules/snowglobe/dist/bin/main.js')
const options = input('options').split(/\s+/).filter(Boolean)
const output = join(folder, 'output.log')
const log = openSync(output, 'w')
const server = spawn(
  execPath,
  [
    program,
    'start',
    '--size',
    input('size') || 'small',
    '--port',
    input('port') || '9650',
    ...options,
  ],
  { detached: true, stdio: ['ignore', log, log] },
)
closeSync(log)
let end
server.on('exit', (code, signal) => {
  end = code ?? signal
})

const read = () => readFileSync(output, 'utf8')
const urlIn = (text) => /^snowglobe ready: (\S+)/m.exec(text)?.[1]
let url
for (let waited = 0; url === undefined && end === undefined && waited < maxStartMs; waited += 100) {
  await wait(100)
  url = urlIn(read())
}
process.stdout.write(read())
if (url === undefined) {
  const reason =
    end === undefined ? `was not ready within ${maxStartMs / 1000} s` : `ended with ${end}`
  process.stdout.write(`::error title=Snowglobe::The server ${reason}\n`)
  if (end === undefined) server.kill()
  process.exit(1)
}

const write = (file, lines) => file && appendFileSync(file, `${lines.join('\n')}\n`)
write(env.GITHUB_OUTPUT, [`url=${url}`])
write(env.GITHUB_ENV, [`SNOWGLOBE_URL=${url}`])
write(env.GITHUB_STATE, [`url=${url}`, `pid=${server.pid}`])
server.unref()
process.exit()
