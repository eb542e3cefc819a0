import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { refusalOf } from '../../control/support/transports.ts'
import { rpc } from '../../support/rpc.ts'

let snowglobe: Snowglobe
/** Of dora. */
let owner: string
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small', pace: 0 })
  const { results } = await snowglobe.act([
    { do: 'wallet', name: 'dora' },
    { do: 'fund', to: 'dora', chain: 'C', amount: '10' },
    { do: 'fund', to: 'dora', chain: '930114', amount: '10' },
  ])
  owner = results[0]?.address ?? ''
})
afterAll(() => snowglobe.close())

/** Its key is unknown. */
const bare = '0x0000000000000000000000000000000000001234'

const get = async (path: string) => (await snowglobe.inject(path)).json()
const onC = (path: string) => get(`/v1/chains/43114${path}`)

const nativeOf = async (address: string): Promise<bigint> =>
  BigInt(
    (await onC(`/addresses/${address}/balances:getNative`)).nativeTokenBalance.balance as string,
  )

test('an ERC-20 token is deployed, minted and sent, and stands in every list', async () => {
  const { results } = await snowglobe.act([
    {
      ...{ do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-20', as: 'coin' },
      ...{ name: 'Dora Coin', symbol: 'DORA', decimals: 6 },
    },
    { do: 'mint', contract: 'coin', to: 'dora', amount: '100' },
    { do: 'transferToken', contract: 'coin', from: 'dora', to: bare, amount: '2.5' },
    { do: 'price', contract: 'coin', usd: '1.25' },
  ])
  const [deployed, minted, sent, priced] = results
  const address = deployed?.address ?? ''
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(new Set([deployed?.height, minted?.height, sent?.height]).size).toBe(1)
  expect(priced).toEqual({
    ...{ do: 'price', network: 'mainnet', chain: 'C', address },
    time: sent?.time,
  })

  expect(await onC(`/addresses/${address}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Dora Coin', symbol: 'DORA', decimals: 6 },
    deploymentDetails: { txHash: deployed?.txId, deployerAddress: owner },
  })
  const { contracts } = await onC(`/contracts/${owner}/deployments`)
  expect(contracts).toMatchObject([{ address, ercType: 'ERC-20' }])
  const { transactions } = await onC(`/addresses/${bare}/transactions:listErc20`)
  expect(transactions).toMatchObject([
    {
      ...{ txHash: sent?.txId, from: { address: owner }, to: { address: bare }, value: '2500000' },
      erc20Token: { address, symbol: 'DORA', price: { currencyCode: 'usd', value: '1.25' } },
    },
  ])
  const ofOwner = await onC(`/addresses/${owner}/transactions:listErc20`)
  expect(ofOwner.transactions.map(({ value }: { value: string }) => value)).toEqual([
    '2500000',
    '100000000',
  ])
})

test('who sends a transaction pays its fee, to the unit', async () => {
  const before = await nativeOf(owner)
  const { results } = await snowglobe.act([
    { do: 'transferToken', contract: 'coin', from: 'dora', to: bare, amount: '1' },
    // The C-chain by its other name.
    { do: 'transfer', from: 'dora', to: bare, chain: '43114', amount: '0.5' },
  ])
  const { transactions } = await onC(`/addresses/${owner}/transactions:listNative?pageSize=2`)
  const fees = transactions.map(
    (tx: { gasUsed: string; gasPrice: string }) => BigInt(tx.gasUsed) * BigInt(tx.gasPrice),
  )
  expect(transactions.map((tx: { txHash: string }) => tx.txHash).sort()).toEqual(
    results.map(({ txId }) => txId).sort(),
  )
  expect(results[1]?.chain).toBe('C')
  expect(before - (await nativeOf(owner))).toBe(500_000_000_000_000_000n + fees[0] + fees[1])
  expect(await nativeOf(bare)).toBe(500_000_000_000_000_000n)
})

test('NFTs of an address without a key are in every list that shows them', async () => {
  const { results } = await snowglobe.act([
    {
      ...{ do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-721', as: 'globes' },
      ...{ name: 'Dora Globes', symbol: 'DG' },
    },
    { do: 'mint', contract: 'globes', to: bare, tokenIds: ['7', '8'] },
    { do: 'mint', contract: 'globes', to: 'dora', tokenIds: ['9'] },
    { do: 'transferToken', contract: 'globes', from: 'dora', to: bare, tokenId: '9' },
    { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-1155', as: 'things' },
    { do: 'mint', contract: 'things', to: bare, tokenIds: ['1', '2'], amounts: ['5', '6'] },
    { do: 'mint', contract: 'things', to: 'dora', tokenIds: ['3'], amounts: ['4'] },
    { do: 'transferToken', contract: 'things', from: 'dora', to: bare, tokenId: '3', amount: '3' },
  ])
  expect(results[1]?.tokenIds).toEqual(['7', '8'])
  const [globes, things] = [results[0]?.address, results[4]?.address]
  const { erc721TokenBalances } = await onC(`/addresses/${bare}/balances:listErc721`)
  const idsOf = (tokens: { tokenId: string; address: string }[]) =>
    tokens.map(({ tokenId, address }) => `${address} ${tokenId}`).sort()
  expect(idsOf(erc721TokenBalances)).toEqual([7, 8, 9].map((id) => `${globes} ${id}`))
  const { collectibleBalances } = await onC(`/addresses/${bare}/balances:listCollectibles`)
  expect(idsOf(collectibleBalances)).toEqual(
    [
      ...[7, 8, 9].map((id) => `${globes} ${id}`),
      ...[1, 2, 3].map((id) => `${things} ${id}`),
    ].sort(),
  )
  const balances = collectibleBalances
    .filter(({ address }: { address: string }) => address === things)
    .map(({ tokenId, balance }: { tokenId: string; balance: string }) => `${tokenId}: ${balance}`)
  expect(balances.sort()).toEqual(['1: 5', '2: 6', '3: 3'])
  const { transactions } = await onC(`/addresses/${bare}/transactions:listErc721`)
  expect(transactions.map((tx: { txHash: string }) => tx.txHash)).toEqual([
    results[3]?.txId,
    results[1]?.txId,
    results[1]?.txId,
  ])
  const { tokens } = await onC(`/nfts/collections/${globes}/tokens`)
  expect(tokens).toHaveLength(3)
})

test('a failing transaction pays its fee and changes nothing else', async () => {
  const before = await nativeOf(owner)
  const { results } = await snowglobe.act([
    { do: 'fail', from: 'dora', chain: 'C' },
    { do: 'fail', from: 'dora', chain: 'C', to: 'coin' },
  ])
  const { transactions } = await onC(`/addresses/${owner}/transactions:listNative?pageSize=2`)
  expect(transactions).toMatchObject([
    { txHash: results[1]?.txId, txStatus: '0', value: '0' },
    { txHash: results[0]?.txId, txStatus: '0', value: '0' },
  ])
  const fees = transactions.reduce(
    (sum: bigint, tx: { gasUsed: string; gasPrice: string }) =>
      sum + BigInt(tx.gasUsed) * BigInt(tx.gasPrice),
    0n,
  )
  expect(before - (await nativeOf(owner))).toBe(fees)
})

test('a contract that is named on one chain is not called through the name of another', async () => {
  const [made] = (
    await snowglobe.act([
      { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-20', name: 'Here', as: 'here' },
    ])
  ).results
  const minted = { do: 'mint', contract: 'here', to: bare, amount: '1' } as const
  const called = { do: 'call', from: 'dora', contract: 'here', data: '0x18160ddd' } as const
  for (const action of [minted, called]) {
    const refused = await refusalOf(snowglobe.act([{ ...action, chain: '930114' }]))
    expect(refused).toMatchObject({ code: 'not_possible' })
    expect(refused.message).toBe(
      'the contract here is on chain C, but the field chain is 930114; leave out chain, or give an address on chain 930114',
    )
    const { results } = await snowglobe.act([{ ...action, chain: '43114' }])
    expect(results[0]).toMatchObject({ chain: 'C', time: expect.any(String) })
  }
  expect(await onC(`/addresses/${made?.address}`)).toMatchObject({ name: 'Here' })
})

test('transactions of an L1 are those of its own chain', async () => {
  const { results } = await snowglobe.act([
    { do: 'deploy', from: 'dora', chain: '930114', kind: 'other' },
    { do: 'transfer', from: 'dora', to: bare, chain: '930114', amount: '1.5' },
  ])
  expect(results).toMatchObject([{ chain: '930114' }, { chain: '930114' }])
  const { nativeTokenBalance } = await get(`/v1/chains/930114/addresses/${bare}/balances:getNative`)
  expect(nativeTokenBalance.balance).toBe('1500000000000000000')
  const { contracts } = await get(`/v1/chains/930114/contracts/${owner}/deployments`)
  expect(contracts).toMatchObject([{ address: results[0]?.address, ercType: 'UNKNOWN' }])
})

test('the block of an action is the next container of the index, and counts for its day', async () => {
  const to = '0x00000000000000000000000000000000000987ab'
  const lastContainer = () =>
    rpc<{ index: string; bytes: string }>(
      snowglobe,
      '/ext/index/C/block',
      'index.getLastAccepted',
      { encoding: 'hex' },
    )
  const before = await lastContainer()
  await snowglobe.act({ do: 'transfer', from: 'dora', to, chain: 'C', amount: '0.001' })
  const after = await lastContainer()
  expect(Number(after.index)).toBe(Number(before.index) + 1)
  expect(after.bytes).toContain(to.slice(2))

  await snowglobe.clock.advanceTo('2026-01-16T00:00:00Z')
  const { blocks } = await onC('/blocks?pageSize=100')
  const day = Date.parse('2026-01-15T00:00:00Z') / 1000
  const counted = (blocks as { blockTimestamp: number; txCount: number }[])
    .filter(({ blockTimestamp }) => blockTimestamp >= day)
    .reduce((sum, { txCount }) => sum + txCount, 0)
  expect(counted).toBeGreaterThan(10)
  const { results } = await get('/v1/avg_tps/43114')
  expect(results[0]).toEqual({ timestamp: day, value: counted / 86_400 })
})

test('what cannot be is refused by what is wrong with it', async () => {
  const { head } = await snowglobe.act({ do: 'price', chain: 'C', usd: '30' })
  const refused = async (action: object) =>
    await refusalOf(snowglobe.act(action as Parameters<Snowglobe['act']>[0]))
  expect(
    await refused({ do: 'mint', contract: 'coin', to: bare, amount: '1', from: 'ewoq' }),
  ).toMatchObject({ code: 'not_possible', message: expect.stringContaining('OnlyOwnerMints(') })
  expect(
    await refused({ do: 'mint', contract: 'globes', to: bare, tokenIds: ['7'] }),
  ).toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining('ERC721InvalidSender('),
  })
  expect(await refused({ do: 'mint', contract: 'globes', to: bare, amount: '1' })).toMatchObject({
    code: 'bad_request',
    details: { pointer: '/amount' },
  })
  expect(
    await refused({ do: 'mint', contract: 'coin', to: bare, amount: '0.0000001' }),
  ).toMatchObject({ code: 'bad_request', details: { pointer: '/amount' } })
  expect(
    await refused({ do: 'transferToken', contract: 'coin', from: bare, to: 'dora', amount: '1' }),
  ).toMatchObject({ code: 'not_possible', message: expect.stringContaining(bare) })
  expect(
    await refused({
      do: 'transferToken',
      contract: 'nothing',
      from: 'dora',
      to: bare,
      amount: '1',
    }),
  ).toMatchObject({ code: 'not_possible', message: 'mainnet has no contract nothing' })
  expect(await refused({ do: 'fail', from: 'dora', chain: 'C', to: bare })).toMatchObject({
    code: 'not_possible',
  })
  expect(
    await refused({ do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-721', as: 'coin' }),
  ).toMatchObject({
    code: 'not_possible',
    message: 'the contract coin exists already on mainnet; choose another name',
  })
  expect(await refused({ do: 'price', contract: 'globes', usd: '1' })).toMatchObject({
    code: 'not_possible',
  })
  const after = await snowglobe.act({ do: 'price', chain: 'C', usd: '31' })
  expect(after.head).toBe(head + 1)
})

test('a price ends, and the coin of a chain has one too', async () => {
  await snowglobe.act([
    { do: 'price', contract: 'coin', usd: null },
    { do: 'price', chain: 'C', usd: '40' },
  ])
  const { transactions } = await onC(`/addresses/${bare}/transactions:listErc20`)
  expect(transactions[0].erc20Token).not.toHaveProperty('price')
  const { nativeTokenBalance } = await onC(`/addresses/${bare}/balances:getNative`)
  expect(nativeTokenBalance).toMatchObject({
    price: { currencyCode: 'usd', value: '40' },
    balanceValue: { value: '20' },
  })
})

test('background traffic never touches what actions made', async () => {
  const lists = async () =>
    await Promise.all(
      [bare, owner].map(async (address) => [
        await onC(`/addresses/${address}/balances:listCollectibles`),
        await onC(`/addresses/${address}/transactions:listNative?pageSize=100`),
        await onC(`/addresses/${address}/transactions:listErc20`),
      ]),
    )
  const before = await lists()
  await snowglobe.clock.set({ pace: 96 })
  await snowglobe.clock.advance('6h')
  await snowglobe.clock.set({ pace: 'off' })
  expect(await lists()).toEqual(before)
})

test('the world keeps all rules', async () => {
  const report = await snowglobe.check()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
