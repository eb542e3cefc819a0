import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delegator } from '../../../../schemas/data/staking.ts'
import type {
  ActiveValidator,
  CompletedValidator,
  RemovedValidator,
} from '../../../../schemas/data/validators.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { rpc } from '../../../support/rpc.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  wholeList,
  withQuery,
} from '../lists.ts'
import { allTransactions, transactionsPath } from '../transactions.ts'

import { orders, path, primaryNetwork, rankOf, type Validator } from './validations.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const list = (url: string) => wholeList<Validator>(server, url, 'validators')
const active = async (network: string) =>
  (await list(withQuery(path(network), { validationStatus: 'active' }))) as ActiveValidator[]

test.each(networks)(
  '%s: pages have every item once in every order, also where values are equal',
  async (network) => {
    const inOrder = await list(path(network))
    for (const sortBy of orders) {
      const url = withQuery(path(network), { sortBy })
      await expectPagesToAddUp(server, url, 'validators')
      const value = rankOf[sortBy] ?? (() => 0)
      // Equal ones stay in the order of their transactions.
      expect(await list(url), sortBy).toEqual(inOrder.toSorted((a, b) => value(b) - value(a)))
    }
  },
)

test.each(networks)(
  '%s: validations of every status and of every kind of subnet',
  async (network) => {
    const all = await list(path(network))
    expect(new Set(all.map(({ validationStatus }) => validationStatus))).toEqual(
      new Set(['completed', 'active', 'pending', 'removed']),
    )
    const others = all.filter(({ subnetId }) => subnetId !== primaryNetwork)
    expect(new Set(others.map(({ delegationFee }) => delegationFee === undefined))).toEqual(
      new Set([true, false]),
    )
  },
)

test.each(networks)(
  '%s: every validation is the transaction that staked for it',
  async (network) => {
    const transactions = (
      await allTransactions(server, transactionsPath(network, 'p-chain'))
    ).filter(({ txType }) => /^Add(Permissionless|Subnet)?ValidatorTx$/.test(txType))
    const all = await list(path(network))
    expect(all.map(({ txHash }) => txHash)).toEqual(transactions.map(({ txHash }) => txHash))
    for (const [index, validator] of all.entries()) {
      const transaction = transactions[index]
      expect(transaction).toMatchObject({
        nodeId: validator.nodeId,
        subnetId: validator.subnetId,
        startTimestamp: validator.startTimestamp,
        endTimestamp: validator.endTimestamp,
      })
      expect(Number(validator.delegationFee ?? Number.NaN)).toBe(
        Number(transaction?.delegationFeePercent ?? Number.NaN),
      )
      expect(validator.delegationFee ?? '0.0000000000000000').toMatch(/^\d+\.\d{16}$/)
      expect(validator.blsCredentials).toEqual(transaction?.blsCredentials)
      const staked = transaction?.amountStaked ?? []
      if (staked.length > 0) expect(staked[0]?.amount).toBe(validator.amountStaked)
    }
  },
)

test.each(networks)(
  '%s: delegations and their fees are those of the delegators',
  async (network) => {
    const delegators = await wholeList<Delegator>(
      server,
      `/v1/networks/${network}/delegators`,
      'delegators',
    )
    const sum = (amounts: string[]) => amounts.reduce((total, each) => total + BigInt(each), 0n)
    let count = 0
    for (const validator of await list(withQuery(path(network), { subnetId: primaryNetwork }))) {
      if (!('delegatorCount' in validator)) continue
      const own = delegators.filter(
        ({ nodeId, startTimestamp }) =>
          nodeId === validator.nodeId &&
          startTimestamp >= validator.startTimestamp &&
          startTimestamp < validator.endTimestamp,
      )
      const isActive = validator.validationStatus === 'active'
      const visible = own.filter(
        ({ delegationStatus }) => !isActive || delegationStatus === 'active',
      )
      count += own.length
      expect(validator.delegatorCount).toBe(visible.length)
      const delegated = sum(visible.map(({ amountDelegated }) => amountDelegated))
      expect(validator.amountDelegated).toBe(String(delegated))
      if (validator.validationStatus !== 'active') continue
      const begun = own.filter(({ delegationStatus }) => delegationStatus !== 'pending')
      const fees = sum(
        begun.map(({ grossReward, netReward }) => String(BigInt(grossReward) - BigInt(netReward))),
      )
      expect(validator.potentialRewards.delegationRewardAmount).toBe(String(fees))
      const stake = BigInt(validator.amountStaked)
      const max = stake * 5n < 3_000_000_000_000_000n ? stake * 5n : 3_000_000_000_000_000n
      expect(validator.delegationCapacity).toBe(String(max - stake - delegated))
    }
    expect(count).toBe(delegators.length)
  },
)

test.each(networks)('%s: rewards are the outputs that the ends of stakes made', async (network) => {
  const transactions = await allTransactions(server, transactionsPath(network, 'p-chain'))
  const outputs = transactions
    .flatMap(({ emittedUtxos }) => emittedUtxos)
    .filter(({ rewardType }) => rewardType !== undefined)
  const stakes = new Map(transactions.map((transaction) => [transaction.txHash, transaction]))
  let paid = 0n
  for (const validator of await list(path(network))) {
    if (validator.validationStatus !== 'completed') continue
    const { rewards, txHash, nodeId, subnetId, startTimestamp, endTimestamp } = validator
    const of = (type: string) =>
      outputs
        .filter(({ rewardType }) => rewardType === type)
        .filter((output) => {
          const stake = stakes.get(output.txHash)
          const start = stake?.startTimestamp ?? 0
          return (
            output.txHash === txHash ||
            (/DelegatorTx$/.test(stake?.txType ?? '') &&
              stake?.nodeId === nodeId &&
              stake.subnetId === subnetId &&
              start >= startTimestamp &&
              start < endTimestamp)
          )
        })
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(rewards).toMatchObject({
      validationRewardAmount: String(of('VALIDATOR')),
      delegationRewardAmount: String(of('VALIDATOR_FEE')),
    })
    expect(rewards.rewardTxHash).toBe(stakes.get(txHash)?.rewardTxHash)
    paid += BigInt(rewards.validationRewardAmount) + BigInt(rewards.delegationRewardAmount)
  }
  const validators = outputs.filter(({ rewardType }) => rewardType !== 'DELEGATOR')
  expect(paid).toBe(validators.reduce((sum, { amount }) => sum + BigInt(amount), 0n))
})

test.each(networks)('%s: active validators share all stake of their subnet', async (network) => {
  const shares = new Map<string, number>()
  for (const { subnetId, stakePercentage } of await active(network))
    shares.set(subnetId, (shares.get(subnetId) ?? 0) + stakePercentage)
  expect(shares.size).toBe(2)
  for (const share of shares.values()) expect(share).toBeCloseTo(100, 9)
})

test('what is known of nodes is what the served node knows of its peers', async () => {
  type Peer = { nodeID: string; version: string; benched: string[] }
  const { peers } = await rpc<{ peers: Peer[] }>(server, '/ext/info', 'info.peers')
  const { nodeID: own } = await rpc<{ nodeID: string }>(server, '/ext/info', 'info.getNodeID')
  const validators = await active('mainnet')
  expect(validators.some(({ avalancheGoVersion }) => avalancheGoVersion === undefined)).toBe(true)
  for (const { nodeId, avalancheGoVersion, validatorHealth, uptimePerformance } of validators) {
    const peer = peers.find(({ nodeID }) => nodeID === nodeId)
    if (nodeId !== own) expect(avalancheGoVersion).toBe(peer?.version)
    const isReached = nodeId === own || peer !== undefined
    const on = (chain: string) => (peer?.benched.includes(chain) ? 100 : 0)
    expect(validatorHealth).toEqual({
      reachabilityPercent: isReached ? 100 : 0,
      benchedPChainRequestsPercent: on('P'),
      benchedXChainRequestsPercent: on('X'),
      benchedCChainRequestsPercent: on('C'),
    })
    // Whose stake will be rewarded was there for most of the network, for every observer.
    expect(uptimePerformance >= 80 || (isReached && uptimePerformance > 0)).toBe(true)
    if (nodeId === own) expect(uptimePerformance).toBe(100)
  }
})

test('who was removed was removed by that transaction', async () => {
  const removed = (await list(
    withQuery(path('mainnet'), { validationStatus: 'removed' }),
  )) as RemovedValidator[]
  expect(removed.length).toBe(1)
  for (const { removeTxHash, removeTimestamp, nodeId, subnetId } of removed) {
    const url = `${transactionsPath('mainnet', 'p-chain')}/${removeTxHash}`
    expect((await get(server, url)).body).toMatchObject({
      txType: 'RemoveSubnetValidatorTx',
      blockTimestamp: removeTimestamp,
      nodeId,
      subnetId,
    })
  }
})

test.each(networks)(
  '%s: the periods of a node are those that the list has of it',
  async (network) => {
    const all = await list(path(network))
    for (const nodeId of new Set(all.map((it) => it.nodeId))) {
      const own = all.filter((it) => it.nodeId === nodeId)
      expect(await list(`${path(network)}/${nodeId}`)).toEqual(own)
      const running = `${path(network)}/${nodeId}?validationStatus=active`
      expect(await list(running)).toEqual(
        own.filter(({ validationStatus }) => validationStatus === 'active'),
      )
    }
    const max = `${path(network)}/${all.at(-1)?.nodeId}`
    expect((await list(max)).length).toBeGreaterThan(2)
    await expectPagesToAddUp(server, max, 'validators')
  },
)

test('the status follows the clock, and a capacity what is delegated meanwhile', async () => {
  const pending = (await list(withQuery(path('mainnet'), { validationStatus: 'pending' })))[0]
  if (!pending) throw new Error('the world has no pending validator')
  const current = async () =>
    (await list(`${path('mainnet')}/${pending.nodeId}`)).find(
      ({ txHash }) => txHash === pending.txHash,
    )
  const goTo = (seconds: number) => server.clock.advanceTo(new Date(seconds * 1000).toISOString())
  await server.clock.set({ pace: 'off' })
  try {
    await goTo(pending.startTimestamp - 1)
    expect((await current())?.validationStatus).toBe('pending')
    await goTo(pending.startTimestamp)
    expect(await current()).toMatchObject({
      validationStatus: 'active',
      delegationCapacity: '8000000000000',
    })
    await server.act([
      { do: 'delegate', node: 'aspen', from: 'ewoq', amount: '100', duration: '20d' },
    ])
    expect(await current()).toMatchObject({
      delegatorCount: 1,
      delegationCapacity: '7900000000000',
    })
    await goTo(pending.endTimestamp - 1)
    expect((await current())?.validationStatus).toBe('active')
    await goTo(pending.endTimestamp)
    const completed = (await current()) as CompletedValidator
    expect(completed.validationStatus).toBe('completed')
    expect(completed.delegatorCount).toBeGreaterThan(0)
    expect(BigInt(completed.rewards.validationRewardAmount)).toBeGreaterThan(0n)
    expect(BigInt(completed.rewards.delegationRewardAmount)).toBeGreaterThan(0n)
  } finally {
    await server.reset()
  }
})

test('whose stake will not be rewarded has less uptime than a reward takes', async () => {
  try {
    await server.act([
      {
        do: 'addValidator',
        node: 'sleepy',
        from: 'alice',
        amount: '2000',
        duration: '20d',
        uptime: 'low',
      },
    ])
    const [newest] = await active('mainnet')
    expect(newest).toMatchObject({ amountStaked: '2000000000000', delegatorCount: 0 })
    expect(newest?.uptimePerformance).toBeLessThan(80)
    expect(newest?.validatorHealth.reachabilityPercent).toBe(100)
  } finally {
    await server.reset()
  }
})

test('testnet is fuji, also for a page that goes on', () =>
  expectTestnetToBeFuji(server, `${path('fuji')}?pageSize=2&sortBy=delegationFee`))

test('a node that there is not has validated nothing', async () => {
  const missing = `${path('mainnet')}/NodeID-111111111111111111116DBWJs`
  expect((await get(server, missing)).body).toEqual({ validators: [] })
})

test('bounds that nothing is between, and what is no part of a node id, are refused', async () => {
  const requests = [
    { minTimeRemaining: 5, maxTimeRemaining: 4 },
    { minDelegationCapacity: '99999999999999999999', maxDelegationCapacity: '3' },
    { minFeePercentage: 3.5, maxFeePercentage: 3.25 },
    { minUptimePerformance: 1, maxUptimePerformance: 0 },
    { minDelegationCapacity: '1.5' },
    { nodeIds: 'a,,b' },
    { nodeIds: Array(65).fill('a').join() },
  ].map((query) => refusal(server, withQuery(path('mainnet'), query)))
  expect(await Promise.all(requests)).toMatchInlineSnapshot(`
    [
      "400 minTimeRemaining 5 must not be above maxTimeRemaining 4",
      "400 minDelegationCapacity 99999999999999999999 must not be above maxDelegationCapacity 3",
      "400 minFeePercentage 3.5 must not be above maxFeePercentage 3.25",
      "400 minUptimePerformance 1 must not be above maxUptimePerformance 0",
      "400 minDelegationCapacity must be a decimal number without sign or leading zeros, not "1.5"",
      "400 nodeIds must not hold an empty entry, but is "a,,b"",
      "400 nodeIds must hold at most 64 entries, not 65",
    ]
  `)
})
