import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { EngineAwayError } from '../../src/shared-log/errors.ts'
import { Connections } from '../../src/shared-log/postgres/connections.ts'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import { completeBody, insertPart } from '../../src/shared-log/postgres/statements.ts'
import { testConformance } from '../shared-log/conformance.ts'
import { startPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.close())

testConformance({
  open: (sandbox) => openPostgresLog({ url: postgres.url, sandbox }),
  async loseTail(sandbox, count) {
    await postgres.query(
      `DELETE FROM snowglobe_record WHERE sandbox = $1 AND position >
         (SELECT position - $2::bigint FROM snowglobe_sandbox WHERE name = $1)`,
      [sandbox, count],
    )
    await postgres.query(
      `UPDATE snowglobe_sandbox SET (position, chain) =
         (SELECT position, chain FROM snowglobe_record WHERE sandbox = $1
          ORDER BY position DESC LIMIT 1)
       WHERE name = $1`,
      [sandbox],
    )
  },
  freeze: async () => postgres.signal('SIGSTOP'),
  thaw: async () => postgres.signal('SIGCONT'),
  async crash() {
    await postgres.kill()
    await postgres.start()
  },
  async dropConnections() {
    await postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'snowglobe'`,
    )
  },
})

test('statements that store a body change nothing when they are repeated', async () => {
  const sandbox = 'repeated'
  const log = await openPostgresLog({ url: postgres.url, sandbox })
  const ids = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`)
  const stored = async () => {
    const parts: Buffer[] = []
    for await (const part of log.getParts('input')) parts.push(part)
    return Buffer.concat(parts).toString()
  }
  for (const id of ids) {
    const bytes = Buffer.from(`body ${id}`)
    const digest = createHash('sha256').update(bytes).digest()
    for (let time = 0; time < 2; time++) await postgres.query(insertPart, [id, 0, sandbox, bytes])
    for (let time = 0; time < 2; time++) {
      await postgres.query(completeBody, [sandbox, 'input', id, 1, digest])
      expect(await stored()).toBe(`body ${id}`)
    }
  }
  const rows = await postgres.query('SELECT id FROM snowglobe_part WHERE sandbox = $1', [sandbox])
  expect(rows).toEqual([{ id: ids[1] }])
  await log.close()
})

test('a connection that breaks during a statement ends the statement, and not the process', async () => {
  const connections = new Connections(pg, { url: postgres.url })
  const running = connections.run('SELECT pg_sleep(1.5)', []).catch((error: unknown) => error)
  // One that is ending is listed for some more time.
  const ended: number[] = []
  const terminate = async () => {
    const found = (await postgres.query(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'snowglobe' AND query LIKE '%pg_sleep%' AND pid <> ALL ($1)`,
      [ended],
    )) as { pid: number }[]
    ended.push(...found.map(({ pid }) => pid))
    return found.length
  }
  // The statement is repeated once.
  for (let time = 0; time < 2; time++)
    await expect.poll(terminate, { interval: 20 }).toBeGreaterThan(0)
  expect(await running).toBeInstanceOf(EngineAwayError)
  await sleep(50)
  expect(await connections.run('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
  await connections.close()
})

test('a body takes the space of one that was removed', async () => {
  const log = await openPostgresLog({ url: postgres.url, sandbox: 'space' })
  const put = async () => {
    await log.putParts(
      'body',
      [1, 2, 3, 4].map(() => randomBytes(1_000_000)),
    )
    const [row] = (await postgres.query(
      `SELECT pg_total_relation_size('snowglobe_part')::float8 AS bytes`,
    )) as [{ bytes: number }]
    return row.bytes
  }
  const once = await put()
  for (let time = 0; time < 4; time++) {
    await log.removeParts(['body'])
    expect(await put()).toBeLessThan(once + 1_000_000)
  }
  await log.close()
})

test('statements go on, once each, where a pooler gives connections away between them', async () => {
  const log = await openPostgresLog({ url: postgres.url, sandbox: 'pooled' })
  const positionOf = async (by: string) => {
    const record = await log.append({ world: 'default', do: 'reset', input: null, by } as never)
    return record === 'lost' ? undefined : record.position
  }
  expect(await positionOf('a/1')).toBe(1)
  // As on another connection, which has not prepared them.
  const query = pg.Client.prototype.query as (this: pg.Client, ...values: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const prepared: unknown[] = []
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { name } = args[0] as { name?: string }
    if (name !== undefined) {
      prepared.push(name)
      void query.call(this, 'DEALLOCATE ALL')
    }
    return query.apply(this, args)
  } as never)
  try {
    expect(await positionOf('a/2')).toBe(2)
    expect(prepared).toHaveLength(1)
    expect(await positionOf('a/3')).toBe(3)
    expect(prepared).toHaveLength(1)
    const texts = (await log.read(0, 9)).records.map(({ text }) => JSON.parse(text).by)
    expect(texts).toEqual(['a/1', 'a/2', 'a/3'])
  } finally {
    spy.mockRestore()
    await log.close()
  }
})
