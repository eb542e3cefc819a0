import { afterEach, expect, test } from 'vitest'
import { getJson, putJson } from '../../src/shared-log/large-bodies.ts'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import type { SharedLog } from '../../src/shared-log/shared-log.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { receive } from '../../src/testing/receiver.ts'
import { ewoq } from '../data/evm/support/chains.ts'
import { startCommand, stopCommands } from '../support/command.ts'
import { expectEqual, fund, startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open } = replicas

let logs: SharedLog[] = []
afterEach(async () => {
  await stopCommands()
  await Promise.all(logs.map((log) => log.close()))
  logs = []
})

async function openLog(): Promise<SharedLog> {
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox })
  logs.push(log)
  return log
}

const snapshotsOf = (log: SharedLog) => log.partNames('snapshot/')

const migrate = (...more: string[]) =>
  startCommand([
    ...['migrate', '--shared-log', postgres.url, '--sandbox', replicas.sandbox],
    ...['--size', 'small', ...more],
  ]).ended

/** Requests a snapshot of the sandbox, and returns its name when it is stored. */
async function snapshotNow(log: SharedLog): Promise<string> {
  const before = (await snapshotsOf(log)).length
  await log.append({ world: 'default', do: 'snapshot' })
  await expect
    .poll(async () => (await snapshotsOf(log)).length, { timeout: 10_000 })
    .toBe(before + 1)
  return (await snapshotsOf(log)).at(-1) ?? ''
}

/**
 * Makes a log and its snapshot look as if the version before this one had written them, when no
 * replica is live.
 * @returns the version of this program
 */
async function makeOlder(log: SharedLog, name: string): Promise<string> {
  const [, version = '', position] = name.split('/')
  const [generator, format] = version.split('.').map(Number)
  const older = `${Number(generator) - 1}.${format}`
  // A replica without work may have made another one.
  const later = await snapshotsOf(log)
  await log.removeParts(later.filter((each) => each > name))
  const list = name.replace('snapshot/', 'databases/')
  const stored = JSON.stringify(await getJson(log, list))
  await putJson(log, list, JSON.parse(stored.replaceAll(`"delta/${version}/`, `"delta/${older}/`)))
  await postgres.query(
    `UPDATE snowglobe_body SET name = replace(name, '/' || $1 || '/', '/' || $2 || '/')
     WHERE name = ANY($3) OR name LIKE 'delta/%'`,
    [version, older, [name, list]],
  )
  await log.compact(Number(position) - 1)
  return version
}

const stateOf = async (server: Snowglobe) => {
  const worlds = [server, server.in('other'), server.in('empty')]
  return {
    states: await Promise.all(
      worlds.map(async (one) => {
        const { head, now, fingerprint, seed, size } = await one.world()
        return { head, now, fingerprint, seed, size }
      }),
    ),
    exports: await Promise.all(worlds.map((one) => one.export())),
    worlds: (await server.worlds.list()).worlds.map(({ name, declared }) => ({ name, declared })),
    snapshots: await server.snapshots.list(),
    faults: await server.faults.list(),
    webhooks: await server.webhooks.list(),
    clock: await server.clock.get(),
    shown: (
      await server.inject({
        url: '/v1/chains/43114/blocks',
        headers: { 'x-snowglobe-world': 'other' },
      })
    ).json(),
  }
}

test('a sandbox is migrated to a later version, with all that its replicas share', async () => {
  const receiver = await receive()
  receiver.answer(500)
  const a = await open({ replica: 'a' })
  await a.act([fund('1'), fund('2')])
  await a.snapshots.save('early')
  await a.clock.advance('2h')
  await a.worlds.create('other', { from: 'default' })
  await a.in('other').act(fund('4'))
  await a.worlds.create('empty', { size: 'empty', seed: 'another' })
  await a.faults.add({ id: 'rule', match: { path: '/v1/chains' }, respond: { status: 502 } })
  const webhook = { eventType: 'address_activity', url: receiver.url, chainId: '43114' }
  await a.inject({
    ...{ method: 'POST', url: '/v1/webhooks' },
    payload: { ...webhook, metadata: { addresses: [ewoq] } },
  })
  await a.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })
  await a.deliveries.settle()
  await a.in('other').scenarios.set('indexer-lag', { blocks: 1 })
  await a.in('other').act(fund('16'))
  const before = await stateOf(a)
  const log = await openLog()
  const name = await snapshotNow(log)
  // What follows the snapshot is applied by the later version.
  const last = fund('8')
  await a.act(last)
  await a.close()
  const version = await makeOlder(log, name)
  // What an even earlier version and a migration that was killed have left behind.
  for (const other of ['1.2', version])
    await log.putParts(`snapshot/${other}/000000000000002/0/none`, [])

  const warnings: string[] = []
  const warned = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', warned)
  let hasStarted = false
  const starting = open({ replica: 'b' }).then((server) => {
    hasStarted = true
    return server
  })
  await expect
    .poll(() => warnings)
    .toEqual([
      `the sandbox ${replicas.sandbox} has an earlier version than this release; waiting for snowglobe migrate --shared-log`,
    ])
  process.off('warning', warned)

  expect(await migrate('--seed', 'another')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('seed'),
  })
  expect(hasStarted).toBe(false)
  const migrated = await migrate()
  expect(migrated).toMatchObject({ code: 0, stderr: '' })
  expect(migrated.stdout).toMatch(/^default is migrated to generator version \d+$/m)
  expect(migrated.stdout).toMatch(/^other is migrated to generator version \d+$/m)
  expect(migrated.stdout).toContain(`the sandbox has version ${version} from position `)
  const nothing = {
    code: 0,
    stdout: `nothing to do: the sandbox has version ${version} already\n`,
  }
  await (await starting).close()
  expect(await migrate()).toMatchObject(nothing)
  const b = await open({ replica: 'b' })
  const c = await open({ replica: 'c' })
  expect(await migrate()).toMatchObject(nothing)
  await expectEqual([b, c])
  const [entry] = (await b.export()).log.slice(-1)
  expect(entry).toMatchObject({ do: 'act', actions: [last] })
  await b.snapshots.save('late')
  const after = await stateOf(c)
  expect(after.states.slice(1)).toEqual(before.states.slice(1))
  expect(after.exports.slice(1)).toEqual(before.exports.slice(1))
  expect(after.exports[0]?.log.slice(0, -1)).toEqual(before.exports[0]?.log)
  expect(after.worlds).toEqual(before.worlds)
  expect(after.faults).toEqual(before.faults)
  expect(after.shown).toEqual(before.shown)
  expect(after.webhooks).toEqual(before.webhooks)
  await c.snapshots.restore('early')
  expect((await b.world()).head).toBe(1)
  await receiver.close()

  // The first snapshot of this version removes those of the earlier one.
  await snapshotNow(log).catch(() => {})
  const bodies = async () => [
    ...(await snapshotsOf(log)),
    ...(await log.partNames('databases/')),
    ...(await log.partNames('delta/')),
  ]
  await expect
    .poll(async () => (await bodies()).every((name) => name.split('/')[1] === version), {
      timeout: 60_000,
    })
    .toBe(true)
})

test('a log of an earlier version without a snapshot or a replica cannot be migrated', async () => {
  const log = await openLog()
  await log.append({ world: 'default', do: 'begin', generatorVersion: 1, format: 2 })
  expect(await migrate()).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('start a replica of the release that wrote it'),
  })
  expect((await log.head()).position).toBe(1)
})

test('a replica ends with exit code 4 when the sandbox becomes one of another version', async () => {
  const server = startCommand(
    [
      ...['start', '--shared-log', postgres.url, '--sandbox', replicas.sandbox],
      ...['--replica', 'a', '--size', 'small', '--port', '0'],
    ],
    { env: { SNOWGLOBE_ADMIN_TOKEN: 'a-token' } },
  )
  await expect.poll(() => server.stdout(), { timeout: 20_000 }).toContain('snowglobe ready')
  const log = await openLog()
  await log.append({ world: 'default', do: 'switch', to: '999.2' })
  const ended = await server.ended
  expect(ended.code).toBe(4)
  expect(ended.stderr).toContain('the sandbox was migrated to version 999.2 at position 2')
  const again = startCommand(
    [
      ...['start', '--shared-log', postgres.url, '--sandbox', replicas.sandbox],
      ...['--replica', 'a', '--size', 'small', '--port', '0'],
    ],
    { env: { SNOWGLOBE_ADMIN_TOKEN: 'a-token' } },
  )
  expect((await again.ended).code).toBe(4)
})
