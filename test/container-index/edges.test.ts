import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateWorld, type PrivateWorld } from '../fields/support/private-world.ts'

let world: PrivateWorld
beforeAll(async () => {
  world = await openPrivateWorld()
})
afterAll(() => world?.close())

const url = '/ext/index/P/block'
const call = (method: string, params: Record<string, unknown>, dialect: 'documented' | 'live') =>
  world.ask({ of: `index.${method}`, params: { encoding: 'hex', ...params } }, dialect, url)

test.each(['documented', 'live'] as const)('an index without containers says so (%s)', (dialect) =>
  world.tentatively(async () => {
    world.run("DELETE FROM container WHERE chain = 'P'", {})
    for (const [method, params] of [
      ['getLastAccepted', {}],
      ['getContainerRange', { startIndex: 0, numToFetch: 1 }],
    ] as const)
      await expect(call(method, params, dialect)).rejects.toThrow(
        'no containers have been accepted',
      )
    await expect(call('getContainerByIndex', { index: 0 }, dialect)).rejects.toThrow(
      'no container at index 0',
    )
  }),
)

test('a range may begin at the last container and not behind it', () =>
  world.tentatively(async () => {
    world.run("DELETE FROM container WHERE chain = 'P' AND position > 3", {})
    const range = (startIndex: number, numToFetch: number) =>
      call('getContainerRange', { startIndex, numToFetch }, 'documented')
    expect(await range(3, 1)).toMatchObject([{ index: '3' }])
    expect(await range(2, 1_024)).toMatchObject([{ index: '2' }, { index: '3' }])
    await expect(range(4, 1)).rejects.toThrow(/start index \(4\) .* last accepted index \(3\)/)
    await expect(range(0, 1_025)).rejects.toThrow('numToFetch must be in [0,1024] but is 1025')
    await expect(call('getContainerByIndex', { index: 4 }, 'documented')).rejects.toThrow(
      'no container at index 4',
    )
    for (const index of [2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n])
      await expect(call('getContainerByIndex', { index: String(index) }, 'live')).rejects.toThrow(
        `no container at index ${index}`,
      )
  }))

test('in the live dialect a range has one container at least', async () => {
  const range = (params: object) => call('getContainerRange', { startIndex: 5, ...params }, 'live')
  await expect(range({ numToFetch: 0 })).rejects.toThrow('numToFetch must be in [1,1024] but is 0')
  expect(await range({ endIndex: 5 })).toMatchObject({ containers: [{ index: '5' }] })
  expect(await range({ endIndex: 6 })).toMatchObject({
    containers: [{ index: '5' }, { index: '6' }],
  })
  for (const endIndex of [4, 3, 0])
    await expect(range({ endIndex })).rejects.toThrow('numToFetch must be in [1,1024] but is 0')
  expect(await range({ endIndex: 9, numToFetch: 1 })).toMatchObject({
    containers: [{ index: '5' }],
  })
})

test.each(['mainnet', 'fuji'] as const)(
  'in the live dialect the index of X-chain transactions of %s ends with the vertices',
  async (nodeNetwork) => {
    const { last } = world.pick(
      `SELECT count(*) - 1 AS last FROM primary_transaction AS tx JOIN vertex
       ON vertex.network = tx.network AND vertex_id = block_id
       WHERE tx.network = '${nodeNetwork}' AND tx.chain = 'X'`,
      {},
    )
    const ask = (method: string, params: Record<string, unknown>) =>
      world.ask({ of: `index.${method}`, nodeNetwork, params }, 'live', '/ext/index/X/tx')
    expect(await ask('getLastAccepted', { encoding: 'hex' })).toMatchObject({ index: String(last) })
    await expect(ask('getContainerByIndex', { index: Number(last) + 1 })).rejects.toThrow(
      `no container at index ${Number(last) + 1}`,
    )
  },
)
