import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.close())

const headers = { authorization: 'Bearer a-token' }

const open = (replica: string): Promise<Snowglobe> =>
  createSnowglobe({
    ...{ size: 'small', port: 0, logLevel: 'silent', adminToken: 'a-token' },
    ...{ sharedLog: postgres.url, sandbox: 'of operations', replica },
  })

let servers = [await open('a'), await open('b')]
afterAll(() => Promise.all(servers.map((server) => server.close())))
afterEach(() => void vi.restoreAllMocks())

const fund = (server: Snowglobe | undefined, amount: string) =>
  server?.act({ do: 'fund', chain: 'C', to: '0x00000000000000000000000000000000000a11ce', amount })

const withLog = async <Result>(
  work: (log: Awaited<ReturnType<typeof openPostgresLog>>) => Result,
) => {
  const log = await openPostgresLog({ url: postgres.url, sandbox: 'of operations' })
  const result = await work(log)
  await log.close()
  return result
}

/** Values of the metrics of a server, by their lines without the value. */
async function metricsOf(server: Snowglobe | undefined): Promise<Map<string, number>> {
  const response = await server?.inject({ url: '/_admin/metrics', headers })
  const lines = (response?.body ?? '').split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

/** Runs a command of the log. @returns its exit code, standard output and standard error */
async function command(...words: string[]) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((part, ...rest: unknown[]) => {
      texts[name] += part
      const written = rest.at(-1)
      if (typeof written === 'function') written()
      return true
    })
  const place = ['--shared-log', postgres.url, '--sandbox', 'of operations']
  const code = await run(['log', ...place, ...words], {})
  vi.restoreAllMocks()
  return { code, ...texts }
}

test('the state of a world names replica, position, head and the live ones', async () => {
  const began = Date.now()
  await fund(servers[0], '1')
  await expect
    .poll(async () => (await servers[1]?.world())?.replica)
    .toEqual({
      ...{ name: 'b', position: 2, head: 2, engine: 'up', since: expect.any(String) },
      live: ['a', 'b'].map((name) => ({ name, position: 2, version: expect.any(String) })),
    })
  const since = Date.parse((await servers[1]?.world())?.replica?.since ?? '')
  expect(since).toBeLessThanOrEqual(began)
  expect(since).toBeGreaterThan(began - 600_000)
  const ready = await servers[1]?.inject({ url: '/_admin/ready' })
  expect([ready?.statusCode, ready?.json()]).toEqual([200, { status: 'ok', position: 2 }])
})

test('a server by itself has no replica, position or metrics of a log', async () => {
  const alone = await createSnowglobe({ size: 'small', port: 0, logLevel: 'silent' })
  expect(await alone.world()).not.toHaveProperty('replica')
  expect((await alone.inject({ url: '/_admin/ready' })).json()).toEqual({ status: 'ok' })
  const names = [...(await metricsOf(alone)).keys()]
  expect(names).toContain('snowglobe_world_head{world="default"}')
  expect(names.filter((name) => /snowglobe_(log|engine|replicas|stale|halted)/.test(name))).toEqual(
    [],
  )
  await alone.close()
})

test('metrics count appends, applied and refused records, and the live replicas', async () => {
  const before = await metricsOf(servers[1])
  await fund(servers[0], '2')
  await servers[0]?.snapshots.save('of-operations')
  await expect(servers[0]?.snapshots.save('of-operations')).rejects.toMatchObject({
    code: 'conflict',
  })
  const [a, b] = [await metricsOf(servers[0]), await metricsOf(servers[1])]
  const position = (before.get('snowglobe_log_position') ?? 0) + 3
  for (const metrics of [a, b])
    expect(Object.fromEntries(metrics)).toMatchObject({
      snowglobe_log_position: position,
      snowglobe_log_head: position,
      snowglobe_log_lag_seconds: 0,
      snowglobe_log_refused_total: 1,
      snowglobe_log_unknown_total: 0,
      snowglobe_engine_up: 1,
      snowglobe_replicas_live: 2,
      snowglobe_stale_answers_total: 0,
      snowglobe_halted: 0,
    })
  const applied = 'snowglobe_log_apply_seconds_count'
  expect((b.get(applied) ?? 0) - (before.get(applied) ?? 0)).toBe(3)
  expect(b.get('snowglobe_log_apply_seconds_sum')).toBeGreaterThan(0)
  // The one of them that began the log has appended one more; the other one has lost that.
  const appended = 'snowglobe_log_append_seconds_count'
  expect((a.get(appended) ?? 0) - (b.get(appended) ?? 0)).toBe(4)
  expect(a.get('snowglobe_log_lost_total')).toBe(0)
  expect(b.get('snowglobe_log_lost_total')).toBe(1)
})

test('log show prints the head with the live replicas, and a record', async () => {
  const head = await withLog((log) => log.head())
  const { code, stdout } = await command('show')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    position: head.position,
    chain: head.chain,
    live: [{ name: 'a' }, { name: 'b' }],
  })
  const record = JSON.parse((await command('show', '2')).stdout)
  expect(record).toMatchObject({
    position: 2,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    chain: expect.stringMatching(/^[0-9a-f]{64}$/),
    record: { world: 'default', do: 'act' },
  })
  expect(await command('show', '999')).toMatchObject({
    code: 4,
    stderr: `snowglobe: the log has no record 999; its head is ${head.position}\n`,
  })
})

test('log skip takes out a record at which all replicas halt, and no other', async () => {
  expect(await command('skip', '2')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('record 2 is applied by a, b'),
  })
  expect(await command('skip', '1')).toMatchObject({ code: 4 })
  const bad = await withLog((log) => log.append({ world: 'default', do: 'levitate' }))
  const position = bad === 'lost' ? 0 : bad.position
  const reason = `record ${position} cannot be applied: the log has records of the kind levitate, which this release does not know; update this replica`
  for (const server of servers) {
    await expect
      .poll(async () => (await server.inject({ url: '/_admin/ready' })).json())
      .toEqual({ status: 'error', reason, position: position - 1 })
    expect((await server.inject({ url: '/_admin/ready' })).statusCode).toBe(503)
    expect((await server.inject({ url: '/_admin/live' })).statusCode).toBe(200)
    expect((await server.inject({ url: '/v1/chains' })).statusCode).toBe(503)
  }
  await expect.poll(async () => JSON.parse((await command('show')).stdout).live).toEqual([])
  expect(await command('skip', `${position}`)).toMatchObject({
    code: 0,
    stdout: `record ${position} is skipped: restart all replicas\n`,
  })
  await Promise.all(servers.map((server) => server.close()))
  servers = [await open('a'), await open('b')]
  await fund(servers[0], '4')
  const [a, b] = await Promise.all(servers.map((server) => server.world()))
  expect(a?.head).toBe(3)
  expect(b).toMatchObject({ head: 3, fingerprint: a?.fingerprint })
  expect(b?.replica?.position).toBe(position + 2)
})

test('a replica that has applied a record which others skipped halts, and a start leaves it out', async () => {
  const of = await withLog(async (log) => {
    const { position } = await log.head()
    const { records } = await log.read(position - 1, 1)
    const of = { position, chain: records[0]?.chain }
    await log.putParts(`skip/${position}/${of.chain}`, [])
    await log.append({ world: 'default', do: 'skip', of })
    return of
  })
  await expect
    .poll(async () => (await servers[0]?.inject({ url: '/_admin/ready' }))?.json().reason)
    .toContain(`record ${of.position} was applied here, and others have skipped it`)
  await Promise.all(servers.map((server) => server.close()))
  servers = [await open('a'), await open('b')]
  for (const server of servers) expect((await server.world()).head).toBe(2)
})

test('log show lists the snapshots, and names the records that were removed after them', async () => {
  await withLog(async (log) => {
    for (let number = 0; number < 1_000; number++)
      await log.append({ world: 'default', do: 'wait' })
  })
  const shown = async () => JSON.parse((await command('show')).stdout)
  await expect.poll(async () => (await shown()).snapshots.length).toBe(1)
  const { snapshots } = await shown()
  expect(snapshots).toEqual([{ position: expect.any(Number), at: expect.stringMatching(/Z$/) }])
  await withLog((log) => log.compact(1))
  expect(await command('show', '1')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(
      'the log no longer has record 1: those up to 1 were removed after snapshots',
    ),
  })
})

test('log schema prints SQL that makes a role which can hold logs and nothing else', async () => {
  const url = new URL(postgres.url)
  url.username = 'a "role"'
  const { code, stdout } = await command('schema', '--shared-log', url.href)
  expect(code).toBe(0)
  await postgres.query(stdout)
  const log = await openPostgresLog({ url: url.href, sandbox: 's' })
  expect(await log.append({ world: 'default', do: 'act' })).toMatchObject({ position: 1 })
  await log.close()
  const rows = await postgres.query(
    `SELECT tableowner, schemaname, count(*)::integer AS tables FROM pg_tables
     WHERE tablename LIKE 'snowglobe_%' AND schemaname <> 'public' GROUP BY 1, 2`,
  )
  expect(rows).toEqual([{ tableowner: 'a "role"', schemaname: 'a "role"', tables: 9 }])
  expect(
    await postgres.query(
      'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = $1',
      ['a "role"'],
    ),
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
})
