import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delegator } from '../../../../schemas/data/staking.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  ewoq,
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  unknownAddress,
  wholeList,
  withQuery,
} from '../lists.ts'

let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const path = (network: string) => `/v1/networks/${network}/delegators`
const list = (url: string) => wholeList<Delegator>(server, url, 'delegators')

test.each(networks)('%s: the delegations of ewoq, by start', async (network) => {
  const { status, body } = await get(
    server,
    withQuery(path(network), { rewardAddresses: ewoq[network] }),
  )
  expect(status).toBe(200)
  const { delegators } = body as { delegators: Delegator[] }
  expect(delegators.length).toBeGreaterThan(0)
  for (const { rewardAddresses } of delegators) expect(rewardAddresses).toContain(ewoq[network])
  const starts = delegators.map(({ startTimestamp }) => startTimestamp)
  expect(starts).toEqual([...starts].sort((a, b) => b - a))
})

test.each(networks)('%s: pages have every item once and asc is the reverse', async (network) => {
  await expectPagesToAddUp(server, path(network), 'delegators')
  await expectPagesToAddUp(
    server,
    withQuery(path(network), { delegationStatus: 'completed' }),
    'delegators',
  )
})

test.each(networks)('%s: every filter is its predicate over the list', async (network) => {
  const all = await list(path(network))
  const addresses = [...new Set(all.flatMap(({ rewardAddresses }) => rewardAddresses))]
  const nodes = [...new Set(all.map(({ nodeId }) => nodeId))]
  const some = (values: string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }))
  const filter = fc.record({
    addresses: some(addresses),
    nodes: some([...nodes, 'NodeID-111111111111111111116DBWJs']),
    status: fc.option(fc.constantFrom('completed', 'active', 'pending')),
    sortOrder: fc.constantFrom('asc', 'desc'),
    pageSize: fc.constantFrom(2, 100),
  })
  await fc.assert(
    fc.asyncProperty(filter, async ({ addresses, nodes, status, sortOrder, pageSize }) => {
      const expected = all.filter(
        ({ rewardAddresses, nodeId, delegationStatus }) =>
          (addresses === null || addresses.some((each) => rewardAddresses.includes(each))) &&
          (nodes === null || nodes.includes(nodeId)) &&
          (status === null || status === delegationStatus),
      )
      const found = await list(
        withQuery(path(network), {
          rewardAddresses: addresses?.map((address) => `P-${address}`).join(),
          nodeIds: nodes?.join(),
          delegationStatus: status ?? undefined,
          sortOrder,
          pageSize,
        }),
      )
      expect(sortOrder === 'asc' ? found.reverse() : found).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test.each(networks)(
  '%s: every delegation is a transaction that delegates to the primary network',
  async (network) => {
    const delegations = new Map(
      (
        await wholeList<PrimaryNetworkTransaction>(
          server,
          `/v1/networks/${network}/blockchains/p-chain/transactions`,
          'transactions',
        )
      )
        .filter(({ txType }) => /^Add(Permissionless)?DelegatorTx$/.test(txType))
        .filter(({ subnetId }) => subnetId === '11111111111111111111111111111111LpoYY')
        .map((transaction) => [transaction.txHash, transaction]),
    )
    const all = await list(path(network))
    expect(all.length).toBe(delegations.size)
    for (const delegator of all) {
      const transaction = delegations.get(delegator.txHash)
      expect(transaction).toMatchObject({
        nodeId: delegator.nodeId,
        startTimestamp: delegator.startTimestamp,
        endTimestamp: delegator.endTimestamp,
        rewardAddresses: delegator.rewardAddresses,
        amountStaked: [{ amount: delegator.amountDelegated }],
      })
      expect(BigInt(delegator.netReward)).toBeLessThanOrEqual(BigInt(delegator.grossReward))
      expect([delegator.estimatedGrossReward, delegator.estimatedNetReward]).toEqual([
        delegator.grossReward,
        delegator.netReward,
      ])
    }
  },
)

test('the status follows the clock: pending, from the start active, from the end completed', async () => {
  const url = withQuery(path('mainnet'), { delegationStatus: 'pending' })
  const pending = (await list(url)).at(-1)
  if (!pending) throw new Error('the world has no pending delegation')
  const statusNow = async () =>
    (await list(path('mainnet'))).find(({ txHash }) => txHash === pending.txHash)?.delegationStatus
  const goTo = (seconds: number) => server.clock.advanceTo(new Date(seconds * 1000).toISOString())
  await server.clock.set({ pace: 'off' })
  try {
    await goTo(pending.startTimestamp - 1)
    expect(await statusNow()).toBe('pending')
    await goTo(pending.startTimestamp)
    expect(await statusNow()).toBe('active')
    expect(await list(url)).not.toContainEqual(expect.objectContaining({ txHash: pending.txHash }))
    await goTo(pending.endTimestamp - 1)
    expect(await statusNow()).toBe('active')
    await goTo(pending.endTimestamp)
    expect(await statusNow()).toBe('completed')
  } finally {
    await server.reset()
  }
})

test.each(networks)('%s: delegations of every status occur', async (network) => {
  const statuses = (await list(path(network))).map(({ delegationStatus }) => delegationStatus)
  expect(new Set(statuses)).toEqual(new Set(['completed', 'active', 'pending']))
})

test('testnet is fuji, also for a page that goes on', () =>
  expectTestnetToBeFuji(server, `${path('fuji')}?pageSize=2`))

test('filters that match nothing give an empty list', async () => {
  const missing = withQuery(path('mainnet'), { rewardAddresses: unknownAddress })
  expect((await get(server, missing)).body).toEqual({ delegators: [] })
})

test('addresses and node ids of another form are refused', async () => {
  const node = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
  const requests = [
    { rewardAddresses: ewoq.fuji },
    { rewardAddresses: ewoq.evm },
    { rewardAddresses: Array(65).fill(ewoq.mainnet).join() },
    { nodeIds: `${node},node` },
    { nodeIds: Array(65).fill(node).join() },
    { delegationStatus: 'removed' },
  ].map((query) => refusal(server, withQuery(path('mainnet'), query)))
  expect(await Promise.all(requests)).toMatchInlineSnapshot(`
    [
      "400 rewardAddresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t"",
      "400 rewardAddresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"",
      "400 rewardAddresses must hold at most 64 entries, not 65",
      "400 nodeIds must hold ids of the form NodeID-<hash>, not "node"",
      "400 nodeIds must hold at most 64 entries, not 65",
      "400 delegationStatus must be one of completed, active, pending, not "removed"",
    ]
  `)
})
