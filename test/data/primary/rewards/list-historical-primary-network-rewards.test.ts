import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoricalReward, PendingReward } from '../../../../schemas/data/rewards.ts'
import type { Delegator } from '../../../../schemas/data/staking.ts'
import type { ActiveValidator } from '../../../../schemas/data/validators.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  ewoq,
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  type Network,
  networks,
  refusal,
  unknownAddress,
  wholeList,
  withQuery,
} from '../lists.ts'
import { allTransactions, transactionsPath } from '../transactions.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const primaryNetwork = '11111111111111111111111111111111LpoYY'
const now = 1_768_435_200
const paid = (network: string) => `/v1/networks/${network}/rewards`
const pending = (network: string) => `/v1/networks/${network}/rewards:listPending`
const listPaid = (url: string) => wholeList<HistoricalReward>(server, url, 'historicalRewards')
const listPending = (url: string) => wholeList<PendingReward>(server, url, 'pendingRewards')

/** Reward outputs and stakes of the P-chain, as its transactions show them. */
async function readPlatform(network: Network) {
  const transactions = await allTransactions(server, transactionsPath(network, 'p-chain'))
  const stakes = new Map(transactions.map((transaction) => [transaction.txHash, transaction]))
  const rewards = transactions.flatMap(({ txHash, emittedUtxos }) =>
    emittedUtxos
      .filter(({ rewardType }) => rewardType !== undefined)
      .map((output) => ({ output, rewardTxHash: txHash, stake: stakes.get(output.txHash) })),
  )
  const nodeIds = [...new Set(rewards.map(({ stake }) => stake?.nodeId ?? ''))]
  return { rewards, nodeIds }
}

test.each(networks)(
  '%s: paid rewards are the outputs that ends of stakes made',
  async (network) => {
    const { rewards, nodeIds } = await readPlatform(network)
    const all = await listPaid(withQuery(paid(network), { nodeIds: nodeIds.join() }))
    const expected = rewards.map(({ output, rewardTxHash, stake }) => ({
      addresses: output.addresses,
      txHash: output.txHash,
      amountStaked: stake?.amountStaked[0]?.amount,
      nodeId: stake?.nodeId,
      startTimestamp: stake?.blockTimestamp,
      endTimestamp: stake?.endTimestamp,
      rewardType: output.rewardType,
      utxoId: output.utxoId,
      outputIndex: output.outputIndex,
      reward: output.asset,
      rewardTxHash,
    }))
    const byId = (a: { utxoId: string }, b: { utxoId: string }) => (a.utxoId < b.utxoId ? -1 : 1)
    expect(all.toSorted(byId)).toEqual(expected.toSorted(byId))
    expect(new Set(all.map(({ rewardType }) => rewardType))).toEqual(
      new Set(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE']),
    )
    // Newest first.
    const order = rewards.map(({ rewardTxHash }) => rewardTxHash)
    const places = all.map(({ rewardTxHash }) => order.indexOf(rewardTxHash))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)

test.each(networks)('%s: pending rewards are those of running stakes', async (network) => {
  const validators = (await wholeList<ActiveValidator>(
    server,
    `/v1/networks/${network}/validators?validationStatus=active&subnetId=${primaryNetwork}`,
    'validators',
  )) as ActiveValidator[]
  const delegators = await wholeList<Delegator>(
    server,
    `/v1/networks/${network}/delegators?delegationStatus=active`,
    'delegators',
  )
  const nodeIds = validators.map(({ nodeId }) => nodeId).join()
  const all = await listPending(withQuery(pending(network), { nodeIds }))
  const common = (it: ActiveValidator | Delegator, amountStaked: string) => ({
    txHash: it.txHash,
    amountStaked,
    nodeId: it.nodeId,
    startTimestamp: it.startTimestamp,
    endTimestamp: it.endTimestamp,
    progress: (100 * (now - it.startTimestamp)) / (it.endTimestamp - it.startTimestamp),
  })
  const ownersOf = (nodeId: string) =>
    validators.find((it) => it.nodeId === nodeId)?.potentialRewards.rewardAddresses
  const expected = [
    ...validators.map((it) => ({
      ...common(it, it.amountStaked),
      addresses: ownersOf(it.nodeId),
      rewardType: 'VALIDATOR',
      amount: it.potentialRewards.validationRewardAmount,
    })),
    ...delegators.flatMap((it) => [
      {
        ...common(it, it.amountDelegated),
        addresses: it.rewardAddresses,
        rewardType: 'DELEGATOR',
        amount: it.netReward,
      },
      {
        ...common(it, it.amountDelegated),
        addresses: ownersOf(it.nodeId),
        rewardType: 'VALIDATOR_FEE',
        amount: String(BigInt(it.grossReward) - BigInt(it.netReward)),
      },
    ]),
  ]
  const visible = all.map(({ estimatedReward, ...rest }) => {
    expect(estimatedReward).toMatchObject({ symbol: 'AVAX', denomination: 9 })
    return { ...rest, amount: estimatedReward.amount }
  })
  const keyOf = (it: { txHash: string; rewardType: string }) => it.txHash + it.rewardType
  const sorted = <Item extends { txHash: string; rewardType: string }>(items: Item[]) =>
    items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  expect(sorted(visible)).toEqual(sorted(expected))
})

test.each(networks)(
  '%s: pages have every item once and asc is the reverse, by owner and by node',
  async (network) => {
    const { nodeIds } = await readPlatform(network)
    for (const query of [{ addresses: ewoq[network] }, { nodeIds: nodeIds.join() }]) {
      await expectPagesToAddUp(server, withQuery(paid(network), query), 'historicalRewards')
      await expectPagesToAddUp(server, withQuery(pending(network), query), 'pendingRewards')
    }
    // Whose delegations alone bring something has no fees that would fill a page.
    const all = await listPending(withQuery(pending(network), { nodeIds: nodeIds.join() }))
    for (const addresses of new Set(all.flatMap((reward) => reward.addresses)))
      await expectPagesToAddUp(
        server,
        withQuery(pending(network), { addresses }),
        'pendingRewards',
        { sizes: [1] },
      )
  },
)

test.each(networks)('%s: every filter is its predicate over the list', async (network) => {
  const { nodeIds } = await readPlatform(network)
  const whole = {
    paid: await listPaid(withQuery(paid(network), { nodeIds: nodeIds.join() })),
    pending: await listPending(withQuery(pending(network), { nodeIds: nodeIds.join() })),
  }
  const owners = [...whole.paid, ...whole.pending].flatMap(({ addresses }) => addresses)
  const some = (values: string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...new Set(values)), { minLength: 1, maxLength: 3 }))
  const filter = fc
    .record({ addresses: some(owners), nodes: some(nodeIds), size: fc.constantFrom(2, 100) })
    .filter(({ addresses, nodes }) => addresses !== null || nodes !== null)
  await fc.assert(
    fc.asyncProperty(filter, async ({ addresses, nodes, size }) => {
      const passes = (it: HistoricalReward | PendingReward) =>
        (nodes === null || nodes.includes(it.nodeId)) &&
        (addresses === null || addresses.some((each) => it.addresses.includes(each)))
      const query = {
        addresses: addresses?.map((each) => `P-${each}`).join(),
        nodeIds: nodes?.join(),
        pageSize: size,
      }
      expect(await listPaid(withQuery(paid(network), query))).toEqual(whole.paid.filter(passes))
      expect(await listPending(withQuery(pending(network), query))).toEqual(
        whole.pending.filter(passes),
      )
    }),
    { numRuns: 40 },
  )
})

test('a reward is pending until its stake ends, then it is paid', async () => {
  const query = { addresses: ewoq.mainnet, sortOrder: 'asc' }
  const [next] = (await listPending(withQuery(pending('mainnet'), query))).toSorted(
    (a, b) => a.endTimestamp - b.endTimestamp,
  )
  if (!next) throw new Error('ewoq has no pending reward')
  await server.clock.set({ pace: 'off' })
  const isIn = (rewards: { txHash: string }[]) =>
    rewards.some(({ txHash }) => txHash === next.txHash)
  const both = async () => [
    isIn(await listPending(withQuery(pending('mainnet'), query))),
    isIn(await listPaid(withQuery(paid('mainnet'), query))),
  ]
  try {
    expect(await both()).toEqual([true, false])
    await server.clock.advanceTo(new Date(next.endTimestamp * 1000).toISOString())
    expect(await both()).toEqual([false, true])
  } finally {
    await server.reset()
  }
})

test('who has no rewards has empty lists', async () => {
  const query = { addresses: unknownAddress }
  expect((await get(server, withQuery(paid('mainnet'), query))).body).toEqual({
    historicalRewards: [],
  })
  expect((await get(server, withQuery(pending('mainnet'), query))).body).toEqual({
    pendingRewards: [],
  })
})

test('testnet is fuji, also for a page that goes on', async () => {
  const query = { addresses: ewoq.fuji, pageSize: 2 }
  await expectTestnetToBeFuji(server, withQuery(paid('fuji'), query))
  await expectTestnetToBeFuji(server, withQuery(pending('fuji'), query))
})

test('a request without addresses and nodes is refused, and what is none of them', async () => {
  const refusals = [
    {},
    { addresses: ewoq.fuji },
    { nodeIds: 'node' },
    { currency: 'xxx', addresses: ewoq.mainnet },
  ]
  expect(
    await Promise.all(refusals.map((query) => refusal(server, withQuery(paid('mainnet'), query)))),
  ).toMatchInlineSnapshot(`
    [
      "400 either addresses or nodeIds is required",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t"",
      "400 nodeIds must hold ids of the form NodeID-<hash>, not "node"",
      "400 currency must be one of usd, eur, aud, cad, chf, clp, cny, czk, dkk, gbp, hkd, huf, jpy, nzd, not "xxx"",
    ]
  `)
  expect(await refusal(server, pending('mainnet'))).toBe(
    '400 either addresses or nodeIds is required',
  )
})
