import { expect, test } from 'vitest'
import { ewoqEvm, known, networks } from '../support/world.ts'
import { data, everyItem, here } from './chainkit.ts'

const hash = /^0x[0-9a-f]{64}$/
const wei = /^\d+$/

test.each(networks)('evm.blocks.listLatest (4.1.18) pages to genesis on %s', async (network) => {
  for (const chainId of [known[network].cChainEvmId, known[network].l1EvmId]) {
    const list = (pageSize: number) =>
      everyItem(data.evm.blocks.listLatest({ chainId, pageSize }, here), ({ blocks }) => blocks)
    const blocks = await list(100)
    expect(await list(7)).toEqual(blocks)
    for (const [index, block] of blocks.entries()) {
      expect(block).toMatchObject({
        chainId,
        blockHash: expect.stringMatching(hash),
        gasLimit: expect.stringMatching(wei),
        cumulativeTransactions: expect.stringMatching(wei),
      })
      const { blockTimestamp, blockTimestampMilliseconds, blockMinDelayExcess } = block
      if (blockTimestampMilliseconds === undefined) expect(blockMinDelayExcess).toBeUndefined()
      else expect(blockTimestampMilliseconds).toBe(blockTimestamp * 1000)
      const parent = blocks[index + 1]
      if (parent) expect(block.parentHash).toBe(parent.blockHash)
    }
  }
})

test.each(networks)(
  'evm.address.transactions.listNative (4.1.12) shows all kinds of calls on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 7 }
    const transactions = await everyItem(
      data.evm.address.transactions.listNative(request, here),
      (page) => page.transactions,
    )
    for (const { from, to } of transactions) expect([from.address, to.address]).toContain(ewoqEvm)
    const kinds = new Set(transactions.map(({ method }) => method?.callType))
    expect(kinds).toEqual(new Set(['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION']))
  },
)

test.each(networks)(
  'evm.address.transactions.listErc20 (4.1.11) shows transfers with their token on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 7 }
    const transfers = await everyItem(
      data.evm.address.transactions.listErc20(request, here),
      ({ transactions }) => transactions,
    )
    expect(transfers.length).toBeGreaterThan(7)
    for (const { from, to, erc20Token, value } of transfers) {
      expect([from.address, to.address]).toContain(ewoqEvm)
      expect(erc20Token).toMatchObject({ ercType: 'ERC-20', decimals: expect.any(Number) })
      expect(value).toMatch(wei)
    }
    const prices = transfers.flatMap(({ erc20Token }) => erc20Token.price ?? [])
    expect(prices[0]).toEqual({ currencyCode: 'usd', value: expect.any(Number) })
  },
)

test.each(networks)(
  'evm.address.transactions.listErc721 (4.1.10) shows transfers with their token on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 3 }
    const transfers = await everyItem(
      data.evm.address.transactions.listErc721(request, here),
      ({ transactions }) => transactions,
    )
    expect(transfers.length).toBeGreaterThan(3)
    for (const { from, to, erc721Token } of transfers) {
      expect([from.address, to.address]).toContain(ewoqEvm)
      expect(erc721Token).toMatchObject({ ercType: 'ERC-721', tokenId: expect.stringMatching(wei) })
    }
  },
)

test.each(networks)('startBlock and endBlock cut the lists of transfers on %s', async (network) => {
  const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 100 }
  const list = (range: { startBlock?: number; endBlock?: number }) =>
    everyItem(
      data.evm.address.transactions.listErc20({ ...request, ...range }, here),
      ({ transactions }) => transactions,
    )
  const all = await list({})
  const middle = Number(all[Math.floor(all.length / 2)]?.blockNumber)
  expect([...(await list({ startBlock: middle })), ...(await list({ endBlock: middle }))]).toEqual(
    all,
  )
})

test.each(networks)(
  'evm.address.balances.listErc721 (4.1.13) has the native balance on every page on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 1 }
    const balances = await everyItem(
      data.evm.address.balances.listErc721(request, here),
      ({ nativeTokenBalance, erc721TokenBalances }) => {
        expect(nativeTokenBalance).toMatchObject({ symbol: 'AVAX', decimals: 18 })
        return erc721TokenBalances
      },
    )
    expect(balances).not.toEqual([])
    for (const token of balances)
      expect(token).toMatchObject({ ercType: 'ERC-721', chainId: request.chainId })
  },
)

test.each(networks)(
  'evm.address.balances.listCollectibles (4.1.14) has both kinds of tokens on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 2 }
    const balances = await everyItem(
      data.evm.address.balances.listCollectibles(request, here),
      ({ collectibleBalances }) => collectibleBalances,
    )
    expect(new Set(balances.map(({ ercType }) => ercType))).toEqual(
      new Set(['ERC-721', 'ERC-1155']),
    )
    for (const token of balances)
      if (token.ercType === 'ERC-1155') expect(BigInt(token.balance)).toBeGreaterThan(0n)
  },
)

test.each(networks)(
  'evm.address.balances.getNative (4.1.15) tells balance and price on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm }
    const { nativeTokenBalance: now } = await data.evm.address.balances.getNative(request, here)
    expect(now).toMatchObject({ symbol: 'AVAX', decimals: 18, chainId: request.chainId })
    expect(BigInt(now.balance)).toBeGreaterThan(0n)

    const { nativeTokenBalance: atGenesis } = await data.evm.address.balances.getNative(
      { ...request, blockNumber: '0', currency: 'eur' },
      here,
    )
    expect(atGenesis.balance).not.toBe(now.balance)
    if (network === 'mainnet') {
      expect(now.price).toEqual({ currencyCode: 'usd', value: expect.any(Number) })
      expect(atGenesis.price).toEqual({ currencyCode: 'eur', value: expect.any(Number) })
    }
  },
)

test.each(networks)(
  'evm.address.contracts.listDeployments (4.1.16) knows every kind of contract on %s',
  async (network) => {
    const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 1 }
    const contracts = await everyItem(
      data.evm.address.contracts.listDeployments(request, here),
      (page) => page.contracts,
    )
    expect(new Set(contracts.map(({ ercType }) => ercType))).toEqual(
      new Set(['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN']),
    )
    for (const { deploymentDetails } of contracts)
      expect(deploymentDetails).toMatchObject({
        deployerAddress: ewoqEvm,
        txHash: expect.stringMatching(hash),
      })
  },
)

test.each(networks)(
  'nfts.list (4.1.17) lists collections of both kinds with capital index statuses on %s',
  async (network) => {
    const chainId = known[network].cChainEvmId
    const contracts = await everyItem(
      data.evm.address.contracts.listDeployments({ chainId, address: ewoqEvm }, here),
      (page) => page.contracts,
    )
    for (const ercType of ['ERC-721', 'ERC-1155']) {
      const collection = contracts.find((contract) => contract.ercType === ercType)
      const tokens = await everyItem(
        data.nfts.list({ chainId, address: collection?.address ?? '', pageSize: 1 }, here),
        (page) => page.tokens,
      )
      expect(tokens.length).toBeGreaterThan(1)
      for (const token of tokens) {
        expect(token).toMatchObject({ ercType, address: collection?.address })
        expect(token.metadata.indexStatus).toMatch(/^[A-Z_]+$/)
      }
    }
  },
)
