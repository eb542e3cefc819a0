import { expect, test } from 'vitest'
import type { NewFaultRule } from '../../../schemas/control/faults.ts'
import { through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { blocks, faultyServer, rpc } from './support.ts'

const { server, statusOf } = faultyServer()

test.each(transports)(
  'a rule acts on what it matches, and the first that acts ends the search, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const cases: [NonNullable<NewFaultRule['match']>, string[], string[]][] = [
      [{ interface: 'metrics' }, ['/v1/avg_tps/43114'], [blocks]],
      [{ operation: 'listEvmBlocks' }, [blocks], ['/v1/chains']],
      [{ method: 'get' }, [blocks], []],
      [{ method: 'POST' }, [], [blocks]],
      [{ path: '/v1/chains/*/blocks' }, [blocks, '/v1/chains/43113/blocks'], ['/v1/chains']],
      [{ path: '/v1/**' }, [blocks, '/v1/chains', '/v1/nothing/at/all'], ['/other']],
      [{ path: '/v1/{chains,icm/*}' }, ['/v1/chains', '/v1/icm/messages'], [blocks]],
      [
        { network: 'fuji' },
        [
          '/v1/chains/43113/blocks',
          '/v1/networks/testnet/subnets',
          '/v1/networks/fuji/subnets',
          '/v1/chains?network=testnet',
        ],
        [blocks, '/v1/networks/mainnet/subnets', '/v1/chains'],
      ],
      [{ network: 'mainnet', operation: 'listEvmBlocks' }, [blocks], ['/v1/chains/43113/blocks']],
      [
        { network: 'mainnet' },
        ['/v2/chains/mainnet/metrics/txCount?timeInterval=day'],
        ['/v2/chains/testnet/metrics/txCount?timeInterval=day'],
      ],
    ]
    for (const [match, matching, pass] of cases) {
      await faults.set('it', { match, respond: { status: 500 } })
      for (const path of matching)
        expect([match, path, await statusOf(path)]).toEqual([match, path, 500])
      for (const path of pass)
        expect([match, path, await statusOf(path)]).not.toEqual([match, path, 500])
    }
    await faults.set('it', { match: { key: 'ours' }, respond: { status: 500 } })
    expect(await statusOf(blocks, { 'x-glacier-api-key': 'ours' })).toBe(500)
    expect(await statusOf(`${blocks}&rltoken=ours`)).toBe(500)
    expect(await statusOf(blocks, { 'x-glacier-api-key': 'theirs' })).toBe(200)
    await faults.clear()
    await faults.add([
      { match: { path: '/v1/chains' }, respond: { status: 404 } },
      { match: { interface: 'data' }, respond: { status: 502 } },
      { respond: { status: 503 } },
    ])
    expect(
      await Promise.all(['/v1/chains', blocks, '/v1/avg_tps/43114'].map((path) => statusOf(path))),
    ).toEqual([404, 502, 503])
  },
)

test.each(transports)(
  'methods of the node are matched by their names, and their calls are limited as before, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.add({ match: { operation: 'info.peers' }, respond: { status: 502 } })
    expect((await send(server().url, rpc('info.peers'))).status).toBe(502)
    expect((await send(server().url, rpc('info.getNetworkID'))).status).toBe(200)
    expect(
      (await send(server().url, rpc('index.getLastAccepted', '/ext/index/P/block'))).status,
    ).toBe(200)
    expect((await send(server().url, { path: '/ext/info' })).status).toBe(405)
    await faults.set('index', { match: { interface: 'index' }, respond: { status: 503 } })
    expect(
      (await send(server().url, rpc('index.getLastAccepted', '/ext/index/P/block'))).status,
    ).toBe(503)
    expect((await send(server().url, rpc('info.getNetworkID'))).status).toBe(200)
  },
)

test.each(transports)(
  'after lets requests go, times counts exactly, also of 64 at once, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.add({ after: 3, times: 2, respond: { status: 503 } })
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push(await statusOf(blocks))
    expect(statuses).toEqual([200, 200, 200, 503, 503, 200, 200, 200])
    await faults.set('rule-1', { times: 2, respond: { status: 503 } })
    const many = await Promise.all(Array.from({ length: 64 }, () => statusOf(blocks)))
    expect(many.filter((status) => status === 503)).toHaveLength(2)
    expect(many.filter((status) => status === 200)).toHaveLength(62)
  },
)

test.each(transports)(
  'questions of browsers are not counted by other rules, unless they name their method, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const preflight = {
      method: 'OPTIONS',
      path: '/v1/chains',
      headers: { origin: 'http://app.example', 'access-control-request-method': 'GET' },
    }
    await faults.add({ times: 1, respond: { status: 503 } })
    expect((await send(server().url, preflight)).status).toBe(204)
    expect(await statusOf('/v1/chains')).toBe(503)
    await faults.set('rule-1', { match: { method: 'OPTIONS' }, respond: { status: 503 } })
    expect((await send(server().url, preflight)).status).toBe(503)
    expect(await statusOf('/v1/chains')).toBe(200)
  },
)
