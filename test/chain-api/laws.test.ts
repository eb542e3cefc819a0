import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { startServer } from '../support/server.ts'
import { fundEveryChain, issueOnEveryChain, l1ChainId } from './support/every-chain.ts'
import { call, ewoqText } from './support/wallet.ts'

// What holds for every change of a world holds for transactions of wallets, too.

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ network: 'fuji', pace: 60, indexEnabled: true })
  await fundEveryChain(server)
})
afterEach(() => server.close())
afterAll(stopCommands)

/** Responses of all interfaces after transactions with these ids. */
async function responses(ids: readonly string[]): Promise<string[]> {
  const primary = '/v1/networks/fuji/blockchains'
  const urls = [
    ...['/v1/chains/43113/transactions', `/v1/chains/${l1ChainId}/transactions`],
    ...['p-chain', 'x-chain', 'c-chain'].map((chain) => `${primary}/${chain}/transactions`),
    `${primary}/p-chain/balances?addresses=P-${ewoqText}`,
    `${primary}/p-chain/utxos?addresses=P-${ewoqText}`,
    '/v2/chains/43113/metrics/txCount?timeInterval=hour',
    ...['/v1/chains/43113/blocks', '/_admin/clock'],
  ]
  const found: string[] = []
  for (const url of urls) found.push((await server.inject(url)).body)
  const calls = [
    ...(['P/block', 'X/tx', 'C/block'] as const).map(
      (path) => [`/ext/index/${path}`, 'index.getLastAccepted', {}] as const,
    ),
    ['/ext/bc/P', 'platform.getFeeState', {}] as const,
    ['/ext/bc/C/rpc', 'eth_getBlockByNumber', ['latest', true]] as const,
    ...ids.map((txID) =>
      txID.startsWith('0x')
        ? (['/ext/bc/C/rpc', 'eth_getTransactionReceipt', [txID]] as const)
        : (['/ext/bc/P', 'platform.getTxStatus', { txID }] as const),
    ),
  ]
  for (const [path, method, params] of calls)
    found.push(JSON.stringify(await call(server, path, method, params)))
  return found
}

test('a log with issued transactions makes the same world in another process', async () => {
  await issueOnEveryChain(server)
  await server.clock.advance('3h')
  await issueOnEveryChain(server)
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
  const other = connect((await startServerProcess(['--network', 'fuji'])).url)
  await other.import(await server.export())
  const { fingerprint, head } = await server.world()
  expect(await other.world()).toMatchObject({ fingerprint, head })
})

test('a restored snapshot forgets issued transactions, and the same ones get the same responses', async () => {
  await server.snapshots.save('begun')
  const begun = await responses([])
  const ids = await issueOnEveryChain(server)
  const issued = await responses(ids)
  await server.snapshots.save('issued')
  const { fingerprint } = await server.world()

  await server.snapshots.restore('begun')
  expect(await responses([])).toEqual(begun)
  expect(await issueOnEveryChain(server)).toEqual(ids)
  expect(await responses(ids)).toEqual(issued)
  await server.snapshots.restore('issued')
  expect(await responses(ids)).toEqual(issued)
  expect((await server.world()).fingerprint).toBe(fingerprint)
})

test('short advances around issued transactions lead to the world of long ones', async () => {
  await server.snapshots.save('begun')
  const passing = async (before: readonly string[], after: readonly string[]) => {
    await server.snapshots.restore('begun')
    for (const duration of before) await server.clock.advance(duration)
    await issueOnEveryChain(server)
    for (const duration of after) await server.clock.advance(duration)
    return (await server.world()).fingerprint
  }
  const whole = await passing(['50m'], ['2h'])
  expect(await passing(['20m', '30m'], ['1s', '3599s', '59m', '60s'])).toBe(whole)
})

test('a lagging indexer shows issued transactions later than the node does', async () => {
  await server.scenarios.set('indexer-lag', { duration: '1h' })
  const [txID = ''] = await issueOnEveryChain(server)
  const url = `/v1/networks/fuji/blockchains/p-chain/transactions/${txID}`
  const node = await call(server, '/ext/bc/P', 'platform.getTxStatus', { txID })
  expect(node.result).toMatchObject({ status: 'Committed' })
  expect((await server.inject(url)).statusCode).toBe(404)
  await server.clock.advance('1h')
  expect((await server.inject(url)).json()).toMatchObject({ txHash: txID, txType: 'ExportTx' })
})
