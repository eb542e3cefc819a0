import { expect, test } from 'vitest'
import { known, networks } from '../support/world.ts'
import { connect } from './avalanche.ts'

test.each(networks)('names network, chains and node of %s', async (network) => {
  const info = connect(network).Info()
  expect(await info.getNetworkID()).toBe(String(known[network].networkId))
  expect(await info.getNetworkName()).toBe(network)
  expect(await info.getBlockchainID('X')).toBe(known[network].xChainId)
  expect(await info.getBlockchainID('C')).toBe(known[network].cChainId)
  expect(await info.getNodeID()).toMatch(/^NodeID-[1-9A-HJ-NP-Za-km-z]{33}$/)
  expect(await info.getNodeVersion()).toMatch(/^avalanchego\/\d+\.\d+\.\d+$/)
})

test.each(networks)('reads fees, peers, uptime and state of %s', async (network) => {
  const info = connect(network).Info()
  const { txFee } = await info.getTxFee()
  expect(txFee.toString()).toBe('1000000')
  expect(await info.isBootstrapped('P')).toBe(true)
  expect(await info.uptime()).toEqual({
    rewardingStakePercentage: expect.stringMatching(/^\d{1,3}\.\d{4}$/),
    weightedAveragePercentage: expect.stringMatching(/^\d{1,3}\.\d{4}$/),
  })

  const peers = await info.peers()
  const [peer] = peers
  expect(peer).toMatchObject({
    nodeID: expect.stringMatching(/^NodeID-/),
    benched: expect.any(Array),
  })
  expect(await info.peers([peer?.nodeID ?? ''])).toEqual([peer])
})

test.each(networks)('shows the error of the node of %s', async (network) => {
  const info = connect(network).Info()
  await expect(info.getBlockchainID('Q')).rejects.toThrow('there is no ID with alias: Q')
  // The client asks for a blockchain without alias instead of the address.
  await expect(info.getNodeIP()).rejects.toThrow('there is no ID with alias: ')
})
