import { createRequire } from 'node:module'
import {
  type Abi,
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  InsufficientFundsError,
  keccak256,
  NonceTooLowError,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { avalancheFuji } from 'viem/chains'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'

const name = 'viem'
const server = inject('servers').fuji
const transport = http(`${server}/_worlds/${name}/ext/bc/C/rpc`)
const account = privateKeyToAccount(`0x${'3c'.repeat(32)}`)
const client = createPublicClient({ chain: avalancheFuji, transport, pollingInterval: 50 })
const wallet = createWalletClient({ chain: avalancheFuji, transport, account })
const bob = '0x00000000000000000000000000000000000000b0'
const { abi, evm } = createRequire(import.meta.url)('@uniswap/v2-periphery/build/ERC20.json') as {
  abi: Abi
  evm: { bytecode: { object: string } }
}
const supply = parseEther('1000')
let token: Hex

beforeAll(async () => {
  await connect(server, { world: name }).act({
    ...{ do: 'fund', to: account.address, chain: 'C', amount: '10', network: 'fuji' },
  })
})

test('viem deploys a contract whose code and constructor it reads back', async () => {
  const bytecode = `0x${evm.bytecode.object}` as const
  const hash = await wallet.deployContract({ abi, bytecode, args: [supply] })
  const { contractAddress, status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  token = contractAddress as Hex
  const code = await client.getCode({ address: token })
  expect(code?.length).toBeGreaterThan(1000)
  const read = (functionName: string, args: unknown[] = []) =>
    client.readContract({ address: token, abi, functionName, args })
  expect(await read('symbol')).toBe('TT')
  expect(await read('balanceOf', [account.address])).toBe(supply)
})

test('what viem watches is what it sent, and the Data API shows the same', async () => {
  const seen: unknown[] = []
  const stop = client.watchContractEvent({
    ...{ address: token, abi, eventName: 'Transfer' },
    onLogs: (logs) => seen.push(...logs.map(({ transactionHash }) => transactionHash)),
  })
  // The first poll says where the watching begins.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { request } = await client.simulateContract({
    ...{ account, address: token, abi, functionName: 'transfer', args: [bob, 7n] },
  })
  const hash = await wallet.writeContract(request)
  await client.waitForTransactionReceipt({ hash })
  await expect.poll(() => seen, { timeout: 5000 }).toEqual([hash])
  stop()
  const [event] = await client.getContractEvents({ address: token, abi, eventName: 'Transfer' })
  expect(event).toMatchObject({ transactionHash: hash, args: { to: expect.any(String) } })
  const response = await fetch(`${server}/v1/chains/43113/tokens/${token}/transfers`, {
    headers: { 'x-snowglobe-world': name },
  })
  const { transfers } = (await response.json()) as { transfers: object[] }
  expect(transfers[0]).toMatchObject({ txHash: hash, value: '7' })
})

test('refusals become the typed errors of viem', async () => {
  const causeOf = async (sent: Promise<unknown>) => {
    try {
      await sent
    } catch (error) {
      return error as BaseError
    }
    throw new Error('it is refused')
  }
  const reverted = await causeOf(
    client.simulateContract({
      ...{ account: bob, address: token, abi, functionName: 'transfer', args: [bob, 8n] },
    }),
  )
  const cause = reverted.walk((each) => each instanceof ContractFunctionRevertedError)
  expect(cause).toMatchObject({ reason: 'ds-math-sub-underflow' })
  const low = await causeOf(wallet.sendTransaction({ to: bob, value: 1n, nonce: 0, gas: 21_000n }))
  expect(low.walk((each) => each instanceof NonceTooLowError)).toBeTruthy()
  const poor = await causeOf(
    wallet.sendTransaction({ to: bob, value: parseEther('11'), gas: 21_000n }),
  )
  expect(poor.walk((each) => each instanceof InsufficientFundsError)).toBeTruthy()
})

test('estimates, access lists, slots and proofs of a contract answer', async () => {
  const call = { account, address: token, abi, functionName: 'transfer', args: [bob, 1n] } as const
  const gas = await client.estimateContractGas(call)
  const hash = await wallet.writeContract(call)
  const { gasUsed, blockNumber } = await client.waitForTransactionReceipt({ hash })
  // At most 1.5 percent above what is used, as the node's search ends.
  expect(gas).toBeGreaterThanOrEqual(gasUsed)
  expect(Number(gas)).toBeLessThanOrEqual(Number(gasUsed) * 1.015)
  // totalSupply is the first slot of the contract.
  const slot = `0x${'00'.repeat(32)}` as const
  expect(BigInt((await client.getStorageAt({ address: token, slot })) ?? 0)).toBe(supply)
  const proof = await client.getProof({ address: token, storageKeys: [slot] })
  expect(proof.storageProof).toMatchObject([{ value: supply }])
  const { stateRoot } = (await client.request({
    method: 'eth_getBlockByNumber',
    params: [`0x${blockNumber.toString(16)}`, false],
  })) as { stateRoot: Hex }
  expect(keccak256(proof.accountProof[0] as Hex)).toBe(stateRoot)
  const contracts = [
    { address: token, abi, functionName: 'symbol' },
    { address: token, abi, functionName: 'decimals' },
  ]
  const [usual, told, block] = await Promise.all([
    // The address where viem looks for it on every chain.
    client.multicall({ contracts }),
    // The address that the Data API tells of the chain.
    client.multicall({
      multicallAddress: '0xE898101ffEF388A8DA16205249a7E4977d4F034c',
      contracts,
    }),
    client.getBlock({ includeTransactions: true }),
  ])
  expect(usual.map(({ result }) => result)).toEqual(['TT', 18])
  expect(told).toEqual(usual)
  expect(block.transactions.map((each) => each.hash)).toContain(hash)
})
