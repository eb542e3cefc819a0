import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

let server: Snowglobe
let l1: { chainId: string; path: string; createdAt: number }
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { chains } = (await server.inject('/v1/chains?network=testnet')).json()
  const { chainId, platformChainId } = chains.find(
    (each: { chainId: string; isTestnet: boolean }) => each.isTestnet && each.chainId !== '43113',
  )
  const blockchain = `/v1/networks/fuji/blockchains/${platformChainId}`
  const { createBlockTimestamp } = (await server.inject(blockchain)).json()
  l1 = { chainId, path: `/ext/bc/${platformChainId}/rpc`, createdAt: createBlockTimestamp }
})
afterAll(() => server.close())

const contractChain = '/ext/bc/C/rpc'
const rpc = (path: string, method: string, ...params: unknown[]) =>
  call(server, path, method, params)
const resultOf = async (path: string, method: string, ...params: unknown[]) => {
  const { result, error } = await rpc(path, method, ...params)
  expect(error).toBeUndefined()
  return result
}

test('the C-chain tells the blocks and times of its rules, as coreth does', async () => {
  const { berlinBlock, londonBlock, ...config } = await resultOf(
    contractChain,
    'eth_getChainConfig',
  )
  // Times of avalanchego's upgrade table for fuji.
  expect(config).toEqual({
    apricotPhase1BlockTimestamp: 1_616_767_200,
    apricotPhase2BlockTimestamp: 1_620_223_200,
    apricotPhase3BlockTimestamp: 1_629_140_400,
    apricotPhase4BlockTimestamp: 1_631_826_000,
    apricotPhase5BlockTimestamp: 1_637_766_000,
    apricotPhase6BlockTimestamp: 1_662_494_400,
    apricotPhasePost6BlockTimestamp: 1_662_530_400,
    apricotPhasePre6BlockTimestamp: 1_662_494_400,
    banffBlockTimestamp: 1_664_805_600,
    byzantiumBlock: 0,
    cancunTime: 1_732_550_400,
    chainId: 43_113,
    constantinopleBlock: 0,
    cortinaBlockTimestamp: 1_680_793_200,
    daoForkBlock: 0,
    daoForkSupport: true,
    durangoBlockTimestamp: 1_707_840_000,
    eip150Block: 0,
    eip155Block: 0,
    eip158Block: 0,
    etnaTimestamp: 1_732_550_400,
    fortunaTimestamp: 1_741_878_000,
    graniteTimestamp: 1_761_750_000,
    heliconTimestamp: 253_399_622_400,
    homesteadBlock: 0,
    istanbulBlock: 0,
    muirGlacierBlock: 0,
    petersburgBlock: 0,
    shanghaiTime: 1_707_840_000,
  })
  // The first block with a base fee is the first one with the rules of London.
  const block = (number: number) =>
    resultOf(contractChain, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)
  expect(await block(londonBlock)).toHaveProperty('baseFeePerGas')
  expect(await block(londonBlock - 1)).not.toHaveProperty('baseFeePerGas')
  expect(berlinBlock).toBeLessThan(londonBlock)
  const timeOf = async (number: number) => Number((await block(number)).timestamp)
  expect(await timeOf(berlinBlock)).toBeGreaterThanOrEqual(1_620_223_200)
  expect(await timeOf(berlinBlock - 1)).toBeLessThan(1_620_223_200)
})

/** Fees of the L1s of the built-in world. */
const fees = {
  gasLimit: 15_000_000,
  targetBlockRate: 2,
  minBaseFee: 1_000_000_000,
  targetGas: 100_000_000,
  baseFeeChangeDenominator: 48,
  minBlockGasCost: 0,
  maxBlockGasCost: 10_000_000,
  blockGasCostStep: 500_000,
}

test('an L1 tells the configuration of its genesis and its upgrades', async () => {
  expect(await resultOf(l1.path, 'eth_getChainConfig')).toMatchObject({
    chainId: Number(l1.chainId),
    feeConfig: fees,
    ...{ allowFeeRecipients: false, subnetEVMTimestamp: 0, londonBlock: 0, berlinBlock: 0 },
    ...{ durangoTimestamp: 1_707_840_000, etnaTimestamp: 1_732_550_400 },
    warpConfig: { quorumNumerator: 67, requirePrimaryNetworkSigners: true },
    upgrades: {},
  })
  for (const block of [[], ['latest'], ['0x0']])
    expect(await resultOf(l1.path, 'eth_feeConfig', ...block)).toEqual({
      ...{ feeConfig: fees, lastChangedAt: 0 },
    })
  expect((await rpc(l1.path, 'eth_feeConfig', '0xffffffff')).error).toMatchObject({
    ...{ code: -32000, message: 'header not found' },
  })
})

test('an L1 tells the rules of a time, or of its last block', async () => {
  const ethRules = {
    ...{ ChainID: Number(l1.chainId), IsHomestead: true, IsEIP150: true, IsEIP155: true },
    ...{ IsEIP158: true, IsByzantium: true, IsConstantinople: true, IsPetersburg: true },
    ...{ IsIstanbul: true, IsBerlin: true, IsLondon: true, IsMerge: true },
    ...{ IsShanghai: true, IsCancun: true, IsPrague: false, IsVerkle: false },
  }
  const avalancheRules = {
    ...{ IsSubnetEVM: true, IsDurango: true, IsEtna: true, IsFortuna: false },
    ...{ IsGranite: true, IsHelicon: false },
  }
  const { warpConfig } = await resultOf(l1.path, 'eth_getChainConfig')
  const precompiles = { warpConfig: { timestamp: warpConfig.blockTimestamp } }
  expect(await resultOf(l1.path, 'eth_getActiveRulesAt')).toEqual({
    ...{ ethRules, avalancheRules, precompiles },
  })
  // One second before Durango of fuji.
  expect(await resultOf(l1.path, 'eth_getActiveRulesAt', 1_707_839_999)).toEqual({
    ethRules: { ...ethRules, IsShanghai: false, IsCancun: false },
    avalancheRules: { ...avalancheRules, IsDurango: false, IsEtna: false, IsGranite: false },
    precompiles: {},
  })
})

test.each([
  ['latest', 'json: cannot unmarshal string into Go value of type uint64'],
  [-1, 'json: cannot unmarshal number -1 into Go value of type uint64'],
  [1.5, 'json: cannot unmarshal number 1.5 into Go value of type uint64'],
  [true, 'json: cannot unmarshal bool into Go value of type uint64'],
])('%s is no time of rules', async (given, reason) => {
  expect((await rpc(l1.path, 'eth_getActiveRulesAt', given)).error).toMatchObject({
    ...{ code: -32602, message: `invalid argument 0: ${reason}` },
  })
})

test.each(['eth_feeConfig', 'eth_getActiveRulesAt'])('the C-chain has no %s', async (method) => {
  expect((await rpc(contractChain, method)).error).toMatchObject({
    ...{ code: -32601, message: `the method ${method} does not exist/is not available` },
  })
})

test('three offers double the next base fee', async () => {
  const history = await resultOf(contractChain, 'eth_feeHistory', '0x1', 'latest', [])
  const next = BigInt(history.baseFeePerGas[1])
  const offer = { maxPriorityFeePerGas: '0x1', maxFeePerGas: `0x${(2n * next + 1n).toString(16)}` }
  expect(await resultOf(contractChain, 'eth_suggestPriceOptions')).toEqual({
    ...{ slow: offer, normal: offer, fast: offer },
  })
})

test('the base fees of a history are those of the blocks, without a gap', async () => {
  const head = Number(await resultOf(contractChain, 'eth_blockNumber'))
  const { oldestBlock, baseFeePerGas, gasUsedRatio, reward } = await resultOf(
    ...([contractChain, 'eth_feeHistory', '0x400', 'latest', [0, 50, 100]] as const),
  )
  const first = Number(oldestBlock)
  expect(first).toBe(Math.max(0, head - 1023))
  expect(baseFeePerGas).toHaveLength(head - first + 2)
  for (let number = first; number <= head; number++) {
    const at = `0x${number.toString(16)}`
    const block = await resultOf(contractChain, 'eth_getBlockByNumber', at, true)
    expect(baseFeePerGas[number - first]).toBe(block.baseFeePerGas ?? '0x0')
    const ratio = Number(block.gasUsed) / Number(block.gasLimit)
    expect(gasUsedRatio[number - first]).toBeCloseTo(ratio, 12)
    const tips = block.transactions.map(
      ({ gasPrice }: { gasPrice: string }) => BigInt(gasPrice) - BigInt(block.baseFeePerGas ?? 0),
    )
    const lowest = tips.reduce((a: bigint, b: bigint) => (a < b ? a : b), tips[0] ?? 0n)
    expect(BigInt(reward[number - first][0])).toBe(lowest)
  }
})
