import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '../../support/built-sources.ts'
import {
  type CommandSettings,
  type RunningServer,
  startCommand,
  startServerProcess,
  stopCommands,
} from '../../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-remote-'))
let server: RunningServer
let guarded: RunningServer
beforeAll(async () => {
  ;[server, guarded] = await Promise.all([
    startServerProcess(),
    startServerProcess(['--admin-token', 'sesame']),
  ])
})
afterAll(async () => {
  await stopCommands()
  rmSync(folder, { recursive: true })
})

const run = (args: readonly string[], settings?: CommandSettings) =>
  startCommand(args, settings).ended

const at = ({ port }: RunningServer) => ['--port', String(port)]

function fileWith(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** An address whose key is not declared. */
const unknownAddress = '0x00000000000000000000000000000000000000aa'
const fund = { do: 'fund', to: 'ewoq', chain: 'P', amount: '5.5', network: 'mainnet' }

const headOf = async ({ url }: RunningServer, world = 'default') => {
  const headers = { 'x-snowglobe-world': world, authorization: 'Bearer sesame' }
  const response = await fetch(`${url}/_admin/world`, { headers })
  return ((await response.json()) as { head: number }).head
}

test('act does the actions of a file and prints what came of them', async () => {
  const before = await headOf(server)
  const file = fileWith('two.json', [fund, { ...fund, chain: 'X' }])
  const { code, stdout, stderr } = await run(['act', file, ...at(server)])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    head: before + 1,
    results: [
      { do: 'fund', network: 'mainnet', chain: 'P', txId: expect.stringMatching(/^\w{48,50}$/) },
      { do: 'fund', network: 'mainnet', chain: 'X' },
    ],
  })
  expect(await headOf(server)).toBe(before + 1)
})

test('act reads one action from standard input and finds the server by SNOWGLOBE_URL', async () => {
  const before = await headOf(server)
  const file = fileWith('one.json', fund)
  const { code, stdout } = await run(['act', '-'], {
    env: { SNOWGLOBE_URL: server.url },
    shell: `exec "$@" < ${file}`,
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).results).toHaveLength(1)
  expect(await headOf(server)).toBe(before + 1)
})

test('a port on the command line beats SNOWGLOBE_URL', async () => {
  const { code, stdout } = await run(['export', ...at(server)], {
    env: { SNOWGLOBE_URL: 'http://127.0.0.1:1' },
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ format: 1, seed: 'snowglobe', size: 'small' })
})

test('a refusal prints code, message and pointer, ends with 1 and changes nothing', async () => {
  const before = await headOf(server)
  const file = fileWith('wrong.json', [fund, { ...fund, amount: '5.5.5' }])
  const wrong = await run(['act', file, ...at(server)])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toMatch(/^snowglobe: bad_request: \/1\/amount must be .+[^)]\n$/)

  const transfer = { do: 'transfer', from: unknownAddress, to: 'ewoq', chain: 'C', amount: '1' }
  const refused = await run(['act', fileWith('poor.json', transfer), ...at(server)])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(new RegExp(`^snowglobe: not_possible: .*${unknownAddress}`, 'i'))
  expect(await headOf(server)).toBe(before)
})

test('export prints the bytes of the response, and import makes another world equal to it', async () => {
  await run(['act', fileWith('more.json', fund), ...at(server)])
  const { code, stdout } = await run(['export', ...at(server)])
  expect(code).toBe(0)
  expect(stdout).toBe(await (await fetch(`${server.url}/_admin/export`)).text())

  const given = ['--world', 'copy', ...at(server)]
  const imported = await run(['import', fileWith('world.json', stdout), ...given])
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  const { world } = JSON.parse(imported.stdout)
  expect(world).toMatchObject({ name: 'copy', head: await headOf(server) })
  expect((await run(['export', ...given])).stdout).toBe(stdout)
  const [one, other] = await Promise.all(
    ['default', 'copy'].map(async (name) => {
      const headers = { 'x-snowglobe-world': name }
      return (await (await fetch(`${server.url}/_admin/world`, { headers })).json()) as object
    }),
  )
  expect(other).toEqual({ ...one, name: 'copy', file: expect.anything() })
})

test('an import that is refused names the entry and leaves the world', async () => {
  const document = JSON.parse((await run(['export', '--world', 'left', ...at(server)])).stdout)
  const log = [{ do: 'act', actions: [{ ...fund, amount: '999999999999' }], pace: 4 }]
  const file = fileWith('bad.json', { ...document, log })
  const { code, stderr } = await run(['import', file, '--world', 'left', ...at(server)])
  expect(stderr).toMatch(/^snowglobe: not_possible: entry 0 of the log: /)
  expect(code).toBe(1)
  expect(await headOf(server, 'left')).toBe(0)
})

test('a token comes from the flag or the variable, and without it the command fails', async () => {
  const none = await run(['export', ...at(guarded)])
  expect(none).toMatchObject({ code: 1, stdout: '' })
  expect(none.stderr).toBe(
    `snowglobe: unauthorized: the server at ${guarded.url} needs the token of its control plane; set it with --admin-token or SNOWGLOBE_ADMIN_TOKEN\n`,
  )
  const wrong = await run(['export', '--admin-token', 'simsim', ...at(guarded)])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toBe(
    `snowglobe: unauthorized: the server at ${guarded.url} has another token than the one of --admin-token or SNOWGLOBE_ADMIN_TOKEN\n`,
  )
  const byFlag = await run(['export', '--admin-token', 'sesame', ...at(guarded)])
  expect(byFlag.code).toBe(0)
  const env = { SNOWGLOBE_ADMIN_TOKEN: 'sesame', SNOWGLOBE_URL: guarded.url }
  expect(await run(['export'], { env })).toMatchObject({ code: 0, stdout: byFlag.stdout })
})

test('exec hands the token on, so that the commands in it need no token', async () => {
  const inner = [process.execPath, bundled('main')]
  const file = fileWith('inner.json', fund)
  const { code, stdout } = await run([
    ...['exec', '--size', 'small', '--host', '0.0.0.0', '--', ...inner, 'act', file],
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ head: 1 })
})

test('an output that cannot be written is not reported as a missing server', async () => {
  const shell = '"$@" > /dev/full'
  expect(await run(['export', ...at(server)], { shell })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^snowglobe: the output cannot be written: ENOSPC.+\n$/),
  })
})

test('a server that is not there, and a file that is none, are reported', async () => {
  const failed = await run(['export', '--port', '1'])
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(
    /^snowglobe: no server answers at http:\/\/127\.0\.0\.1:1: .+; start one, or set SNOWGLOBE_URL or --port\n$/,
  )
  const missing = await run(['act', join(folder, 'none.json')])
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('none.json') })
  const shell = 'echo "[" | "$@"'
  expect(await run(['act', '-'], { shell })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^snowglobe: standard input is not valid JSON: /),
  })
  const env = { SNOWGLOBE_URL: 'localhost:9650' }
  expect(await run(['export'], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('SNOWGLOBE_URL must be the URL of a server'),
  })
})
