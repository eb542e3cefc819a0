/**
 * Prints how long the event loop of a server waits at most while receivers of webhooks never
 * respond, respond without an end, or redirect. The receivers are in a worker of their own.
 */
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createSnowglobe } from '../src/snowglobe.ts'

const receivers = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const server = createServer((request, response) => {
    if (request.url === '/never') return
    if (request.url === '/redirect') return response.writeHead(307, { location: '/never' }).end()
    const part = Buffer.alloc(65536, 'x')
    const more = () => { while (!response.destroyed && response.write(part)); }
    response.on('drain', more).on('error', () => {})
    more()
  }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

for (const kind of ['none', 'never', 'endless', 'redirect']) {
  const worker = new Worker(receivers, { eval: true })
  const [port] = await once(worker, 'message')
  const snowglobe = await createSnowglobe({ size: 'small', logLevel: 'silent', clock: 'frozen' })
  for (let webhook = 0; webhook < (kind === 'none' ? 0 : 40); webhook++)
    await fetch(`${snowglobe.url}/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        eventType: 'address_activity',
        url: `http://127.0.0.1:${port}/${kind}`,
        chainId: '43114',
        metadata: { addresses: ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'] },
      }),
    })
  const pay = () =>
    snowglobe.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })
  await pay()
  await snowglobe.deliveries.settle({ timeoutMs: 60_000 })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await setTimeout(100)
  // The cost of a block itself is in the row without webhooks.
  await pay()
  await snowglobe.deliveries.settle({ timeoutMs: 60_000 })
  await setTimeout(100)
  delay.disable()
  const [max, p99] = [delay.max, delay.percentile(99)].map((ns) => (ns / 1e6).toFixed(1))
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(`${kind}: at most ${max} ms, 99 % below ${p99} ms, load ${load}\n`)
  await snowglobe.close()
  await worker.terminate()
}
