import {
  BlockchainId,
  DelegationStatusType,
  type Network,
  PrimaryNetworkTxType,
  SortOrder,
  XChainId,
} from '@avalabs/glacier-sdk'
import { expect, test } from 'vitest'
import { known } from '../support/world.ts'
import { everyItem, glacier, networks } from './glacier.ts'

const listTransactions = (network: Network, blockchainId: BlockchainId) =>
  everyItem(
    (pageToken) =>
      glacier.primaryNetworkTransactions.listLatestPrimaryNetworkTransactions({
        network,
        blockchainId,
        pageSize: 100,
        ...(pageToken && { pageToken }),
      }),
    ({ transactions }) => [...transactions],
  )

test.each(networks)('4.1.3: transactions of each chain of %s have their shape', async (network) => {
  const platform = await listTransactions(network, BlockchainId.P_CHAIN)
  expect(platform[0]).toMatchObject({
    blockNumber: expect.any(String),
    amountL1ValidatorBalanceBurned: expect.any(Array),
  })
  const exchange = await listTransactions(network, BlockchainId.X_CHAIN)
  expect(exchange[0]).toMatchObject({ chainFormat: 'linear', blockHeight: expect.any(Number) })
  expect(exchange.at(-1)).toMatchObject({ chainFormat: 'non-linear', vertices: expect.any(Array) })
  const contract = await listTransactions(network, BlockchainId.C_CHAIN)
  expect(contract).toContainEqual(expect.objectContaining({ evmInputs: expect.any(Array) }))
  expect(contract).toContainEqual(expect.objectContaining({ evmOutputs: expect.any(Array) }))
})

test.each(networks)(
  '4.1.3: txTypes filter the transactions of an address of %s',
  async (network) => {
    const { transactions } =
      await glacier.primaryNetworkTransactions.listLatestPrimaryNetworkTransactions({
        network,
        blockchainId: BlockchainId.P_CHAIN,
        addresses: known[network].ewoq,
        txTypes: [PrimaryNetworkTxType.IMPORT_TX, PrimaryNetworkTxType.EXPORT_TX],
        pageSize: 100,
      })
    expect(new Set(transactions.map(({ txType }) => String(txType)))).toEqual(
      new Set(['ImportTx', 'ExportTx']),
    )
  },
)

test.each(networks)('4.1.4: subnets of %s in both orders', async (network) => {
  const list = async (sortOrder: SortOrder) =>
    (await glacier.primaryNetwork.listSubnets({ network, sortOrder })).subnets
  const subnets = await list(SortOrder.DESC)
  expect(await list(SortOrder.ASC)).toEqual(subnets.toReversed())
  const l1 = subnets.find(({ isL1 }) => isL1)
  expect(l1?.blockchains[0]?.evmChainId).toBe(Number(known[network].l1EvmId))
})

test.each(networks)('4.1.5: balances of each chain of %s have their lists', async (network) => {
  const listsOf = async (blockchainId: BlockchainId) => {
    const { balances } = await glacier.primaryNetworkBalances.getBalancesByAddresses({
      network,
      blockchainId,
      addresses: known[network].ewoq,
    })
    return Object.keys(balances)
  }
  expect(await listsOf(BlockchainId.P_CHAIN)).toHaveLength(8)
  expect(await listsOf(BlockchainId.X_CHAIN)).toHaveLength(4)
  expect(await listsOf(BlockchainId.C_CHAIN)).toHaveLength(2)
})

test.each(networks)('4.1.6: delegators of %s by state', async (network) => {
  for (const delegationStatus of Object.values(DelegationStatusType)) {
    const { delegators } = await glacier.primaryNetwork.listDelegators({
      network,
      delegationStatus,
    })
    expect(delegators[0]).toMatchObject({
      delegationStatus,
      amountDelegated: expect.stringMatching(/^\d+$/),
    })
  }
})

test.each(networks)('4.1.7: vertices at the height of a transaction of %s', async (network) => {
  const last = (await listTransactions(network, BlockchainId.X_CHAIN)).at(-1)
  const [vertex] = last && 'vertices' in last ? last.vertices : []
  const { vertices } = await glacier.primaryNetworkVertices.getVertexByHeight({
    network,
    blockchainId: XChainId.X_CHAIN,
    vertexHeight: vertex?.height ?? -1,
  })
  expect(vertices.map(({ vertexHash }) => vertexHash)).toContain(vertex?.hash)
})

test.each(networks)('4.1.8: blocks that a node of %s proposed', async (network) => {
  const { delegators } = await glacier.primaryNetwork.listDelegators({ network, pageSize: 100 })
  const nodeIds = new Set(delegators.map(({ nodeId }) => nodeId))
  const pages = await Promise.all(
    [...nodeIds].map((nodeId) =>
      glacier.primaryNetworkBlocks.listPrimaryNetworkBlocksByNodeId({
        network,
        blockchainId: BlockchainId.P_CHAIN,
        nodeId,
      }),
    ),
  )
  const proposed = pages.flatMap(({ blocks }) => blocks)
  expect(proposed).not.toEqual([])
  for (const { proposerDetails } of proposed)
    expect(nodeIds).toContain(proposerDetails?.proposerNodeId)
})

test.each(networks)('4.1.9: one L1 validator of %s by its id', async (network) => {
  const { validators } = await glacier.primaryNetwork.listL1Validators({ network })
  const [first] = validators
  const { validators: found, blockHeight } = await glacier.primaryNetwork.listL1Validators({
    network,
    l1ValidationId: first?.validationId ?? '',
  })
  expect(found).toEqual([first])
  expect(Number(blockHeight)).toBeGreaterThan(0)
})
