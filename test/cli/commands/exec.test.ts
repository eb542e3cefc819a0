import { afterAll, expect, test } from 'vitest'
import { startCommand, startServerProcess, stopCommands } from '../../support/command.ts'

afterAll(stopCommands)

const run = (...args: string[]) => startCommand(args).ended

test('exec serves while a command runs, tells it the address, and ends with its code', async () => {
  const program = `
    const answer = await fetch(process.env.SNOWGLOBE_URL + '/v1/health-check')
    console.log(await answer.text())
    process.exit(7)`
  const { code, stdout } = await run(
    'exec',
    '--size',
    'small',
    '--',
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
  )
  expect(stdout).toMatch(/"status":"ok"/)
  expect(code).toBe(7)
})

test('exec passes a signal on and ends as a shell would', async () => {
  const command = startCommand([
    'exec',
    '--size',
    'small',
    '--',
    'sh',
    '-c',
    'echo begun; exec sleep 60',
  ])
  while (!command.stdout().includes('begun'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  command.child.kill('SIGTERM')
  expect((await command.ended).code).toBe(143)
})

test('exec says which command there is not', async () => {
  const { code, stderr } = await run('exec', '--size', 'small', '--', 'snowglobe-no-such-command')
  expect(stderr).toContain('exec cannot run snowglobe-no-such-command')
  expect(code).toBe(2)
})

test('exec without a command shows how it is used', async () => {
  expect(await run('exec')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('snowglobe exec -- npm test'),
  })
})

test('env prints the address for a shell, and a server does not mind the variable', async () => {
  const { stdout } = await run('env', '--port', '9777')
  expect(stdout).toBe("export SNOWGLOBE_URL='http://127.0.0.1:9777'\n")
  const server = await startServerProcess([], { env: { SNOWGLOBE_URL: 'http://127.0.0.1:9777' } })
  expect(server.url).not.toContain('9777')
})

test('doctor finds a server, and says how each client is pointed at it', async () => {
  const { port } = await startServerProcess()
  const quiet = { env: { http_proxy: '', HTTP_PROXY: '', all_proxy: '', ALL_PROXY: '' } }
  const { code, stdout } = await startCommand(['doctor', '--port', String(port)], quiet).ended
  expect(stdout).toContain(`http://127.0.0.1:${port} answers`)
  expect(stdout).toContain(`new Avalanche('127.0.0.1', ${port}, 'http').Info()`)
  expect(code).toBe(0)
})

test('doctor finds what is in the way', async () => {
  const settings = { env: { http_proxy: 'http://proxy.test:3128', no_proxy: 'example.test' } }
  const { code, stdout } = await startCommand(['doctor', '--port', '1'], settings).ended
  expect(stdout).toContain('! no server answers at http://127.0.0.1:1')
  expect(stdout).toContain(
    '! http_proxy is set, so requests go to the proxy: add 127.0.0.1 to NO_PROXY',
  )
  expect(code).toBe(1)
})

test('exec reports an address that is taken or not of this machine as a start does', async () => {
  const { port } = await startServerProcess(['--size', 'small', '--port', '0'])
  const at = (...address: string[]) => run('exec', '--size', 'small', ...address, '--', 'true')
  expect(await at('--port', String(port))).toMatchObject({
    code: 3,
    stderr: `snowglobe: 127.0.0.1:${port} is in use; choose another with --port, or a free one with --port 0\n`,
  })
  expect(await at('--port', '0', '--host', '192.0.2.1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--host does not belong to this machine'),
  })
})
