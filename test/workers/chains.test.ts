import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCheckedHex } from '../../src/formats/ids.ts'
import { ewoqText, signedTransferOf } from '../chain-api/support/wallet.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServerProcess(['--workers', '2', '--network', 'fuji', '--pace', 'off'])
})
afterAll(stopCommands)

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
async function call(path: string, method: string, params: unknown): Promise<any> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}

test.each(['', '/_worlds/ours'])(
  'readers hand over what is below /ext/bc, and show what was issued there, in the world "%s"',
  async (world) => {
    const platform = `${world}/ext/bc/P`
    const addresses = [`P-${ewoqText}`]
    const { utxos } = await call(platform, 'platform.getUTXOs', { addresses })
    const tx = toCheckedHex(signedTransferOf(utxos))
    const { txID } = await call(platform, 'platform.issueTx', { tx })
    const eight = Array.from({ length: 8 })
    const statuses = eight.map(() => call(platform, 'platform.getTxStatus', { txID }))
    expect(new Set((await Promise.all(statuses)).map(({ status }) => status))).toEqual(
      new Set(['Committed']),
    )
    const url = `${server.url}/v1/networks/fuji/blockchains/p-chain/transactions/${txID}`
    const headers = world === '' ? {} : { 'x-snowglobe-world': 'ours' }
    const found = await Promise.all(eight.map(() => fetch(url, { headers })))
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
    const index = await call(`${world}/ext/index/P/block`, 'index.getLastAccepted', {})
    expect(index.bytes).toContain(tx.slice(6, -8))
    const health = await fetch(`${server.url}${world}/ext/health`)
    expect(await health.json()).toEqual({ checks: {}, healthy: true })
  },
)
