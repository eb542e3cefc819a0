import { createRequire } from 'node:module'
import {
  type BaseContract,
  Contract,
  ContractFactory,
  type InterfaceAbi,
  JsonRpcProvider,
  parseEther,
  Wallet,
} from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'

// Uniswap V2 as it was published and deployed: the bytecode of its packages.

const name = 'uniswap'
const server = inject('servers').fuji
const provider = new JsonRpcProvider(`${server}/_worlds/${name}/ext/bc/C/rpc`, 43113, {
  ...{ polling: true, pollingInterval: 50, cacheTimeout: -1 },
})
const wallet = new Wallet(`0x${'7a'.repeat(32)}`, provider)
const control = connect(server, { world: name })
const artifact = (path: string) =>
  createRequire(import.meta.url)(`@uniswap/${path}.json`) as {
    abi: InterfaceAbi
    bytecode: string
  }

const supply = parseEther('10000')
/** Later than any world. */
const deadline = 2n ** 40n
const contracts: Record<string, BaseContract> = {}
const of = (key: string): BaseContract => {
  const contract = contracts[key]
  if (!contract) throw new Error(`${key} is deployed by the tests before`)
  return contract
}
const addressOf = (key: string) => of(key).getAddress()

async function deploy(key: string, path: string, ...args: unknown[]): Promise<void> {
  const { abi, bytecode } = artifact(path)
  const contract = await new ContractFactory(abi, bytecode, wallet).deploy(...args)
  await contract.waitForDeployment()
  contracts[key] = contract
}

async function send(key: string, method: string, args: readonly unknown[]) {
  const sent = await of(key)
    .getFunction(method)
    .send(...args)
  const receipt = await sent.wait()
  if (!receipt) throw new Error('a mined transaction has a receipt')
  return receipt
}

const read = (key: string, method: string, ...args: readonly unknown[]) =>
  of(key)
    .getFunction(method)
    .staticCall(...args)

// biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
async function data(path: string): Promise<any> {
  const response = await fetch(`${server}/v1/chains/43113${path}`, {
    headers: { 'x-snowglobe-world': name },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

/** Returns balances of the ERC-20 tokens of an address by contract. */
async function heldBy(address: string): Promise<Record<string, string>> {
  const { erc20TokenBalances } = await data(`/addresses/${address}/balances:listErc20?pageSize=100`)
  return Object.fromEntries(
    erc20TokenBalances.map((each: { address: string; balance: string }) => [
      each.address,
      each.balance,
    ]),
  )
}

const transfersIn = async (hash: string) =>
  ((await data(`/transactions/${hash}`)).erc20Transfers ?? []).map(
    (each: {
      from: { address: string }
      to: { address: string }
      value: string
      erc20Token: { address: string }
    }) => [each.erc20Token.address, each.from.address, each.to.address, each.value],
  )

beforeAll(async () => {
  await control.act({
    ...{ do: 'fund', to: wallet.address, chain: 'C', amount: '200', network: 'fuji' },
  })
})
afterAll(() => provider.destroy())

test('core, router, wrapped coin and two tokens are deployed', async () => {
  await deploy('wrapped', 'v2-periphery/build/WETH9')
  await deploy('factory', 'v2-core/build/UniswapV2Factory', wallet.address)
  const [factory, wrapped] = [await addressOf('factory'), await addressOf('wrapped')]
  await deploy('router', 'v2-periphery/build/UniswapV2Router02', factory, wrapped)
  await deploy('a', 'v2-periphery/build/ERC20', supply)
  await deploy('b', 'v2-periphery/build/ERC20', supply)
  expect(await read('router', 'factory')).toBe(factory)
  expect(await data(`/addresses/${await addressOf('a')}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Test Token', symbol: 'TT', decimals: 18 },
    deploymentDetails: { deployerAddress: wallet.address },
  })
  expect(await data(`/addresses/${wrapped}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
  })
})

test('liquidity makes a pair, which is found to be an ERC-20 of the factory', async () => {
  const [router, a, b] = [await addressOf('router'), await addressOf('a'), await addressOf('b')]
  for (const token of ['a', 'b']) await send(token, 'approve', [router, 2n ** 256n - 1n])
  const amounts = [parseEther('1000'), parseEther('4000')] as const
  const { hash } = await send('router', 'addLiquidity', [
    ...[a, b, ...amounts, 0n, 0n, wallet.address, deadline],
  ])
  const pairAddress: string = await read('factory', 'getPair', a, b)
  const { abi } = artifact('v2-core/build/UniswapV2Pair')
  contracts.pair = new Contract(pairAddress, abi, wallet)

  expect(await data(`/addresses/${pairAddress}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Uniswap V2', symbol: 'UNI-V2', decimals: 18 },
    deploymentDetails: {
      txHash: hash,
      deployerAddress: wallet.address,
      deployerContractAddress: await addressOf('factory'),
    },
  })
  // sqrt(1000 * 4000) = 2000, of which 1000 units stay locked for ever.
  const zero = `0x${'00'.repeat(20)}`
  const liquidity = parseEther('2000')
  expect(await transfersIn(hash)).toEqual([
    [a, wallet.address, pairAddress, String(amounts[0])],
    [b, wallet.address, pairAddress, String(amounts[1])],
    [pairAddress, zero, zero, '1000'],
    [pairAddress, zero, wallet.address, String(liquidity - 1000n)],
  ])
  const { internalTransactions } = await data(`/transactions/${hash}`)
  const creations = internalTransactions.filter((each: { internalTxType: string }) =>
    each.internalTxType.startsWith('CREATE'),
  )
  expect(creations).toMatchObject([
    { internalTxType: 'CREATE2', from: { address: await addressOf('factory') } },
  ])
  expect(creations[0].to.address).toBe(pairAddress)
  expect(await heldBy(pairAddress)).toMatchObject({
    ...{ [a]: String(amounts[0]), [b]: String(amounts[1]) },
  })
  expect((await heldBy(wallet.address))[pairAddress]).toBe(String(liquidity - 1000n))
})

/** Output of a pool of a constant product that keeps 0.3 percent. */
const outputOf = (amount: bigint, reserveIn: bigint, reserveOut: bigint) =>
  (amount * 997n * reserveOut) / (reserveIn * 1000n + amount * 997n)

test('a swap trades at the price of the pool, and holdings follow', async () => {
  const [a, b] = [await addressOf('a'), await addressOf('b')]
  const pair = await addressOf('pair')
  const amount = parseEther('10')
  const output = outputOf(amount, parseEther('1000'), parseEther('4000'))
  const path = [a, b]
  expect(await read('router', 'getAmountsOut', amount, path)).toEqual([amount, output])
  const { hash } = await send('router', 'swapExactTokensForTokens', [
    ...[amount, output, path, wallet.address, deadline],
  ])
  expect(await transfersIn(hash)).toEqual([
    [a, wallet.address, pair, String(amount)],
    [b, pair, wallet.address, String(output)],
  ])
  const held = await heldBy(wallet.address)
  expect(held[a]).toBe(String(supply - parseEther('1010')))
  expect(held[b]).toBe(String(supply - parseEther('4000') + output))
  expect(await read('a', 'balanceOf', wallet.address)).toBe(BigInt(held[a] ?? 0))
})

test('a swap that gets less than it wants is refused with the reason of the router', async () => {
  const path = [await addressOf('a'), await addressOf('b')]
  const swap = read(
    'router',
    'swapExactTokensForTokens',
    ...[1000n, 10n ** 18n, path, wallet.address, deadline],
  )
  await expect(swap).rejects.toMatchObject({
    ...{ code: 'CALL_EXCEPTION', reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
  })
})

test('coins are pooled and bought by way of the wrapped coin', async () => {
  const [a, wrapped] = [await addressOf('a'), await addressOf('wrapped')]
  const added = await send('router', 'addLiquidityETH', [
    ...[a, parseEther('100'), 0n, 0n, wallet.address, deadline],
    { value: parseEther('50') },
  ])
  const pair: string = await read('factory', 'getPair', a, wrapped)
  const { internalTransactions } = await data(`/transactions/${added.hash}`)
  expect(internalTransactions).toContainEqual(
    expect.objectContaining({
      from: expect.objectContaining({ address: await addressOf('router') }),
      to: expect.objectContaining({ address: wrapped }),
      value: String(parseEther('50')),
    }),
  )
  const output = outputOf(parseEther('5'), parseEther('100'), parseEther('50'))
  const before = await provider.getBalance(wallet.address)
  const sold = await send('router', 'swapExactTokensForETH', [
    ...[parseEther('5'), output, [a, wrapped], wallet.address, deadline],
  ])
  const fee = sold.gasUsed * sold.gasPrice
  expect(await provider.getBalance(wallet.address)).toBe(before + output - fee)
  expect(await heldBy(pair)).toMatchObject({
    [a]: String(parseEther('105')),
    [wrapped]: String(parseEther('50') - output),
  })
  const native = await data(`/addresses/${wallet.address}/balances:getNative`)
  expect(native.nativeTokenBalance.balance).toBe(String(before + output - fee))
})

test('liquidity is taken out again', async () => {
  const [a, b] = [await addressOf('a'), await addressOf('b')]
  const liquidity: bigint = await read('pair', 'balanceOf', wallet.address)
  await send('pair', 'approve', [await addressOf('router'), liquidity])
  await send('router', 'removeLiquidity', [...[a, b, liquidity, 0n, 0n, wallet.address, deadline]])
  const held = await heldBy(wallet.address)
  expect(held[await addressOf('pair')] ?? '0').toBe('0')
  for (const token of ['a', 'b'] as const)
    expect(held[await addressOf(token)]).toBe(
      String(await read(token, 'balanceOf', wallet.address)),
    )
})

test('the world is consistent after it', { timeout: 400_000 }, async () => {
  const { rules } = await control.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
