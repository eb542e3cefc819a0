import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import type { SharedLog } from '../../src/shared-log/shared-log.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { address, balanceAt, expectEqual, fund, startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open } = replicas

let logs: SharedLog[] = []
afterEach(async () => {
  await Promise.all(logs.map((log) => log.close()))
  logs = []
})

async function openLog(): Promise<SharedLog> {
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox, tls: false })
  logs.push(log)
  return log
}

/** Appends as many records as a snapshot follows, which change nothing. */
async function fill(log: SharedLog, count = 1_000): Promise<void> {
  for (let number = 0; number < count; number++) await log.append({ world: 'default', do: 'wait' })
}

const snapshotsOf = (log: SharedLog) => log.partNames('snapshot/')

/** Waits for snapshots, and for the mark that follows the last one. */
async function expectSnapshots(log: SharedLog, count: number): Promise<void> {
  await expect.poll(async () => (await snapshotsOf(log)).length).toBe(count)
  const newest = Number((await snapshotsOf(log)).at(-1)?.split('/')[2])
  await expect
    .poll(async () => {
      const { records } = await log.read(newest, 1_200)
      return records.map(({ text }) => JSON.parse(text).of?.position)
    })
    .toContain(newest)
}

/** Removes what a snapshot makes superfluous: from now on no start can begin without one. */
async function compactBefore(log: SharedLog): Promise<void> {
  const newest = (await snapshotsOf(log)).at(-1) as string
  await log.compact(Number(newest.split('/')[2]) - 1)
}

/** Changes a byte in each large body of a kind. */
const damage = (prefix: string) =>
  postgres.query(
    `UPDATE snowglobe_part AS part SET bytes = set_byte(bytes, 60, (get_byte(bytes, 60) + 1) % 256)
     FROM snowglobe_body AS body
     WHERE part.id = body.id AND body.sandbox = $1 AND starts_with(body.name, $2)`,
    [replicas.sandbox, prefix],
  )

/** Sends a change with a key. */
const keyed = (server: Snowglobe, key: string, amount: string) =>
  server.inject({
    ...{ method: 'POST', url: '/_admin/actions', payload: fund(amount) },
    headers: { authorization: 'Bearer a-token', 'idempotency-key': key },
  })

test('a replica that starts from a snapshot has everything that the others have', async () => {
  const a = await open({ replica: 'a', clock: 'running' })
  const log = await openLog()
  await a.clock.set({ rate: 50, pace: 'calm' })
  await a.act([fund('1'), fund('2')])
  const first = await keyed(a, 'k', '4')
  const refused = await keyed(a, 'wrong', 'much')
  await a.snapshots.save('early')
  await a.clock.advance('1d')
  await a.worlds.create('other', { from: 'default' })
  await a.in('other').act(fund('8'))
  await a.worlds.create('unchanged', { seed: 'another', size: 'empty' })
  await a.worlds.create('replaced')
  await a.in('replaced').import(await a.in('unchanged').export())
  await a.faults.add({
    id: 'twice',
    match: { path: '/v1/chains' },
    respond: { status: 502 },
    times: 2,
  })
  await a.faults.add({ match: { path: '/v1/networks*' }, respond: { status: 504 } })
  await a.scenarios.set('short-pages', { most: 3 })
  await a.limits.set({ rateLimit: '10/min', auth: 'known', keys: [{ key: 'a-key', tier: 'pro' }] })
  expect((await a.inject({ url: '/v1/chains' })).statusCode).toBe(502)
  const limited = (server: Snowglobe) => server.inject({ url: '/v1/chains/43114' })
  expect((await limited(a)).headers['ratelimit-limit']).toBeDefined()

  await fill(log)
  await expectSnapshots(log, 1)
  await compactBefore(log)
  await a.act(fund('16'))
  const b = await open({ replica: 'b', clock: 'running' })
  const c = await open({ replica: 'c', clock: 'running' })
  const all = [a, b, c]

  for (const server of all) {
    expect((await server.worlds.list()).worlds.map(({ name }) => name)).toEqual([
      ...['default', 'other', 'replaced', 'unchanged'],
    ])
    expect(await server.faults.list()).toEqual(await a.faults.list())
    expect(await server.scenarios.list()).toEqual(await a.scenarios.list())
    expect(await server.limits.get()).toEqual(await a.limits.get())
    expect(await server.clock.get()).toMatchObject({ mode: 'running', rate: 50 })
  }
  for (const name of ['other', 'unchanged', 'replaced']) {
    // Otherwise something falls due between the requests to two replicas.
    await b.in(name).clock.set({ mode: 'frozen' })
    const states = await Promise.all(all.map((server) => server.in(name).world()))
    const [state] = states
    for (const { id, seed, head, fingerprint } of states)
      expect({ id, seed, head, fingerprint }).toEqual({
        ...{ id: state?.id, seed: state?.seed, head: state?.head },
        fingerprint: state?.fingerprint,
      })
  }
  // The rule has failed one request of two.
  expect((await b.inject({ url: '/v1/chains' })).statusCode).toBe(502)
  expect((await c.inject({ url: '/v1/chains' })).statusCode).not.toBe(502)
  // The windows go on: they have the names that they had.
  for (const server of all) await limited(server)
  const windows = await postgres.query(
    "SELECT DISTINCT split_part(counter, ' ', 2) FROM snowglobe_count WHERE counter LIKE 'rate %'",
  )
  expect(windows).toHaveLength(1)

  const repeated = await keyed(b, 'k', '4')
  expect(repeated.headers['x-snowglobe-replayed']).toBe('true')
  expect(repeated.json()).toEqual(first.json())
  const again = await keyed(c, 'wrong', 'much')
  expect([again.statusCode, again.json()]).toEqual([refused.statusCode, refused.json()])

  // A running clock has one time everywhere, and the same happens at it.
  await sleep(200)
  await c.clock.set({ mode: 'frozen' })
  await expectEqual(all)
  await b.clock.advance('6h')
  await expectEqual(all)
  await a.snapshots.restore('early')
  await b.clock.set({ mode: 'frozen' })
  const restored = await expectEqual(all)
  expect(restored?.head).toBeGreaterThan(0)
  const exports = await Promise.all(all.map((server) => server.export()))
  for (const document of exports) expect(document).toEqual(exports[0])
})

test('a delayed indexer shows the same everywhere, also where a replica starts from a snapshot', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.act(fund('1'))
  await a.scenarios.set('indexer-lag', { blocks: 2 })
  await a.act(fund('2'))
  await a.clock.advance('10m')
  await a.act(fund('4'))
  await fill(log)
  await expectSnapshots(log, 1)
  await compactBefore(log)
  const b = await open({ replica: 'b' })
  const shown = async (server: Snowglobe) =>
    Promise.all(
      ['/v1/chains/43114/blocks', `/v1/chains/43114/addresses/${address}/balances:getNative`].map(
        async (url) => (await server.inject({ url })).json(),
      ),
    )
  const before = await shown(a)
  expect(before[1].nativeTokenBalance.balance).not.toBe(`7${'0'.repeat(18)}`)
  expect(await shown(b)).toEqual(before)
  for (const server of [a, b]) {
    await server.act(fund('8'))
    await server.clock.advance('5m')
    const [ofA, ofB] = [await shown(a), await shown(b)]
    expect(ofB).toEqual(ofA)
    expect(ofA).not.toEqual(before)
  }
  await b.scenarios.set('indexer-stall', {})
  const stalled = await shown(a)
  await b.act(fund('16'))
  expect(await shown(a)).toEqual(stalled)
  expect(await shown(b)).toEqual(stalled)
  await b.scenarios.remove('indexer-stall')
  await a.scenarios.remove('indexer-lag')
  expect(await shown(b)).toEqual(await shown(a))
  expect((await shown(b))[1].nativeTokenBalance.balance).toBe(`39${'0'.repeat(18)}`)
  await expectEqual([a, b])
})

test('one replica makes each snapshot, three stay, and all see one mark for each', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const log = await openLog()
  for (let round = 0; round < 4; round++) {
    await a.act(fund('1'))
    await fill(log)
    await b.act(fund('2'))
    await expectSnapshots(log, Math.min(round + 1, 3))
    await expect
      .poll(async () => {
        await a.act(fund('1'))
        const { position } = await log.head()
        const { records } = await log.read(Math.max(0, position - 1_200), 1_200)
        return records.filter(({ text }) => JSON.parse(text).do === 'mark').length
      })
      .toBeGreaterThan(0)
  }
  expect(await snapshotsOf(log)).toHaveLength(3)
  await expectEqual([a, b])
  const ages = await Promise.all(
    [a, b].map(async (server) => {
      const { body } = await server.inject({
        ...{ url: '/_admin/metrics', headers: { authorization: 'Bearer a-token' } },
      })
      return Number(/^snowglobe_snapshot_age_seconds (\S+)$/m.exec(body)?.[1])
    }),
  )
  for (const age of ages) expect(age).toBeLessThan(30)
})

test('a snapshot that is damaged, or of records that were lost, is left out', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.act(fund('1'))
  await fill(log)
  await expectSnapshots(log, 1)
  await a.act(fund('2'))
  await damage('snapshot/')
  const warnings: string[] = []
  const warned = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', warned)
  const b = await open({ replica: 'b' })
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^the snapshot at position \d+ is left out: /)])
  process.off('warning', warned)
  expect(await balanceAt(b)).toBe(3)
  await expectEqual([a, b])
})

test('snapshots share what has not changed, and stay few parts', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.worlds.create('unchanged', { from: 'default' })
  const deltas = () => log.partNames('delta/')
  const counts: number[] = []
  for (let round = 0; round < 19; round++) {
    await a.act(fund('1'))
    const before = (await snapshotsOf(log)).at(-1)
    await log.append({ world: 'default', do: 'snapshot' })
    await expect
      .poll(async () => (await snapshotsOf(log)).at(-1), { timeout: 20_000 })
      .not.toBe(before)
    counts.push((await deltas()).length)
  }
  // Each adds one, until two are merged for each that comes.
  expect(counts.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  // A snapshot is there before it has removed and merged earlier ones.
  await expectSnapshots(log, 3)
  await expect.poll(async () => (await deltas()).length, { timeout: 20_000 }).toBeLessThan(19)
  await compactBefore(log)
  await a.act(fund('2'))
  const b = await open({ replica: 'b' })
  expect(await balanceAt(b)).toBe(21)
  await expectEqual([a, b])
  await b.act(fund('4'))
  await expectEqual([a, b])
})

test('what snapshots share is stored again when it is damaged', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.act(fund('1'))
  await fill(log)
  await expectSnapshots(log, 1)
  await a.act(fund('2'))
  await fill(log)
  await expectSnapshots(log, 2)
  await damage('delta/')
  const before = (await snapshotsOf(log)).at(-1)
  await compactBefore(log)
  await expect(open({ replica: 'b' })).rejects.toThrow('no snapshot fits this version')
  await expect
    .poll(async () => (await snapshotsOf(log)).at(-1), { timeout: 20_000 })
    .not.toBe(before)
  const c = await open({ replica: 'c' })
  expect(await balanceAt(c)).toBe(3)
  await expectEqual([a, c])
})

test('a replica beyond a lost tail begins again from a snapshot on the chain', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const log = await openLog()
  await a.act(fund('1'))
  await fill(log)
  await expectSnapshots(log, 1)
  await compactBefore(log)
  await a.act(fund('2'))
  await b.act(fund('4'))
  const { position } = await log.head()
  await postgres.query('DELETE FROM snowglobe_record WHERE sandbox = $1 AND position = $2', [
    ...[replicas.sandbox, position],
  ])
  await postgres.query(
    `UPDATE snowglobe_sandbox SET position = $2, chain =
       (SELECT chain FROM snowglobe_record WHERE sandbox = $1 AND position = $2) WHERE name = $1`,
    [replicas.sandbox, position - 1],
  )
  await a.act(fund('8')).catch(() => {})
  // Meanwhile they refuse requests. The change that was lost is gone, and the next one may be.
  const balances = () => Promise.all([a, b].map((server) => balanceAt(server).catch(() => -1)))
  await expect
    .poll(async () =>
      [
        [3, 3],
        [11, 11],
      ]
        .map(String)
        .includes(String(await balances())),
    )
    .toBe(true)
  await expectEqual([a, b])
})

test('a replica that differs at a mark begins again, and the second time it halts', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.act(fund('1'))
  const of = { position: 1, atMs: 1 }
  await log.append({ world: '', do: 'mark', of, digest: 'f'.repeat(32) })
  await expect
    .poll(async () => (await a.inject({ url: '/_admin/ready' })).json().reason)
    .toMatch(/record 3 cannot be applied: .* their digests are [0-9a-f]{32} and f{32}/)
  expect((await a.inject({ url: '/v1/chains' })).statusCode).toBe(503)
})

test('a start without the first records and without a snapshot is refused', async () => {
  const a = await open({ replica: 'a' })
  const log = await openLog()
  await a.act(fund('1'))
  await a.close()
  await log.compact(2)
  await expect(open({ replica: 'b' })).rejects.toThrow(
    'the shared log no longer has its first records, and no snapshot fits this version',
  )
})

test('a replica with a folder begins with the state that it left there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'snowglobe-replica-'))
  const log = await openLog()
  const a = await open({ replica: 'a', dataDir })
  await a.act([fund('1'), fund('2')])
  await a.snapshots.save('early')
  await a.worlds.create('other', { from: 'default' })
  await a.in('other').act(fund('4'))
  await expect(open({ replica: 'b', dataDir })).rejects.toThrow('in use by another process')
  await a.close()
  const place = await log.head()
  const c = await open({ replica: 'c' })
  await c.act(fund('8'))
  // Nothing but that state leads to the head now.
  await log.compact(place.position - 1)
  const b = await open({ replica: 'b', dataDir })
  await expectEqual([b, c])
  expect(await balanceAt(b)).toBe(11)
  const [ofB, ofC] = [await b.in('other').world(), await c.in('other').world()]
  expect(ofB).toMatchObject({ head: 2, fingerprint: ofC.fingerprint })
  await b.snapshots.restore('early')
  await expectEqual([b, c])
  await b.close()

  // One that was damaged is left out: a snapshot is older, but whole.
  await fill(log)
  await expectSnapshots(log, 1)
  const d = await open({ replica: 'd', dataDir })
  await d.act(fund('16'))
  await d.close()
  appendFileSync(join(dataDir, 'replica/default/world.sqlite'), 'x')
  const warnings: string[] = []
  const warned = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', warned)
  const e = await open({ replica: 'e', dataDir })
  await expectEqual([c, e])
  expect(warnings).toEqual([expect.stringContaining('world.sqlite has changed')])
  process.off('warning', warned)
  await e.close()
  rmSync(dataDir, { recursive: true })
})

test('a state in a folder that the log has lost is left out', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'snowglobe-replica-'))
  const a = await open({ replica: 'a', dataDir })
  await a.act(fund('1'))
  await a.close()
  await postgres.query('DELETE FROM snowglobe_record WHERE sandbox = $1 AND position = 2', [
    replicas.sandbox,
  ])
  await postgres.query(
    `UPDATE snowglobe_sandbox SET (position, chain, at_ms) =
       (SELECT position, chain, at_ms FROM snowglobe_record WHERE sandbox = $1 AND position = 1)
     WHERE name = $1`,
    [replicas.sandbox],
  )
  const b = await open({ replica: 'b' })
  await b.act(fund('2'))
  const c = await open({ replica: 'c', dataDir })
  expect(await balanceAt(c)).toBe(2)
  await expectEqual([b, c])
  await c.close()
  rmSync(dataDir, { recursive: true })
})
