import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { receive } from '../../src/testing/receiver.ts'
import { ewoq } from '../data/evm/support/chains.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'

/** Kills of a run; a long run has 30. */
const kills = Number(process.env.WEBHOOK_KILLS ?? 3)
const timeoutMs = 60_000 + 20_000 * kills

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-killed-'))
afterAll(async () => {
  await stopCommands()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'every message of an acknowledged payment arrives, wherever the process is killed',
  async () => {
    const random = createRandomStreams('killed webhooks').stream('kills')
    const receiver = await receive()
    const args = ['--data-dir', folder, '--pace', 'off']
    let server = await startServerProcess(args)
    const created = await fetch(`${server.url}/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ eventType: 'address_activity', url: receiver.url, chainId: '43114' },
        metadata: { addresses: [ewoq] },
      }),
    })
    expect(created.status).toBe(201)
    const paid = new Set<string>()
    for (let kill = 0; kill < kills; kill++) {
      const world = connect(server.url)
      for (let payment = 0; payment < 3; payment++) {
        const { results } = await world.act({
          ...{ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' },
        })
        paid.add(results[0]?.txId ?? '')
      }
      await wait(random.int(0, 20))
      server.child.kill('SIGKILL')
      await server.ended
      server = await startServerProcess(args)
    }
    expect(await connect(server.url).deliveries.settle({ timeoutMs: 30_000 })).toMatchObject({
      failed: 0,
      waiting: 0,
    })
    const ids = new Map<string, string>()
    for (const { json } of receiver.messages) {
      const { txHash } = json.event.transaction
      // An attempt may be made again, with the same id.
      expect(ids.get(txHash) ?? json.messageId).toBe(json.messageId)
      ids.set(txHash, json.messageId)
    }
    expect([...paid].filter((hash) => !ids.has(hash))).toEqual([])
    expect(ids.size).toBe(3 * kills)
    await receiver.close()
  },
  timeoutMs,
)
