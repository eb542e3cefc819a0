import { ApiError, CurrencyCode } from '@avalabs/glacier-sdk'
import { expect, test } from 'vitest'
import { ewoqEvm, known } from '../support/world.ts'
import { everyItem, glacier, networks } from './glacier.ts'

const { evmTransactions, evmBalances, evmBlocks, nfTs } = glacier

test.each(networks)('4.1.10 to 4.1.12: transfers of an address on %s', async (network) => {
  const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 100 }
  const { transactions: nfts } = await evmTransactions.listErc721Transactions(request)
  const { transactions: tokens } = await evmTransactions.listErc20Transactions(request)
  const { transactions: native } = await evmTransactions.listNativeTransactions(request)
  expect(nfts[0]?.erc721Token.metadata.indexStatus).toMatch(/^[A-Z_]+$/)
  expect(tokens[0]?.erc20Token.decimals).toEqual(expect.any(Number))
  expect(native[0]?.chainId).toBe(request.chainId)
  for (const { from, to } of [...nfts, ...tokens, ...native])
    expect([from.address, to.address]).toContain(ewoqEvm)
})

test.each(networks)('4.1.13, 4.1.14: collectibles of an address on %s', async (network) => {
  const request = { chainId: known[network].cChainEvmId, address: ewoqEvm, pageSize: 500 }
  const { erc721TokenBalances, nativeTokenBalance } = await evmBalances.listErc721Balances(request)
  const { collectibleBalances } = await evmBalances.listCollectibleBalances(request)
  expect(nativeTokenBalance.symbol).toBe('AVAX')
  expect(collectibleBalances.filter(({ ercType }) => String(ercType) === 'ERC-721')).toEqual(
    erc721TokenBalances,
  )
  expect(collectibleBalances.length).toBeGreaterThan(erc721TokenBalances.length)
})

test.each(networks)('4.1.15: native balance and its price on %s', async (network) => {
  const { nativeTokenBalance } = await evmBalances.getNativeBalance({
    chainId: known[network].cChainEvmId,
    address: ewoqEvm,
    currency: CurrencyCode.JPY,
  })
  expect(BigInt(nativeTokenBalance.balance)).toBeGreaterThan(0n)
  const { price } = nativeTokenBalance
  expect(price).toEqual(
    network === 'mainnet' ? { currencyCode: 'jpy', value: expect.any(Number) } : undefined,
  )
})

test.each(networks)('4.1.16, 4.1.17: contracts and their tokens on %s', async (network) => {
  const chainId = known[network].cChainEvmId
  const { contracts } = await evmTransactions.listContractDeployments({
    chainId,
    address: ewoqEvm,
    pageSize: 100,
  })
  for (const ercType of ['ERC-721', 'ERC-1155']) {
    const contract = contracts.find((found) => String(found.ercType) === ercType)
    const { tokens } = await nfTs.listTokens({ chainId, address: contract?.address ?? '' })
    expect(tokens[0]).toMatchObject({ ercType, address: contract?.address })
  }
})

test.each(networks)('4.1.18: blocks page to genesis on %s', async (network) => {
  const chainId = known[network].cChainEvmId
  const blocks = await everyItem(
    (pageToken) => evmBlocks.getLatestBlocks({ chainId, ...(pageToken && { pageToken }) }),
    (page) => page.blocks,
  )
  const numbers = blocks.map(({ blockNumber }) => Number(blockNumber))
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a documented error is an ApiError with its body', async () => {
  const call = evmBlocks.getLatestBlocks({ chainId: '424242' })
  const error = await call.then(String, (reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 404,
    body: { statusCode: 404, error: 'Not Found', message: expect.stringContaining('424242') },
  })
})
