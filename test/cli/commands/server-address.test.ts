import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand, stopCommands } from '../../support/command.ts'

/** Server that is always healthy. */
const server = createServer((_request, response) => response.end('{"status":"ok"}'))
let port: number
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await stopCommands()
  server.close()
})

const withoutProxy = { http_proxy: '', HTTP_PROXY: '', all_proxy: '', ALL_PROXY: '' }
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  startCommand(args, { env: { ...withoutProxy, ...env } }).ended

test('health, doctor and env use the server of SNOWGLOBE_URL', async () => {
  const env = { SNOWGLOBE_URL: `${url}/` }
  expect(await run(['health'], env)).toMatchObject({ code: 0, stdout: '{"status":"ok"}\n' })
  const doctor = await run(['doctor'], env)
  expect(doctor.stdout).toContain(`${url} answers, and no problem was found`)
  expect(doctor.stdout).toContain(`new Avalanche('127.0.0.1', ${port}, 'http').Info()`)
  expect(await run(['env'], env)).toMatchObject({
    code: 0,
    stdout: `export SNOWGLOBE_URL='${url}'\n`,
  })
})

test('a port on the command line beats SNOWGLOBE_URL for them', async () => {
  const env = { SNOWGLOBE_URL: 'http://127.0.0.1:1' }
  const given = ['--port', String(port)]
  expect(await run(['health', ...given], env)).toMatchObject({ code: 0 })
  expect(await run(['doctor', ...given], env)).toMatchObject({ code: 0 })
  expect(await run(['env', ...given], env)).toMatchObject({
    stdout: `export SNOWGLOBE_URL='${url}'\n`,
  })
})

test('env prints an address that a shell reads as one word', async () => {
  const env = { SNOWGLOBE_URL: "http://127.0.0.1:9650/a'b" }
  expect((await run(['env'], env)).stdout).toBe(
    "export SNOWGLOBE_URL='http://127.0.0.1:9650/a%27b'\n",
  )
})

test('doctor names the ports that addresses without one have, and the host that a proxy hides', async () => {
  const proxy = { http_proxy: 'http://proxy.test:3128', no_proxy: '127.0.0.1' }
  const { stdout } = await run(['doctor'], { ...proxy, SNOWGLOBE_URL: 'http://snowglobe.invalid' })
  expect(stdout).toContain("new Avalanche('snowglobe.invalid', 80, 'http').Info()")
  expect(stdout).toContain('add snowglobe.invalid to NO_PROXY')
})

test.each([['health'], ['doctor'], ['env'], ['export']])(
  '%s refuses port 0 and what is no address',
  async (command) => {
    const refusal = (text: string) => ({ code: 2, stdout: '', stderr: `snowglobe: ${text}\n` })
    const noPort =
      'no server has port 0: one that starts with it takes a free port and prints its address; give that port with --port, or that address in SNOWGLOBE_URL'
    expect(await run([command, '--port', '0'])).toMatchObject(refusal(noPort))
    const env = { SNOWGLOBE_URL: 'http://127.0.0.1:0' }
    expect(await run([command], env)).toMatchObject(refusal(noPort))
    expect(await run([command], { SNOWGLOBE_URL: 'localhost:9650' })).toMatchObject(
      refusal(
        'SNOWGLOBE_URL must be the URL of a server such as http://127.0.0.1:9650, not "localhost:9650"',
      ),
    )
  },
)

test.each([['health'], ['doctor'], ['export']])(
  '%s says that a server speaks http where its address says https',
  async (command) => {
    const address = url.replace('http:', 'https:')
    const { code, stdout, stderr } = await run([command], { SNOWGLOBE_URL: address })
    expect(stdout + stderr).toContain(
      `the server at ${address} speaks http and not https; set SNOWGLOBE_URL to ${url}\n`,
    )
    expect(stdout + stderr).not.toContain('SSL')
    expect(code).toBe(1)
  },
)
