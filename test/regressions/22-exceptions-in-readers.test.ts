import { afterEach, expect, test } from 'vitest'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { readersOf } from '../support/kill-readers.ts'
import { rawClient } from '../support/raw.ts'

afterEach(stopCommands)

/** Makes every process throw outside of any request when it gets SIGUSR2. */
const throwing =
  "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('planted'))})"

test('an exception in a reader ends neither it nor its connections, and health counts it', async () => {
  const server = await startServerProcess(['--workers', '2'], { env: { NODE_OPTIONS: throwing } })
  const before = await readersOf(server)
  const clients = [rawClient(server.port), rawClient(server.port)]
  const ask = async (count: number) => {
    for (const { socket, read } of clients) {
      socket.write('GET /v1/chains HTTP/1.1\r\nhost: x\r\n\r\n')
      await expect.poll(() => read().split('HTTP/1.1 200 OK').length - 1).toBe(count)
    }
  }
  await ask(1)
  for (const pid of before) process.kill(pid, 'SIGUSR2')
  const live = () => fetch(`${server.url}/_admin/live`).then((response) => response.json())
  await expect.poll(live).toEqual({ status: 'ok', internalErrors: 2 })
  await ask(2)
  expect((await readersOf(server)).sort()).toEqual([...before].sort())
  const metrics = await fetch(`${server.url}/_admin/metrics`)
  expect(await metrics.text()).toContain('\nsnowglobe_internal_errors_total 2\n')
  expect(server.stderr()).toContain('error in a reader process: Error: planted')
})
