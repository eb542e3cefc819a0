import { readFileSync } from 'node:fs'
import {
  type Abi,
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  getContract,
  type Hex,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import { creationCode } from '../../src/simulator/evm/solidity/compiled/creation-code.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const chain = defineChain({
  id: 43113,
  name: 'C',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1'] } },
})
const transport = custom({
  async request({ method, params = [] }) {
    const payload = { jsonrpc: '2.0', id: 1, method, params }
    const response = await server.inject({ method: 'POST', url: '/ext/bc/C/rpc', payload })
    const { result, error } = response.json()
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})
const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const reader = createPublicClient({ chain, transport, pollingInterval: 10 })
const wallet = createWalletClient({ account, chain, transport })
const poor = createWalletClient({ account: other, chain, transport })

const abi = JSON.parse(
  readFileSync(
    new URL('../../src/simulator/evm/solidity/compiled/Token.json', import.meta.url),
    'utf8',
  ),
).abi as Abi
const onC = async (path: string) => (await server.inject(`/v1/chains/43113${path}`)).json()

test('viem deploys a token, calls it, and reads logs; every list of the Data API follows', async () => {
  const supply = parseEther('1000')
  const args = ['Viem Coin', 'VIEM', 18, supply]
  const hash = await wallet.deployContract({ abi, bytecode: creationCode.Token as Hex, args })
  const deployed = await reader.waitForTransactionReceipt({ hash })
  const address = deployed.contractAddress as Hex
  expect(deployed.status).toBe('success')
  expect((await reader.getCode({ address }))?.length).toBeGreaterThan(1_000)

  const token = getContract({ abi, address, client: { public: reader, wallet } })
  expect(await token.read.name?.()).toBe('Viem Coin')
  const sent = await token.write.transfer?.([other.address, 5n])
  const receipt = await reader.waitForTransactionReceipt({ hash: sent as Hex })
  expect(receipt.logs).toHaveLength(1)
  expect(await token.read.balanceOf?.([other.address])).toBe(5n)
  const before = { blockNumber: deployed.blockNumber }
  expect(await token.read.balanceOf?.([other.address], before)).toBe(0n)
  const events = await reader.getContractEvents({
    ...{ abi, address, eventName: 'Transfer', fromBlock: 'earliest' },
  })
  expect(events.map(({ args }) => (args as { value?: bigint }).value)).toEqual([supply, 5n])

  expect(await onC(`/addresses/${address}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Viem Coin', symbol: 'VIEM', decimals: 18 },
    deploymentDetails: { txHash: hash, deployerAddress: account.address },
  })
  const { transfers } = await onC(`/tokens/${address}/transfers`)
  expect(transfers.map((each: { txHash: Hex }) => each.txHash)).toEqual([sent, hash])
  const { erc20TokenBalances } = await onC(`/addresses/${other.address}/balances:listErc20`)
  expect(erc20TokenBalances).toMatchObject([{ symbol: 'VIEM', balance: '5' }])

  // A revert is an error of the contract's own for viem, and costs nothing.
  const mint = { abi, address, functionName: 'mint', args: [other.address, 1n] } as const
  const failed = await reader.simulateContract({ ...mint, account: other }).catch((error) => error)
  const reverted = (failed as BaseError).walk((it) => it instanceof ContractFunctionRevertedError)
  expect((reverted as ContractFunctionRevertedError).data).toMatchObject({
    ...{ errorName: 'OnlyOwnerMints', args: [other.address] },
  })
})

test('a transaction that reverts is in a block, pays, and has no logs', async () => {
  await server.act({
    ...{ do: 'fund', network: 'fuji', to: other.address, chain: 'C', amount: '1' },
  })
  // PUSH1 0, PUSH1 0, REVERT.
  const hash = await poor.sendTransaction({ data: '0x60006000fd', gas: 100_000n })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'reverted', logs: [] })
  expect(receipt.gasUsed).toBeLessThan(100_000n)
  expect((await onC(`/transactions/${hash}`)).nativeTransaction.txStatus).toBe('0')
})

test('the engine’s limits hold: an endless loop takes its gas, and deep calls end', async () => {
  // JUMPDEST, PUSH1 0, JUMP.
  const endless = await wallet.sendTransaction({ data: '0x5b600056', gas: 500_000n })
  expect(await reader.waitForTransactionReceipt({ hash: endless })).toMatchObject({
    ...{ status: 'reverted', gasUsed: 500_000n },
  })
  // Six zeros, its own address, all gas, CALL: it calls itself until no gas is left.
  const recursive = await deployed('600080808080305af100')
  const deep = await wallet.sendTransaction({ to: recursive, gas: 5_000_000n })
  expect((await reader.waitForTransactionReceipt({ hash: deep })).status).toBe('success')
  const { internalTransactions } = await onC(`/transactions/${deep}`)
  expect(internalTransactions.length).toBeGreaterThan(100)

  // 1,500 calls of an account in a loop; the Data API has rows for 1,024 of them. G-316
  const loop = await deployed('6105dc5b60008080808060aa5af150600190038060035700')
  const wide = await wallet.sendTransaction({ to: loop, gas: 2_000_000n })
  expect((await reader.waitForTransactionReceipt({ hash: wide })).status).toBe('success')
  expect((await onC(`/transactions/${wide}`)).internalTransactions).toHaveLength(1_024)
})

/** Deploys runtime code and returns its address. */
async function deployed(code: string): Promise<Hex> {
  const length = (code.length / 2).toString(16).padStart(2, '0')
  const data = `0x60${length}600c60003960${length}6000f3${code}` as const
  const hash = await wallet.sendTransaction({ data, gas: 300_000n })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  return contractAddress as Hex
}

test('the world is consistent after all of it', async () => {
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
