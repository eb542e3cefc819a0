import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { stopCommands } from '../support/command.ts'
import { runCompiled as run, startCompiled as start } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-smoke-'))
afterAll(() => rmSync(folder, { recursive: true }))

afterEach(stopCommands)

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('a server prints one line, answers every interface and ends with 0', async () => {
  const server = await start()
  for (const path of [
    '/v1/health-check',
    '/v1/chains',
    '/v1/chains/43114/blocks',
    '/v1/avg_tps/43114',
    '/openapi.json',
  ]) {
    const response = await fetch(server.url + path)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    await response.json()
  }
  for (const [path, method] of [
    ['/ext/info', 'info.getNodeVersion'],
    ['/ext/index/C/block', 'index.getLastAccepted'],
  ]) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    })
    expect(await response.json()).toMatchObject({ id: 1, result: expect.anything() })
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({
    code: 0,
    signal: null,
    stdout: expect.stringMatching(
      /^snowglobe ready: http:\/\/127\.0\.0\.1:\d+ \(world [0-9a-f]{8}, \d+ ms\)\n$/,
    ),
    stderr: '',
  })
})

test.runIf(process.platform === 'linux')(
  'a server starts and answers where a process may open 40 files',
  async () => {
    const server = await start([], { shell: 'ulimit -n 40; exec "$@"' })
    for (const path of ['/v1/chains/43114/blocks', '/openapi.json'])
      expect((await fetch(server.url + path)).status).toBe(200)
    expect(server.stderr()).toBe('')
  },
)

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a server with 0 although connections stay open',
  async (signal) => {
    const server = await start()
    const agent = new Agent({ keepAlive: true })
    const [response] = await once(get(`${server.url}/v1/chains`, { agent }), 'response')
    response.resume()
    await once(response, 'end')
    server.child.kill(signal)
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    agent.destroy()
  },
)

test('the compiled program has its page, its metrics and its faults with it', async () => {
  const server = await start()
  const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<title>Snowglobe</title>')
  const metrics = await fetch(`${server.url}/_admin/metrics`)
  expect(await metrics.text()).toContain('# TYPE snowglobe_requests_total counter')
  const rule = { match: { path: '/v1/ch*' }, respond: { status: 503 } }
  const body = JSON.stringify(rule)
  await fetch(`${server.url}/_admin/faults`, { method: 'POST', body })
  expect((await fetch(`${server.url}/v1/chains`)).status).toBe(503)
})

test('a second signal while it stops ends it with 0 as well', async () => {
  const server = await start()
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) server.child.kill(signal)
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
})

test('a port that is taken ends the second server with 3 and a hint', async () => {
  const { port } = await start()
  expect(await run(['--size', 'small', '--port', String(port)])).toEqual({
    code: 3,
    signal: null,
    stdout: '',
    stderr: `snowglobe: 127.0.0.1:${port} is in use; choose another with --port, or a free one with --port 0\n`,
  })
})

test('a host that this machine does not have ends with 2', async () => {
  const args = ['--size', 'small', '--port', '0', '--host', '192.0.2.1']
  expect(await run(args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^snowglobe: cannot listen on 192\.0\.2\.1:0: .*--host.*\n$/),
  })
})

test('bad values end with 2 and the name of the flag, variable or file', async () => {
  const definition = file('world.json', { ...defaultWorld, cast: [] })
  const config = file('config.json', { size: 'huge' })
  const cases: [args: string[], env: NodeJS.ProcessEnv, name: string][] = [
    [['--port', 'x'], {}, '--port must be 0..65535, not "x"'],
    [[], { SNOWGLOBE_CLOCK: 'x' }, 'SNOWGLOBE_CLOCK must be frozen|running|real, not "x"'],
    [['--config', config], {}, `size in ${config} must be empty|small|medium|large, not "huge"`],
    [['--definition', definition], {}, `${definition}: /cast is not valid`],
    [['--keys', definition], {}, `${definition}: /now is not valid`],
    [['--nope'], {}, 'there is no option --nope'],
  ]
  for (const [args, env, name] of cases) {
    const { code, stdout, stderr } = await run(args, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`snowglobe: ${name}`)
    expect(stderr.split('\n')).toHaveLength(2)
  }
})

test('an index that was on and is off ends with 4, unless that is allowed', async () => {
  const data = ['--data-dir', join(folder, 'data')]
  const first = await start(data)
  first.child.kill('SIGTERM')
  await first.ended
  const off = [...data, '--index-enabled=false']
  expect(await run(['--size', 'small', '--port', '0', ...off])).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(
      /^snowglobe: \/ext\/index would become incomplete: it was enabled before .*--data-dir\n$/,
    ),
  })
  const allowed = await start([...off, '--index-allow-incomplete'])
  expect((await fetch(`${allowed.url}/v1/health-check`)).status).toBe(200)
})

test('two servers at once have ports of their own and the same world', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(first.port).not.toBe(second.port)
  const responses = await Promise.all(
    [first, second].map(async ({ url }) =>
      (await fetch(`${url}/v1/chains/43114/blocks?pageSize=50`)).text(),
    ),
  )
  expect(responses[0]).toBe(responses[1])
})

test('logs are JSON lines on stderr, without keys', async () => {
  const server = await start(['--log-level', 'info'])
  await fetch(`${server.url}/v1/chains?rltoken=secret&network=fuji`, {
    headers: { 'x-data-api-key': 'secret', authorization: 'Bearer secret' },
  })
  server.child.kill('SIGTERM')
  const { stdout, stderr } = await server.ended
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { req?: { url: string } })
  expect(lines.map(({ req }) => req?.url)).toContain('/v1/chains?rltoken=[redacted]&network=fuji')
  expect(stderr).not.toContain('secret')
  expect(stdout.split('\n')).toHaveLength(2)
})

test('health tells whether a server is well', async () => {
  const server = await start()
  const port = ['--port', String(server.port)]
  const healthy = await run(['health', ...port])
  expect(healthy).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(healthy.stdout)).toMatchObject({ status: 'ok' })
  server.child.kill('SIGTERM')
  await server.ended
  expect(await run(['health'], { SNOWGLOBE_PORT: String(server.port) })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `snowglobe: no server answers at ${server.url}: connect ECONNREFUSED 127.0.0.1:${server.port}; start one, or set SNOWGLOBE_URL or --port\n`,
  })
})

test('health finds a server that listens everywhere, wants keys and has used up its limit', async () => {
  const server = await start(['--host', '0.0.0.0', '--auth', 'required', '--rate-limit', '1/min'])
  const health = ['health', '--host', '0.0.0.0', '--port', String(server.port)]
  for (let i = 0; i < 3; i++) expect((await run(health)).code).toBe(0)
})

test('openapi, version and help print their texts', async () => {
  const openapi = await run(['openapi'])
  expect(openapi).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(openapi.stdout)).toMatchObject({ openapi: '3.1.0' })
  expect(await run(['version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  expect(await run(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: snowglobe /),
  })
})

test('build fills the cache, and its lines tell how far it is', async () => {
  const env = { SNOWGLOBE_CACHE: join(folder, 'cache') }
  const build = () => run(['build', '--size', 'small'], env)
  const lines = [0, 25, 50, 75, 100].map(
    (percent) => `snowglobe: building the world: ${percent} %\n`,
  )
  const success = { code: 0, signal: null, stdout: '' }
  expect(await build()).toEqual({ ...success, stderr: lines.join('') })
  expect(await build()).toEqual({ ...success, stderr: '' })
})

test('an unexpected error ends with 1 and one line; debug adds the stack', async () => {
  const env = { SNOWGLOBE_CACHE: '/dev/null/cache', TMPDIR: '/dev/null' }
  const line = /^snowglobe: no folder for built worlds can be written: .*\n$/
  expect(await run(['build'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(line),
  })
  const { code, stderr } = await run(['build', '--log-level', 'debug'], env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^snowglobe: no folder .*\nError: no folder .*\n {4}at /)
})

test('an unexpected error is logged and counted, and the service goes on', async () => {
  const fault = `process.on('SIGUSR2', () => { throw new Error('unforeseen') })`
  const server = await start([], {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}` },
  })
  server.child.kill('SIGUSR2')
  const live = async () =>
    (await (await fetch(`${server.url}/_admin/live`)).json()) as Record<string, unknown>
  while (!('internalErrors' in (await live()))) await new Promise((go) => setTimeout(go, 20))
  expect(await live()).toEqual({ status: 'ok', internalErrors: 1 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('unforeseen'),
  })
})
