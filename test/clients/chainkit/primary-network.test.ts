import type { PChainTransaction } from '@avalanche-sdk/chainkit/models/components'
import { expect, test } from 'vitest'
import { known, type Network, networks, primarySubnetId } from '../support/world.ts'
import { data, everyItem, here } from './chainkit.ts'

const { transactions, balances, blocks, vertices } = data.primaryNetwork

type Chain = 'p-chain' | 'x-chain' | 'c-chain'

const listTransactions = (network: Network, blockchainId: Chain, filters = {}) =>
  everyItem(
    transactions.listLatest({ network, blockchainId, pageSize: 100, ...filters }, here),
    ({ transactions, chainInfo }) => {
      expect(chainInfo).toEqual({ chainName: blockchainId, network })
      return [...transactions]
    },
  )

const listPlatformTransactions = async (network: Network, filters = {}) =>
  (await listTransactions(network, 'p-chain', filters)) as PChainTransaction[]

test.each(networks)(
  'transactions.listLatest (4.1.3) lists every type of the P-chain of %s',
  async (network) => {
    const all = await listPlatformTransactions(network)
    expect(new Set(all.map(({ txType }) => txType))).toEqual(
      new Set([
        'AddValidatorTx',
        'AddSubnetValidatorTx',
        'AddDelegatorTx',
        'CreateChainTx',
        'CreateSubnetTx',
        'ImportTx',
        'ExportTx',
        'AdvanceTimeTx',
        'RewardValidatorTx',
        'RemoveSubnetValidatorTx',
        'TransformSubnetTx',
        'AddPermissionlessValidatorTx',
        'AddPermissionlessDelegatorTx',
        'BaseTx',
        'TransferSubnetOwnershipTx',
        'ConvertSubnetToL1Tx',
        'RegisterL1ValidatorTx',
        'SetL1ValidatorWeightTx',
        'DisableL1ValidatorTx',
        'IncreaseL1ValidatorBalanceTx',
      ]),
    )
    expect(await listTransactions(network, 'p-chain', { pageSize: 7 })).toEqual(all)
  },
)

test.each(networks)(
  'transactions.listLatest (4.1.3) keeps both formats of the X-chain of %s',
  async (network) => {
    const all = await listTransactions(network, 'x-chain')
    const linear = all.filter((tx) => 'chainFormat' in tx && tx.chainFormat === 'linear')
    const nonLinear = all.filter((tx) => 'chainFormat' in tx && tx.chainFormat === 'non-linear')
    expect(linear.length + nonLinear.length).toBe(all.length)
    for (const tx of linear)
      expect(tx).toMatchObject({ blockHeight: expect.any(Number), blockHash: expect.any(String) })
    for (const tx of nonLinear)
      expect(tx).toMatchObject({ vertices: [{ height: expect.any(Number) }] })
    expect(new Set(all.map(({ txType }) => txType))).toEqual(
      new Set(['BaseTx', 'CreateAssetTx', 'OperationTx', 'ImportTx', 'ExportTx']),
    )
  },
)

test.each(networks)(
  'transactions.listLatest (4.1.3) keeps imports and exports of the C-chain of %s',
  async (network) => {
    const all = await listTransactions(network, 'c-chain')
    expect(new Set(all.map(({ txType }) => txType))).toEqual(new Set(['ImportTx', 'ExportTx']))
    const { cChainId, ewoq } = known[network]
    for (const tx of all)
      if (tx.txType === 'ImportTx' && 'evmOutputs' in tx) {
        expect(tx.destinationChain).toBe(cChainId)
        expect(tx.evmOutputs[0]?.toAddress).toMatch(/^0x/)
        expect(tx.consumedUtxos[0]?.asset.symbol).toBe('AVAX')
      } else if (tx.txType === 'ExportTx' && 'evmInputs' in tx) {
        expect(tx.sourceChain).toBe(cChainId)
        expect(tx.evmInputs[0]?.fromAddress).toMatch(/^0x/)
        expect(tx.emittedUtxos[0]?.asset.symbol).toBe('AVAX')
      } else throw new Error(`${tx.txHash} has neither shape`)
    const ofEwoq = await listTransactions(network, 'c-chain', { addresses: ewoq })
    expect(ofEwoq).not.toEqual([])
  },
)

test.each(networks)(
  'transactions.listLatest (4.1.3) filters by addresses, types and times on %s',
  async (network) => {
    const addresses = `P-${known[network].ewoq}`
    const all = await listPlatformTransactions(network, { addresses })
    const txTypes = ['ImportTx', 'CreateSubnetTx']
    const ofTypes = await listPlatformTransactions(network, { addresses, txTypes })
    expect(ofTypes).toEqual(all.filter(({ txType }) => txTypes.includes(txType)))
    expect(new Set(ofTypes.map(({ txType }) => txType)).size).toBe(2)

    const startTimestamp = all[Math.floor(all.length / 2)]?.blockTimestamp ?? 0
    expect(await listPlatformTransactions(network, { addresses, startTimestamp })).toEqual(
      all.filter(({ blockTimestamp }) => blockTimestamp >= startTimestamp),
    )
    const ascending = await listPlatformTransactions(network, { addresses, sortOrder: 'asc' })
    expect(ascending).toEqual(all.toReversed())
  },
)

test.each(networks)('listSubnets (4.1.4) shows subnets and L1s of %s', async (network) => {
  const subnets = await everyItem(
    data.primaryNetwork.listSubnets({ network, pageSize: 2 }, here),
    (page) => page.subnets,
  )
  expect(subnets.map(({ subnetId }) => subnetId)).toContain(primarySubnetId)

  const [l1] = subnets.filter(({ isL1 }) => isL1)
  expect(l1).toMatchObject({
    l1ConversionTransactionHash: expect.any(String),
    l1ValidatorManagerDetails: { contractAddress: expect.stringMatching(/^0x/) },
    blockchains: [{ evmChainId: Number(known[network].l1EvmId) }],
  })
  const alone = await data.primaryNetwork.getSubnetById(
    { network, subnetId: l1?.subnetId ?? '' },
    here,
  )
  expect(alone.blockchains[0]?.genesisData).toMatchObject({
    config: { chainId: Number(known[network].l1EvmId) },
  })
})

test.each(networks)(
  'listBlockchains and getBlockchainById know all chains of %s',
  async (network) => {
    const chains = await everyItem(
      data.primaryNetwork.listBlockchains({ network, pageSize: 2 }, here),
      ({ blockchains }) => blockchains,
    )
    for (const listed of chains) {
      expect(listed.genesisData).toBeUndefined()
      const { blockchainId } = listed
      const { genesisData, ...chain } = await data.primaryNetwork.getBlockchainById(
        { network, blockchainId },
        here,
      )
      expect(chain).toEqual(listed)
      expect(genesisData !== undefined).toBe(
        chain.evmChainId !== undefined || blockchainId === known[network].xChainId,
      )
    }
    expect(chains.find(({ blockchainId }) => blockchainId === primarySubnetId)).toMatchObject({
      createBlockNumber: '-1',
      vmId: 'platformvm',
    })
  },
)

test.each(networks)(
  'transactions.listLatest (4.1.3) shows who signed for what the X-chain of %s spent',
  async (network) => {
    for (const tx of await listTransactions(network, 'x-chain')) {
      if (!('chainFormat' in tx)) throw new Error(`${tx.txHash} is not of the X-chain`)
      for (const { credentials = [], threshold, timestamp } of tx.consumedUtxos) {
        expect(timestamp).toBe(tx.timestamp)
        expect(credentials).toHaveLength(threshold)
        for (const { publicKey = '', signature = '' } of credentials)
          expect([publicKey.length, signature.length]).toEqual([44, 87])
      }
    }
  },
)

test.each(networks)(
  'balances.listByAddresses (4.1.5) keeps all lists of the P-chain of %s',
  async (network) => {
    const { ewoq, avaxAssetId } = known[network]
    const request = { network, blockchainId: 'p-chain', addresses: `P-${ewoq}` } as const
    const result = await balances.listByAddresses(request, here)
    const lists = [
      'unlockedUnstaked',
      'unlockedStaked',
      'lockedPlatform',
      'lockedStakeable',
      'lockedStaked',
      'pendingStaked',
      'atomicMemoryUnlocked',
      'atomicMemoryLocked',
    ]
    expect(Object.keys(result.balances).toSorted()).toEqual(lists.toSorted())
    expect(result.chainInfo).toEqual({ chainName: 'p-chain', network })
    for (const list of Object.values(result.balances))
      expect(list).toContainEqual(
        expect.objectContaining({ assetId: avaxAssetId, amount: expect.stringMatching(/^[1-9]/) }),
      )
  },
)

test.each(networks)(
  'balances.listByAddresses (4.1.5) keeps the lists of the X-chain of %s',
  async (network) => {
    const request = { network, blockchainId: 'x-chain', addresses: known[network].ewoq } as const
    const result = await balances.listByAddresses(request, here)
    expect(Object.keys(result.balances).toSorted()).toEqual([
      'atomicMemoryLocked',
      'atomicMemoryUnlocked',
      'locked',
      'unlocked',
    ])
    expect(result.balances).toMatchObject({
      unlocked: expect.arrayContaining([expect.objectContaining({ symbol: 'AVAX' })]),
      atomicMemoryUnlocked: expect.arrayContaining([
        expect.objectContaining({ sharedWithChainId: known[network].cChainId }),
      ]),
    })
  },
)

test.each(networks)(
  'balances.listByAddresses (4.1.5) has the atomic lists of the C-chain of %s',
  async (network) => {
    const request = { network, blockchainId: 'c-chain', addresses: known[network].ewoq } as const
    const result = await balances.listByAddresses(request, here)
    expect(Object.keys(result.balances).toSorted()).toEqual([
      'atomicMemoryLocked',
      'atomicMemoryUnlocked',
    ])
    expect(result.balances.atomicMemoryUnlocked).toContainEqual(
      expect.objectContaining({ symbol: 'AVAX', sharedWithChainId: known[network].xChainId }),
    )
  },
)

test.each(networks)('listDelegators (4.1.6) knows all three states on %s', async (network) => {
  const list = (filters = {}) =>
    everyItem(
      data.primaryNetwork.listDelegators({ network, pageSize: 3, ...filters }, here),
      ({ delegators }) => delegators,
    )
  const all = await list()
  for (const delegationStatus of ['active', 'pending', 'completed'] as const) {
    const some = await list({ delegationStatus })
    expect(some).not.toEqual([])
    expect(some).toEqual(all.filter((delegator) => delegator.delegationStatus === delegationStatus))
    const rewards =
      delegationStatus === 'completed'
        ? { grossReward: expect.any(String), netReward: expect.any(String) }
        : { estimatedGrossReward: expect.any(String), estimatedNetReward: expect.any(String) }
    for (const delegator of some) expect(delegator).toMatchObject(rewards)
  }
  const { ewoq } = known[network]
  expect(await list({ rewardAddresses: `P-${ewoq}` })).toEqual(
    all.filter(({ rewardAddresses }) => rewardAddresses.includes(ewoq)),
  )
})

test.each(networks)(
  'vertices.listByHeight (4.1.7) shows the vertices of transactions on %s',
  async (network) => {
    const old = await listTransactions(network, 'x-chain', { sortOrder: 'asc', pageSize: 5 })
    const [first] = old.flatMap((tx) => ('vertices' in tx ? [tx] : []))
    const [vertex] = first?.vertices ?? []
    const found = await everyItem(
      vertices.listByHeight(
        { network, blockchainId: 'x-chain', vertexHeight: vertex?.height ?? -1 },
        here,
      ),
      (page) => page.vertices,
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        vertexHash: vertex?.hash,
        vertexHeight: vertex?.height,
        transactions: expect.arrayContaining([first?.txHash]),
        vertexSizeBytes: expect.any(Number),
      }),
    )
  },
)

test.each(networks)(
  'blocks.listByNodeId (4.1.8) lists what a node of %s proposed',
  async (network) => {
    const stakes = await listPlatformTransactions(network)
    const nodeIds = new Set(stakes.flatMap(({ nodeId }) => nodeId ?? []))
    for (const blockchainId of ['p-chain', 'x-chain', 'c-chain'] as const) {
      let count = 0
      for (const nodeId of nodeIds) {
        const proposed = await everyItem(
          blocks.listByNodeId({ network, blockchainId, nodeId, pageSize: 50 }, here),
          (page) => page.blocks,
        )
        for (const block of proposed)
          expect(block).toMatchObject({
            blockHash: expect.any(String),
            proposerDetails: { proposerNodeId: nodeId, proposerId: expect.any(String) },
          })
        count += proposed.length
      }
      expect(count).toBeGreaterThan(0)
    }
  },
)

test.each(networks)('listL1Validators (4.1.9) hides inactive validators on %s', async (network) => {
  const list = (includeInactiveL1Validators: boolean) =>
    everyItem(
      data.primaryNetwork.listL1Validators(
        { network, includeInactiveL1Validators, pageSize: 2 },
        here,
      ),
      ({ validators, blockHeight }) => {
        expect(Number(blockHeight)).toBeGreaterThan(0)
        return validators
      },
    )
  const all = await list(true)
  const active = await list(false)
  expect(active.length).toBeGreaterThan(0)
  expect(all.length).toBeGreaterThan(active.length)
  for (const validator of active)
    expect(validator).toMatchObject({
      validationIdHex: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      nodeId: expect.stringMatching(/^NodeID-/),
    })
  const thresholds = active.map(({ deactivationOwner }) => deactivationOwner.threshold)
  expect(new Set(thresholds)).toEqual(new Set([1, 2]))
  expect(active.every(({ remainingBalance }) => remainingBalance > 0)).toBe(true)

  const [{ validationId } = { validationId: '' }] = all
  const ofValidator = await listPlatformTransactions(network, { l1ValidationId: validationId })
  expect(ofValidator).not.toEqual([])
  for (const { l1ValidatorDetails } of ofValidator)
    expect(l1ValidatorDetails).toContainEqual(expect.objectContaining({ validationId }))
})
