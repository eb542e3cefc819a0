import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { configWith } from '../../src/config/config-reader.ts'
import { type ControlError, connect } from '../../src/control/client/connect.ts'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import { replicaConfig } from '../../src/replicas/replica-config.ts'
import { ConfigError, createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { call } from '../chain-api/support/wallet.ts'
import { impossibleReads, isLinearizable, type Operation } from '../shared-log/history.ts'
import { address, balanceAt, expectEqual, fund, startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

test('a change through one replica is in the responses of all when it is acknowledged', async () => {
  const servers = await openThree()
  const before = await expectEqual(servers)
  for (const [turn, server] of servers.entries()) {
    await server.act(fund('1'))
    const balances = await Promise.all(servers.map(balanceAt))
    expect(balances).toEqual([turn + 1, turn + 1, turn + 1])
  }
  const after = await expectEqual(servers)
  expect(after?.head).toBe((before?.head ?? 0) + 3)
  const exports = await Promise.all(servers.map((server) => server.export()))
  for (const document of exports) expect(document).toEqual(exports[0])
})

test('a replica has the bytes of a server by itself that made the same changes', async () => {
  const servers = [await open(), await open()]
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  replicas.closeAfter(alone)
  for (const server of [servers[0], alone]) {
    await server?.act([fund('5'), fund('7')])
    await server?.clock.advance('1d')
    await server?.act(fund('1'))
  }
  await expectEqual([...servers, alone])
})

test('refusals are those of a server by itself, on every replica, and change nothing', async () => {
  const servers = await openThree()
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  replicas.closeAfter(alone)
  const refused = { ...fund('1'), chain: 'no such chain' }
  const expected = await alone.act(refused).catch((error: unknown) => error)
  expect(expected).toMatchObject({ code: expect.stringMatching(/bad_request|not_possible/) })
  for (const server of servers)
    await expect(server.act(refused)).rejects.toMatchObject({ ...(expected as object) })
  await expect(servers[0]?.act({ do: 'nothing' } as never)).rejects.toMatchObject({
    code: 'bad_request',
  })
  await servers[1]?.act(fund('1'))
  expect((await expectEqual(servers))?.head).toBe(1)
})

test('clock, snapshots, rules, scenarios, limits, worlds, imports and resets reach all replicas', async () => {
  const [a, b, c] = await openThree()
  await a.act(fund('3'))
  await b.snapshots.save('before')
  await c.clock.advance('1d')
  const advanced = await expectEqual([a, b, c])
  await a.snapshots.restore('before')
  const restored = await expectEqual([a, b, c])
  expect(restored?.now).not.toBe(advanced?.now)

  await b.faults.add({ match: { path: '/v1/chains' }, respond: { status: 503 } })
  for (const server of [a, b, c]) {
    expect((await server.inject({ url: '/v1/chains' })).statusCode).toBe(503)
    expect((await server.faults.list()).rules).toHaveLength(1)
  }
  await c.scenarios.set('short-pages', { most: 1 })
  await a.limits.set({ rateLimit: '1000/min' })
  for (const server of [a, b, c]) {
    expect(await server.scenarios.list()).toMatchObject({
      scenarios: { 'short-pages': { most: 1 } },
    })
    expect(await server.limits.get()).toMatchObject({ rateLimit: expect.stringContaining('1000') })
  }

  await b.worlds.create('other')
  await c.in('other').act(fund('2'))
  const others = await Promise.all([a, b, c].map((server) => server.in('other').world()))
  for (const { head, fingerprint } of others)
    expect({ head, fingerprint }).toEqual({ head: 1, fingerprint: others[0]?.fingerprint })

  const document = await a.in('other').export()
  await b.import(document)
  expect((await expectEqual([a, b, c]))?.head).toBe(1)
  await c.reset()
  expect((await expectEqual([a, b, c]))?.head).toBe(0)
  for (const server of [a, b, c]) {
    expect((await server.faults.list()).rules).toEqual([])
    expect((await server.worlds.list()).worlds.map(({ name }) => name)).toEqual(['default'])
  }
})

test('a replica that starts later has everything, and one that ended is not waited for', async () => {
  const a = await open({ replica: 'a' })
  await a.act([fund('1'), fund('2')])
  await a.clock.advance('1d')
  await a.act(fund('4'))
  const b = await open({ replica: 'b' })
  expect(await balanceAt(b)).toBe(7)
  await expectEqual([a, b])
  await a.close()
  const began = performance.now()
  await b.act(fund('8'))
  expect(performance.now() - began).toBeLessThan(2_500)
  expect(await balanceAt(b)).toBe(15)
})

test('what clients of three replicas see can be explained by one order', async () => {
  const servers = await openThree()
  const history: Operation[] = []
  const client = async (number: number) => {
    for (let turn = 0; turn < 12; turn++) {
      const server = servers[(number + turn * (number + 1)) % 3] as Snowglobe
      const start = performance.now()
      if ((turn + number) % 3 === 0) {
        const amount = 1 + ((number * 7 + turn) % 5)
        await server.act(fund(`${amount}`))
        history.push({ call: 'add', amount, start, end: performance.now() })
      } else {
        const { body } = await server.inject({
          ...{ method: 'POST', url: '/ext/bc/C/rpc' },
          headers: { 'content-type': 'application/json', 'x-snowglobe-read': 'current' },
          payload: { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] },
        })
        const value = Number(BigInt(JSON.parse(body).result) / 10n ** 18n)
        history.push({ call: 'read', value, start, end: performance.now() })
      }
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(client))
  expect(history).toHaveLength(72)
  expect(impossibleReads(history)).toEqual([])
  expect(isLinearizable(history)).toBe(true)
  await expectEqual(servers)
})

test('a response has its position, and a request waits for one or is refused', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const changed = await a.inject({
    ...{ method: 'POST', url: '/_admin/actions', payload: fund('1') },
    headers: { authorization: 'Bearer a-token' },
  })
  expect(changed.statusCode).toBe(200)
  const position = changed.headers['x-snowglobe-position']
  expect(position).toBe('2')
  const after = (value: string) =>
    b.inject({ url: '/v1/chains', headers: { 'x-snowglobe-after': value } })
  expect((await after('2')).headers['x-snowglobe-position']).toBe('2')
  const early = await after('3')
  expect(early.statusCode).toBe(503)
  expect(early.headers['retry-after']).toBe('1')
  expect((await after('two')).statusCode).toBe(400)
  expect(
    (await b.inject({ url: '/v1/chains', headers: { 'x-snowglobe-read': 'x' } })).statusCode,
  ).toBe(400)
})

test('a response from memory has its position, and every change that was acknowledged before it', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const balance = async (url: string, headers = {}) => {
    const path = `/v1/chains/43114/addresses/${address}/balances:getNative`
    const response = await fetch(url + path, { headers })
    const { nativeTokenBalance } = (await response.json()) as {
      nativeTokenBalance: { balance: string }
    }
    const { balance } = nativeTokenBalance
    return [BigInt(balance) / 10n ** 18n, response.headers.get('x-snowglobe-position')]
  }
  for (let turn = 1; turn <= 20; turn++) {
    await (turn % 2 === 0 ? a : b).act(fund('1'))
    for (const { url } of [a, b, a, b])
      expect(await balance(url)).toEqual([BigInt(turn), `${turn + 1}`])
  }
  expect(await balance(a.url, { 'x-snowglobe-after': '21' })).toEqual([20n, '21'])
  const cached = async ({ url }: Snowglobe) => {
    const headers = { authorization: 'Bearer a-token' }
    const text = await (await fetch(`${url}/_admin/metrics`, { headers })).text()
    return Number(/^snowglobe_response_cache_entries (\d+)$/m.exec(text)?.[1])
  }
  expect(await cached(a)).toBeGreaterThan(0)
  // While the engine is silent, what is in memory may lack changes.
  postgres.signal('SIGSTOP')
  await staleAt(a)
  const path = `/v1/chains/43114/addresses/${address}/balances:getNative`
  expect((await fetch(a.url + path)).headers.has('x-snowglobe-stale')).toBe(true)
  postgres.signal('SIGCONT')
})

test('while the engine hangs, reads go on and are marked, and changes are 503 with their outcome', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const client = connect(b.url, { token: 'a-token' })
  await client.act(fund('1'))
  postgres.signal('SIGSTOP')
  const began = performance.now()
  const refused = a.act(fund('2')).catch((error: unknown) => error)
  // One of unknown outcome is sent again with its key, when the engine goes on.
  const repeated = untilKnown(() => client.act(fund('16')))
  expect((await b.inject({ url: '/v1/chains' })).statusCode).toBe(200)
  await staleAt(b)
  expect(
    (await b.inject({ url: '/v1/chains', headers: { 'x-snowglobe-read': 'current' } })).statusCode,
  ).toBe(503)
  expect(await refused).toMatchObject({
    code: 'unavailable',
    details: { outcome: expect.stringMatching(/^(none|unknown)$/) },
  })
  expect(performance.now() - began).toBeLessThan(9_000)
  postgres.signal('SIGCONT')
  await repeated
  await untilKnown(() => a.act(fund('8')))

  // The last response of the engine is old by then, so a change need not wait for one.
  postgres.signal('SIGSTOP')
  await staleAt(b)
  const later = await b.act(fund('4')).catch((error: unknown) => error)
  postgres.signal('SIGCONT')
  expect(later).toMatchObject({ code: 'unavailable' })
  await untilKnown(() => a.act(fund('32')))
  // Those of unknown outcome happened on all replicas or on none, and the repeated one once.
  await expectEqual([a, b])
  expect(await balanceAt(a)).toBe(await balanceAt(b))
  expect([57, 59, 61, 63]).toContain(await balanceAt(a))
})

test('a change whose append ended with its connection is 503 with an unknown outcome', async () => {
  const a = await open({ replica: 'a' })
  await a.act(fund('1'))
  const locked = postgres
    .query('DO $$ BEGIN PERFORM FROM snowglobe_sandbox FOR UPDATE; PERFORM pg_sleep(60); END $$')
    .catch(() => {})
  const sleeping = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
  await expect.poll(() => postgres.query(sleeping)).not.toEqual([])
  const change = a.act(fund('2')).catch((error: unknown) => error)
  const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
  await expect.poll(() => postgres.query(waiting)).not.toEqual([])
  for (const ending of [waiting, sleeping])
    await postgres.query(`SELECT pg_terminate_backend(pid) FROM (${ending}) AS ending`)
  await locked
  expect(await change).toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } })
  await untilKnown(() => a.act(fund('4')))
  expect(await balanceAt(a)).toBe(5)
})

/** Waits until a replica marks what it reads as old. */
const staleAt = (server: Snowglobe) =>
  expect
    .poll(async () => (await server.inject({ url: '/v1/chains' })).headers['x-snowglobe-stale'])
    .toMatch(/^\d+$/)

/** Repeats a change that has certainly not happened, until the engine is there. */
async function untilKnown<Result>(change: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await change()
    } catch (error) {
      if ((error as ControlError).details?.outcome !== 'none') throw error
      await sleep(200)
    }
}

test('a repeated request with its key gets the first response, from any replica', async () => {
  const a = await open({ replica: 'a' })
  const b = await open({ replica: 'b' })
  const change = (server: Snowglobe, payload: object, key = 'k 1') =>
    server.inject({
      ...{ method: 'POST', url: '/_admin/actions', payload },
      headers: { authorization: 'Bearer a-token', 'idempotency-key': key },
    })
  const expectReplayed = async (server: Snowglobe) => {
    const again = await change(server, fund('1'))
    expect(again.headers['x-snowglobe-replayed']).toBe('true')
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect((await server.world()).head).toBe(2)
  }
  const first = await change(a, fund('1'))
  expect(first.headers).not.toHaveProperty('x-snowglobe-replayed')
  await change(a, fund('2'), 'k 2')
  for (const server of [a, b]) await expectReplayed(server)

  const other = await change(b, fund('4'))
  expect(other.statusCode).toBe(422)
  expect(other.json().error.message).toContain('idempotency-key')
  const save = (server: Snowglobe, key: string) =>
    server.inject({
      ...{ method: 'POST', url: '/_admin/snapshots', payload: { name: 's' } },
      headers: { authorization: 'Bearer a-token', 'idempotency-key': key },
    })
  expect((await save(a, 'k 3')).statusCode).toBeLessThan(300)
  const refused = await save(a, 'k 4')
  const again = await save(b, 'k 4')
  expect([again.statusCode, again.body]).toEqual([409, refused.body])
  expect(again.headers['x-snowglobe-replayed']).toBe('true')
  expect((await change(a, fund('1'), 'ä')).statusCode).toBe(400)

  await a.close()
  await b.close()
  const later = await open({ replica: 'c' })
  await expectReplayed(later)
})

test('a replica beyond a lost tail drops what the log does not say', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.act(fund('1'))
  await a.act(fund('2'))
  await postgres.query('DELETE FROM snowglobe_record WHERE sandbox = $1 AND position = 3', [
    replicas.sandbox,
  ])
  await postgres.query(
    `UPDATE snowglobe_sandbox SET position = 2, chain =
       (SELECT chain FROM snowglobe_record WHERE sandbox = $1 AND position = 2) WHERE name = $1`,
    [replicas.sandbox],
  )
  await b.act(fund('4'))
  await expect.poll(() => balanceAt(a), { timeout: 10_000 }).toBe(5)
  await expect.poll(() => balanceAt(b), { timeout: 10_000 }).toBe(5)
  await expectEqual([a, b])
})

test('a pooled transaction of one replica follows the one that another has issued', async () => {
  const fuji = { network: 'fuji', pace: 0 } as const
  const servers = [await open({ ...fuji, replica: 'a' }), await open({ ...fuji, replica: 'b' })]
  const [a, b] = servers as [Snowglobe, Snowglobe]
  await a.clock.advance('1s')
  const ewoq = privateKeyToAccount(toHex(ewoqKey) as Hex)
  const path = '/ext/bc/C/rpc'
  const nonceAt = async (server: Snowglobe) =>
    Number((await call(server, path, 'eth_getTransactionCount', [ewoq.address, 'latest'])).result)
  const nonce = await nonceAt(a)
  const sign = (at: number) =>
    ewoq.signTransaction({
      ...{ chainId: 43113, nonce: at, to: address, value: 1n, gas: 21_000n },
      gasPrice: 100n * 10n ** 9n,
    })
  const later = await sign(nonce + 1)
  expect(await call(a, path, 'eth_sendRawTransaction', [later])).toHaveProperty('result')
  expect(await nonceAt(a)).toBe(nonce)
  const first = await sign(nonce)
  expect(await call(b, path, 'eth_sendRawTransaction', [first])).toHaveProperty('result')
  await expect.poll(() => nonceAt(a)).toBe(nonce + 2)
  await expect.poll(() => nonceAt(b)).toBe(nonce + 2)
  await expectEqual(servers)
})

test('a start that differs is refused, and names what differs', async () => {
  await open()
  await expect(open({ network: 'fuji', pace: 7, seed: 'other', size: 'empty' })).rejects.toThrow(
    'the shared log was begun with other options: --seed is snowglobe in the log and other here, --size is small in the log and empty here, --network is mainnet in the log and fuji here, --pace is null in the log and 7 here; use the same ones, or another --sandbox',
  )
})

test('a connection with TLS is verified with the given certificates, and only with those', async () => {
  const encrypted = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`
  const a = await open({ sharedLog: encrypted, sharedLogCa: postgres.ca })
  const rows = await postgres.query(
    `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE application_name = 'snowglobe'`,
  )
  expect(rows).toEqual([{ ssl: true }])
  await a.act(fund('1'))
  await expect(open({ sharedLog: encrypted })).rejects.toThrow('self-signed certificate')
})

test.each<[string, Parameters<typeof createSnowglobe>[0]]>([
  ['--worlds', { worlds: 'any' }],
  ['--admin-token', { adminToken: undefined }],
  ['PGPASSWORD', { sharedLog: 'postgres://a:secret@127.0.0.1/b' }],
  ['sslmode=verify-full', { sharedLog: 'postgres://a@127.0.0.1/b?sslmode=prefer' }],
  ['--shared-log-ca', { sharedLogCa: '/nowhere/ca.pem' }],
])('a replica that needs %s is refused before it opens the log', async (named, options) => {
  const error = await open(options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toContain(named)
  expect(String(error)).not.toContain('secret')
})

test('readers beside a replica are refused', () => {
  const config = configWith({ sharedLog: postgres.url, adminToken: 'a' })
  expect(() => replicaConfig({ ...config, workers: 2 })).toThrow(ConfigError)
  expect(() => replicaConfig({ ...config, workers: 2 })).toThrow('--shared-log needs --workers 1')
})
