import { createInfoApiClient } from '@avalanche-sdk/client'
import { avalanche, avalancheFuji } from '@avalanche-sdk/client/chains'
import { expect, inject, test } from 'vitest'
import { known, type Network, networks } from '../support/world.ts'

/** Numbers of the node are text, with four decimals. */
const percentage = /^\d{1,3}\.\d{4}$/

const connect = (network: Network) =>
  createInfoApiClient({
    chain: network === 'mainnet' ? avalanche : avalancheFuji,
    transport: { type: 'http', url: inject('servers')[network] },
  })

test.each(networks)('names network, chains and versions of %s', async (network) => {
  const info = connect(network)
  expect(await info.getNetworkID()).toEqual({ networkID: String(known[network].networkId) })
  expect(await info.getNetworkName()).toEqual({ networkName: network })
  expect(await info.getBlockchainID({ alias: 'X' })).toEqual({
    blockchainID: known[network].xChainId,
  })
  expect(await info.isBootstrapped({ chain: 'C' })).toEqual({ isBootstrapped: true })
  expect(await info.getNodeVersion()).toMatchObject({
    version: expect.stringMatching(/^avalanchego\//),
    databaseVersion: expect.stringMatching(/^v/),
    rpcProtocolVersion: expect.stringMatching(/^\d+$/),
    vmVersions: { avm: expect.any(String), evm: expect.any(String), platform: expect.any(String) },
  })
})

test.each(networks)('reads what only the node of %s knows', async (network) => {
  const info = connect(network)
  expect(await info.getNodeID()).toEqual({
    nodeID: expect.stringMatching(/^NodeID-/),
    nodePOP: {
      publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
      proofOfPossession: expect.stringMatching(/^0x[0-9a-f]{192}$/),
    },
  })
  expect(await info.getNodeIP()).toEqual({ ip: expect.stringMatching(/:\d+$/) })
  const { vms } = await info.getVMs()
  expect(Object.values(vms)).toEqual(expect.arrayContaining([['avm'], ['evm'], ['platform']]))
})

test.each(networks)('turns fees and votes of %s into big numbers and sets', async (network) => {
  const info = connect(network)
  const fees = await info.getTxFee()
  expect(Object.values(fees)).toHaveLength(9)
  expect(fees.txFee).toBe(1_000_000n)

  const { acps } = await info.acps()
  expect(acps.size).toBeGreaterThan(0)
  for (const votes of acps.values()) {
    expect(votes.supportWeight > 0n).toBe(votes.supporters.size > 0)
    expect(votes.objectWeight > 0n).toBe(votes.objectors.size > 0)
  }
})

test.each(networks)('reads peers, uptime and upgrades of %s', async (network) => {
  const info = connect(network)
  const { numPeers, peers } = await info.peers({})
  expect(peers).toHaveLength(Number(numPeers))
  const nodeIDs = peers.slice(0, 2).map(({ nodeID }) => nodeID)
  expect((await info.peers({ nodeIDs })).peers).toEqual(peers.slice(0, 2))

  expect((await info.uptime()).weightedAveragePercentage).toMatch(percentage)
  const { cortinaTime, apricotPhase4MinPChainHeight } = await info.upgrades()
  expect([cortinaTime, apricotPhase4MinPChainHeight]).toEqual(
    network === 'mainnet' ? ['2023-04-25T15:00:00Z', 793_005] : ['2023-04-06T15:00:00Z', 47_437],
  )
})

test.each(networks)('shows the error of the node of %s', async (network) => {
  await expect(connect(network).isBootstrapped({ chain: 'Q' })).rejects.toMatchObject({
    cause: { code: -32000 },
    details: "there is no chain with alias/ID 'Q'",
  })
})
