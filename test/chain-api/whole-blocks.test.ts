import { getContractAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const rpc = '/ext/bc/C/rpc'
const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
/** Gas of a block of the C-chain since Fortuna, while validators vote for no other target. */
const wholeBlock = 10_000_000n

async function read(method: string, ...params: unknown[]) {
  const { result, error } = await call(server, rpc, method, params)
  expect(error).toBeUndefined()
  return result
}

/** Returns a creation that uses all of its gas: its code is INVALID. */
async function burning(gas: bigint) {
  const nonce = Number(await read('eth_getTransactionCount', account.address, 'latest'))
  const raw = await account.signTransaction({
    ...{ chainId: 43113, nonce, data: '0xfe', gas, gasPrice: 10n ** 10n },
  })
  return { nonce, raw }
}

const violations = async () =>
  (await server.check()).rules.filter((rule) => rule.violations.length > 0)

test('a transaction may use the gas of a whole block', async () => {
  const { gasLimit } = await read('eth_getBlockByNumber', 'latest', false)
  expect(BigInt(gasLimit)).toBe(wholeBlock)
  const { raw } = await burning(wholeBlock)
  const receipt = await read('eth_getTransactionReceipt', await read('eth_sendRawTransaction', raw))
  expect(BigInt(receipt.gasUsed)).toBe(wholeBlock)
  const above = await burning(wholeBlock + 1n)
  expect((await call(server, rpc, 'eth_sendRawTransaction', [above.raw])).error).toEqual({
    ...{ code: -32000, message: 'exceeds block gas limit' },
  })
  expect(await violations()).toEqual([])
})

test('an estimate is no more than a block holds', async () => {
  // Loops until less than a million gas is left.
  const loops = '0x5b620f42405a11600057'
  const override = { [`0x${'00'.repeat(18)}c0de`]: { code: loops } }
  const to = Object.keys(override)[0]
  const estimated = BigInt(await read('eth_estimateGas', { to }, 'latest', override))
  expect(estimated).toBeLessThanOrEqual(wholeBlock)
})

test('a failed creation names the address that it would have had', async () => {
  const { nonce, raw } = await burning(100_000n)
  const receipt = await read('eth_getTransactionReceipt', await read('eth_sendRawTransaction', raw))
  expect(receipt).toMatchObject({
    status: '0x0',
    to: null,
    contractAddress: getContractAddress({
      ...{ from: account.address, nonce: BigInt(nonce) },
    }).toLowerCase(),
  })
})

test('an atomic transaction takes the next block when the gas of one is used', async () => {
  const { raw } = await burning(wholeBlock - 1_000n)
  const { results } = await server.act([
    { do: 'issue', chain: 'C', bytes: raw, network: 'fuji' },
    { do: 'export', from: 'ewoq', sourceChain: 'C', destinationChain: 'X', amount: '1' },
  ])
  const [burnt, exported] = results.map(({ txId }) => txId)
  const { blockNumber } = await read('eth_getTransactionReceipt', burnt)
  const { result } = await call(server, '/ext/bc/C/avax', 'avax.getAtomicTx', { txID: exported })
  expect(Number(result.blockHeight)).toBe(Number(blockNumber) + 1)
  expect(await violations()).toEqual([])
})
