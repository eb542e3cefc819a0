import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, actAs, call, get, problems, server, transaction, unlocked } = actedOn()
const avax = 1_000_000_000n
const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

let nodeId: string | undefined

test('a validator that did not exist stakes, and the lists of every interface have it', async () => {
  await act({ do: 'wallet', name: 'vera' }, { do: 'fund', to: 'vera', chain: 'P', amount: '2100' })
  const { results } = await act({
    ...{ do: 'addValidator', node: 'nova', from: 'vera', amount: '2000' },
    ...{ duration: '30d', fee: 5, rewardsTo: bare.P, as: 'novas-stake' },
  })
  const [made] = results
  nodeId = made?.nodeId
  expect(nodeId).toMatch(/^NodeID-/)
  const tx = await transaction('p-chain', made?.txId)
  expect(tx).toMatchObject({
    txType: 'AddPermissionlessValidatorTx',
    nodeId,
    delegationFeePercent: '5',
    startTimestamp: 1_768_435_200,
    endTimestamp: 1_768_435_200 + 30 * 86_400,
    amountStaked: [{ amount: '2000000000000' }],
    rewardAddresses: [bare.P],
  })
  // The staker has what is left after stake and fee.
  const [{ amount: fee }] = tx.amountBurned
  const { addresses } = tx.consumedUtxos[0]
  expect(await unlocked('p-chain', addresses[0])).toBe(100n * avax - BigInt(fee))
  const list = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${addresses[0]}`,
  )
  expect(list.transactions[0].txHash).toBe(made?.txId)
  const uptime = await call('/ext/info', 'info.peers', { nodeIDs: [nodeId] })
  expect(uptime.peers).toMatchObject([{ nodeID: nodeId }])
  const block = await get(`/v1/networks/mainnet/blockchains/p-chain/blocks/${made?.height}`)
  expect(block.transactions).toEqual([made?.txId])
  const container = await call('/ext/index/P/block', 'index.getLastAccepted', { encoding: 'hex' })
  expect(container.id).toBe(block.proposerDetails.proposerId)
})

test('a delegation shows as active with its validator, and is paid at its end', async () => {
  const { results } = await act({
    ...{ do: 'delegate', node: 'nova', from: 'ewoq', amount: '50', duration: '15d' },
    rewardsTo: bare.P,
  })
  const [made] = results
  const url = `/v1/networks/mainnet/delegators?nodeIds=${nodeId}`
  const { delegators } = await get(url)
  expect(delegators).toMatchObject([
    {
      ...{ txHash: made?.txId, nodeId, amountDelegated: '50000000000', delegationFee: '5' },
      ...{ delegationStatus: 'active', rewardAddresses: [bare.P] },
    },
  ])
  const byReward = await get(`/v1/networks/mainnet/delegators?rewardAddresses=${bare.P}`)
  expect(byReward.delegators).toMatchObject([{ txHash: made?.txId }])
  await server().clock.advance('16d')
  const [ended] = (await get(url)).delegators
  expect(ended.delegationStatus).toBe('completed')
  expect(await unlocked('p-chain', bare.P)).toBe(BigInt(ended.netReward))
  await server().clock.advance('15d')
  // The validator's own reward and its share of the delegation's; it does not stake again.
  const { transactions } = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${bare.P}&txTypes=RewardValidatorTx`,
  )
  expect(transactions).toHaveLength(2)
  const peers = await call('/ext/info', 'info.peers', { nodeIDs: [nodeId] })
  expect(peers.peers).toEqual([])
})

test('a stake of later is pending until its time has come', async () => {
  const { results, now } = await act({
    ...{ do: 'delegate', node: 'ewoq', from: 'ewoq', amount: '25', duration: '14d' },
    // Rounded down to the second, which is what the chain holds.
    start: '2026-02-20T01:00:00.999+01:00',
  })
  expect(now < '2026-02-20').toBe(true)
  const url = `/v1/networks/mainnet/delegators?rewardAddresses=${ewoq}&delegationStatus=pending`
  const ids = async () =>
    (await get(url)).delegators.map(({ txHash }: { txHash: string }) => txHash)
  expect(await ids()).toContain(results[0]?.txId)
  const { startTimestamp } = await transaction('p-chain', results[0]?.txId)
  expect(startTimestamp).toBe(Date.UTC(2026, 1, 20) / 1000)
  await server().clock.advanceTo('2026-02-21T00:00:00Z')
  expect(await ids()).not.toContain(results[0]?.txId)
})

test('a delegation that begins in the second of its validator waits with it and pays its fee', async () => {
  const start = '2026-09-01T00:00:00Z'
  const stake = { from: 'ewoq', start } as const
  const { results } = await act(
    { do: 'fund', to: 'ewoq', chain: 'P', amount: '2101' },
    { do: 'addValidator', node: 'soon', ...stake, amount: '2000', duration: '20d', fee: 5 },
    { do: 'delegate', node: 'soon', ...stake, amount: '50', duration: '20d' },
    { do: 'delegate', node: 'soon', ...stake, amount: '50', duration: '14d' },
  )
  const url = `/v1/networks/mainnet/delegators?nodeIds=${results[1]?.nodeId}`
  for (const [now, ...statuses] of [
    ['2026-08-31T23:59:59Z', 'pending', 'pending'],
    [start, 'active', 'active'],
    ['2026-09-15T00:00:00Z', 'completed', 'active'],
    ['2026-09-21T00:00:00Z', 'completed', 'completed'],
  ]) {
    await server().clock.advanceTo(now ?? '')
    const { delegators } = await get(url)
    const visible = delegators.map((one: { delegationStatus: string }) => one.delegationStatus)
    expect(visible).toEqual(statuses)
    for (const { delegationFee, grossReward, netReward } of delegators) {
      expect(delegationFee).toBe('5')
      expect(BigInt(netReward)).toBe((BigInt(grossReward) * 95n) / 100n)
    }
    expect((await server().check(['staking-periods', 'delegators'])).violations).toBe(0)
  }
})

test('a validator takes all that its capacity has room for, and nothing more', async () => {
  const stake = { node: 'brim', from: 'ewoq', duration: '14d' } as const
  await act(
    { do: 'fund', to: 'ewoq', chain: 'P', amount: '10100' },
    { do: 'addValidator', ...stake, amount: '2000', duration: '20d' },
  )
  // Five times its own stake, itself included.
  const tooMuch = { do: 'delegate', ...stake, amount: '8000.000000001' }
  await expect(actAs(tooMuch)).rejects.toMatchObject({ code: 'not_possible' })
  const { results } = await act(
    { do: 'delegate', ...stake, amount: '25' },
    { do: 'delegate', ...stake, amount: '7975' },
  )
  const { validators } = await get(
    `/v1/networks/mainnet/validators/${results[0]?.nodeId}?validationStatus=active`,
  )
  expect(validators[0].delegationCapacity).toBe('0')
  await expect(actAs({ do: 'delegate', ...stake, amount: '25' })).rejects.toMatchObject({
    code: 'not_possible',
  })
})

test('a validator with a low uptime ends without a reward', async () => {
  const { results } = await act(
    { do: 'fund', to: 'ewoq', chain: 'P', amount: '2001' },
    {
      ...{ do: 'addValidator', node: 'sloth', from: 'ewoq', amount: '2000', duration: '14d' },
      uptime: 'low',
    },
  )
  await server().clock.advance('15d')
  const tx = await transaction('p-chain', results[1]?.txId)
  expect(tx.rewardTxHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{40,}$/)
  const rewarded = tx.emittedUtxos.filter((utxo: { rewardType?: string }) => utxo.rewardType)
  expect(rewarded).toEqual([])
})

test.each([
  [{ amount: '1999.999999999' }, 'from 2000 to 3000000 AVAX, not 1999.999999999'],
  [{ duration: '13d' }, 'must last from 1209600 to 31536000 seconds'],
  [{ duration: '366d' }, 'must last from 1209600 to 31536000 seconds'],
  [{ node: 'birch' }, 'is already a validator'],
  [{ node: 'NodeID-111111111111111111116DBWJs' }, 'are not known; use a name instead'],
  [{ start: '2020-10-01T00:00:00Z' }, 'start must be 20'],
  [{ from: bare.P }, 'is not known; declare it'],
  [{ from: 'nobody' }, 'nobody is neither a name in the cast nor an address'],
] as const)('the chain refuses a validator with %j', async (change, text) => {
  const action = {
    ...{ do: 'addValidator', node: 'late', from: 'ewoq', amount: '2000', duration: '14d' },
    ...change,
  } as const
  await expect(actAs(action)).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining(text),
  })
})

test.each([
  [{ amount: '24' }, 'at least 25 AVAX, not 24'],
  [{ node: 'nobody-validates' }, 'mainnet has no node nobody-validates'],
  [{ duration: '360d' }, 'validates from'],
  [{ amount: '2900000' }, 'has 0 of'],
] as const)('the chain refuses a delegation with %j', async (change, text) => {
  const action = {
    ...{ do: 'delegate', node: 'ewoq', from: 'ewoq', amount: '25', duration: '14d' },
    ...change,
  } as const
  await expect(actAs(action)).rejects.toMatchObject({ code: 'not_possible' })
  await expect(actAs(action)).rejects.toThrow(
    text === 'has 0 of'
      ? /can have \d+ AVAX of stake and delegations and has [\d.]+: 2900000 more would exceed that/
      : text,
  )
})

test('a fee of less than two percent is no fee', async () => {
  await expect(
    act({
      ...{ do: 'addValidator', node: 'late', from: 'ewoq', amount: '2000', duration: '14d' },
      fee: 1.5,
    }),
  ).rejects.toMatchObject({ code: 'bad_request', details: { pointer: '/0/fee' } })
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
