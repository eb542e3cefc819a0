import { info, utils } from '@avalabs/avalanchejs'
import { expect, inject, test } from 'vitest'
import { known, networks } from '../support/world.ts'

/** Numbers of the node are text, with four decimals. */
const percentage = /^\d{1,3}\.\d{4}$/

test.each(networks)('names network, chains and node of %s', async (network) => {
  const api = new info.InfoApi(inject('servers')[network])
  expect(await api.getNetworkId()).toEqual({ networkID: String(known[network].networkId) })
  expect(await api.getNetworkName()).toEqual({ networkName: network })
  expect(await api.getBlockchainId('X')).toEqual({ blockchainID: known[network].xChainId })
  expect(await api.getNodeVersion()).toMatchObject({
    version: expect.stringMatching(/^avalanchego\//),
    vmVersions: { platform: expect.any(String) },
  })
  expect(await api.getNodeIp()).toEqual({ ip: expect.stringMatching(/:\d+$/) })
  expect(await api.getVMs()).toMatchObject({ vms: expect.any(Object) })

  const { nodeID, nodePOP } = await api.getNodeId()
  expect(nodeID).toMatch(/^NodeID-/)
  expect(nodePOP.publicKey).toMatch(/^0x[0-9a-f]{96}$/)
})

test.each(networks)('reads peers, uptime and upgrades of %s', async (network) => {
  const api = new info.InfoApi(inject('servers')[network])
  const { numPeers, peers } = await api.peers()
  expect(peers).toHaveLength(Number(numPeers))
  expect((await api.peers([peers[0]?.nodeID ?? ''])).peers).toEqual([peers[0]])
  // The client asks for the peers here too.
  expect(await api.isBootstrapped('P')).toMatchObject({ numPeers })
  expect((await api.uptime()).weightedAveragePercentage).toMatch(percentage)

  const upgrades = await api.getUpgradesInfo()
  expect(upgrades.durangoTime).toBe(
    network === 'mainnet' ? '2024-03-06T16:00:00Z' : '2024-02-13T16:00:00Z',
  )
  expect(utils.isEtnaEnabled(upgrades)).toBe(true)
})

test.each(networks)('shows the error of the node of %s', async (network) => {
  const api = new info.InfoApi(inject('servers')[network])
  await expect(api.getBlockchainId('Q')).rejects.toThrow('there is no ID with alias: Q')
})
