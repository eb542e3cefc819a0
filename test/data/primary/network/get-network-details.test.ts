import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AvaxSupply, NetworkDetails } from '../../../../schemas/data/primary-network.ts'
import type { Delegator } from '../../../../schemas/data/staking.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { ActiveValidator } from '../../../../schemas/data/validators.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { openBase } from '../../../../src/store/base-reader.ts'
import { statement } from '../../../../src/store/statement.ts'
import { get, startServer } from '../../../support/server.ts'
import { smallWorld } from '../../../support/small-world.ts'
import {
  chainNames,
  ewoq,
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  unknownAddress,
  wholeList,
  withQuery,
} from '../lists.ts'
import { allTransactions, transactionsPath } from '../transactions.ts'
import { chainIds, readUtxos } from '../utxo-replay.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const primaryNetwork = '11111111111111111111111111111111LpoYY'
const sum = (amounts: string[]) => amounts.reduce((total, each) => total + BigInt(each), 0n)

async function running(network: string) {
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
  return { validators, delegators }
}

test.each(networks)('%s: the network is the sum of its running stakes', async (network) => {
  const { validators, delegators } = await running(network)
  const details = (await get(server, `/v1/networks/${network}`)).body as NetworkDetails
  const own = sum(validators.map(({ amountStaked }) => amountStaked))
  const delegated = sum(delegators.map(({ amountDelegated }) => amountDelegated))
  const rewards =
    sum(validators.map(({ potentialRewards }) => potentialRewards.validationRewardAmount)) +
    sum(delegators.map(({ grossReward }) => grossReward))
  expect(details.delegatorDetails).toEqual({
    delegatorCount: delegators.length,
    totalAmountStaked: String(delegated),
  })
  expect(details.validatorDetails).toMatchObject({
    validatorCount: validators.length,
    totalAmountStaked: String(own),
    estimatedAnnualStakingReward: String(rewards),
  })
  const { stakingDistributionByVersion: distribution, stakingRatio } = details.validatorDetails
  const versions = new Set(validators.map((it) => it.avalancheGoVersion ?? 'offline'))
  expect(new Set(distribution.map(({ version }) => version))).toEqual(versions)
  for (const { version, amountStaked, validatorCount } of distribution) {
    const of = validators.filter((it) => (it.avalancheGoVersion ?? 'offline') === version)
    expect(validatorCount).toBe(of.length)
    expect(amountStaked).toBe(
      String(sum(of.flatMap((it) => [it.amountStaked, it.amountDelegated ?? '0']))),
    )
  }
  const { body } = await get(
    server,
    `/v1/networks/${network}/blockchains/p-chain/blocks?pageSize=1`,
  )
  const [block] = (body as { blocks: { currentSupply: string }[] }).blocks
  const digits = ((own + delegated) * 10n ** 20n) / BigInt(block?.currentSupply ?? 0)
  expect(stakingRatio).toBe(`0.${String(digits).padStart(20, '0')}`)
})

test.each(networks)(
  '%s: chains of addresses are those on which they owned an output',
  async (network) => {
    const utxos = await readUtxos(server, network)
    const addresses = [...new Set(utxos.flatMap((utxo) => utxo.addresses))].slice(0, 63)
    const unknown = network === 'mainnet' ? [unknownAddress] : []
    const url = `/v1/networks/${network}/addresses:listChainIds?addresses=${[...addresses, ...unknown].map((it) => `X-${it}`)}`
    const { body } = await get(server, url)
    const expected = [...addresses, ...unknown].sort().map((address) => {
      const own = utxos.filter((utxo) => utxo.addresses.includes(address))
      const isOn = (id: string) =>
        own.some(
          (utxo) =>
            utxo.createdOnChainId === id ||
            (utxo.consumingTxHash !== undefined && utxo.consumedOnChainId === id),
        )
      return {
        address,
        blockchainIds: chainNames.map((chain) => chainIds[network][chain]).filter(isOn),
      }
    })
    expect(body).toEqual({ addresses: expected })
  },
)

test('what there is of AVAX is what genesis and rewards made, less what was burned', async () => {
  const { body } = await get(server, '/v1/avax/supply')
  const supply = body as AvaxSupply
  const { file } = await smallWorld()
  const base = openBase(file)
  const one = (sql: string) =>
    BigInt(base.get(statement<Record<string, never>, { sum: string }>(sql), {})?.sum ?? 0)
  // Unspent outputs, balances of L1 validators, and accounts of the C-chain, which has 18 places and
  // moves fees to an account without an owner.
  const outputs = one(`
    SELECT CAST(sum(CAST(amount AS INTEGER)) AS TEXT) AS sum FROM utxo
    WHERE network = 'mainnet' AND consumed_by IS NULL
      AND asset_id = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'`)
  const l1 = (
    await wholeList<{ remainingBalance: number }>(
      server,
      '/v1/networks/mainnet/l1Validators?includeInactiveL1Validators=true',
      'validators',
    )
  ).reduce((total, { remainingBalance }) => total + BigInt(remainingBalance), 0n)
  const accounts = base
    .all(
      statement<Record<string, never>, { balance: string }>(`
        SELECT balance FROM evm_balance AS b
        WHERE chain_id = '43114' AND address <> '0x0100000000000000000000000000000000000000'
          AND block_number = (
          SELECT max(block_number) FROM evm_balance AS later
          WHERE later.chain_id = b.chain_id AND later.address = b.address)`),
      {},
    )
    .reduce((total, { balance }) => total + BigInt(balance), 0n)
  base.close()
  const wei = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(18, '0'))
  }
  expect(wei(supply.totalSupply)).toBe((outputs + l1) * 10n ** 9n + accounts)
  expect(wei(supply.totalSupply)).toBe(
    wei(supply.genesisUnlock) +
      wei(supply.totalRewards) -
      wei(supply.totalPBurned) -
      wei(supply.totalCBurned) -
      wei(supply.totalXBurned),
  )
  expect(supply).toMatchObject({
    circulatingSupply: supply.totalSupply,
    genesisUnlock: '360000000',
    lastUpdated: '2026-01-15T00:00:00.000Z',
  })
})

test('parts of the supply are what transactions, stakes and locks tell', async () => {
  const { body } = await get(server, '/v1/avax/supply')
  const supply = body as AvaxSupply
  const avax = (nAvax: bigint) =>
    `${nAvax / 10n ** 9n}.${String(nAvax % 10n ** 9n).padStart(9, '0')}`.replace(/\.?0+$/, '')
  const burnedOn = async (chain: string) =>
    sum(
      (await allTransactions(server, transactionsPath('mainnet', chain)))
        .flatMap(({ amountBurned }) => amountBurned)
        .filter(({ symbol }) => symbol === 'AVAX')
        .map(({ amount }) => amount),
    )
  const nAvax = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(9, '0'))
  }
  expect(supply.totalXBurned).toBe(avax(await burnedOn('x-chain')))
  expect(supply.totalPBurned).toBe(
    avax((await burnedOn('p-chain')) + nAvax(supply.l1ValidatorFees)),
  )
  const { validators, delegators } = await running('mainnet')
  expect(supply.totalStaked).toBe(
    avax(
      sum(validators.map(({ amountStaked }) => amountStaked)) +
        sum(delegators.map(({ amountDelegated }) => amountDelegated)),
    ),
  )
  const utxos = await readUtxos(server, 'mainnet')
  const rewards = utxos.filter(
    ({ rewardType, asset }) => rewardType !== undefined && asset.symbol === 'AVAX',
  )
  expect(supply.totalRewards).toBe(avax(sum(rewards.map(({ amount }) => amount))))
  const now = 1_768_435_200
  const locked = utxos.filter(
    (utxo) =>
      utxo.consumingTxHash === undefined &&
      utxo.consumedOnChainId === primaryNetwork &&
      Math.max(utxo.platformLocktime ?? 0, utxo.stakeableLocktime ?? 0) > now,
  )
  expect(locked.length).toBeGreaterThan(0)
  expect(supply.totalLocked).toBe(avax(sum(locked.map(({ amount }) => amount))))
})

const staking = (network: string) =>
  `/v1/networks/${network}/blockchains/p-chain/transactions:listStaking`

test.each(networks)('%s: staking transactions are those whose stakes run', async (network) => {
  const { validators, delegators } = await running(network)
  const stakes = new Set([...validators, ...delegators].map(({ txHash }) => txHash))
  const expected = (await allTransactions(server, transactionsPath(network, 'p-chain'))).filter(
    ({ txHash }) => stakes.has(txHash),
  )
  expect(await allTransactions(server, staking(network))).toEqual(expected)
  await expectPagesToAddUp(server, staking(network), 'transactions')
})

test.each(networks)('%s: every filter of them is its predicate over the list', async (network) => {
  const all = await allTransactions(server, staking(network))
  const owners = (it: PrimaryNetworkTransaction) =>
    [...it.consumedUtxos, ...it.emittedUtxos].flatMap(({ addresses }) => addresses)
  const of = (query: Record<string, string | number>) =>
    allTransactions(server, withQuery(staking(network), query))
  const address = ewoq[network]
  const both = async (query: Record<string, string>, expected: PrimaryNetworkTransaction[]) => {
    expect(await of(query)).toEqual(expected)
    expect(await of({ ...query, sortOrder: 'asc' })).toEqual(expected.toReversed())
  }
  await both(
    { addresses: `P-${address}` },
    all.filter((it) => owners(it).includes(address)),
  )
  for (const txTypes of ['AddPermissionlessDelegatorTx', 'AddPermissionlessValidatorTx'])
    await both(
      { txTypes },
      all.filter(({ txType }) => txType === txTypes),
    )
  const [start = 0, end = 0] = [all.at(-4), all.at(4)].map((it) => it?.blockTimestamp)
  expect(await of({ startTimestamp: start, endTimestamp: end, sortOrder: 'asc' })).toEqual(
    all.filter((it) => it.blockTimestamp >= start && it.blockTimestamp <= end).reverse(),
  )
})

test('testnet is fuji, also for a page that goes on', async () => {
  await expectTestnetToBeFuji(server, `${staking('fuji')}?pageSize=2`)
  expect((await get(server, '/v1/networks/testnet')).body).toEqual(
    (await get(server, '/v1/networks/fuji')).body,
  )
})

test('what names no network, chain or address is refused', async () => {
  const urls = [
    '/v1/networks/main',
    '/v1/networks/mainnet/addresses:listChainIds',
    `/v1/networks/mainnet/addresses:listChainIds?addresses=${ewoq.fuji}`,
    staking('mainnet').replace('p-chain', 'x-chain'),
    withQuery(staking('mainnet'), { startTimestamp: 2, endTimestamp: 1 }),
  ]
  expect(await Promise.all(urls.map((url) => refusal(server, url)))).toMatchInlineSnapshot(`
    [
      "400 network must be one of mainnet, fuji, testnet, not "main"",
      "400 addresses is required",
      "400 addresses must hold addresses of mainnet (avax1…, with or without P- or X-), not "fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t"",
      "400 blockchainId must be one of 11111111111111111111111111111111LpoYY, p-chain, not "x-chain"",
      "400 startTimestamp 2 must not be after endTimestamp 1",
    ]
  `)
})
