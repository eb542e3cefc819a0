import { expect, test } from 'vitest'
import { verifyProofOfPossession } from '../../src/formats/bls.ts'
import { fromHex, parseNodeId } from '../../src/formats/ids.ts'
import { lineOf, refusalOf, resultOf } from './support/call-info.ts'
import { nodeWorld } from './support/node-world.ts'

const worlds = { mainnet: nodeWorld('mainnet'), fuji: nodeWorld('fuji') }
const { mainnet, fuji } = worlds

test('getNetworkID and getNetworkName tell the network', () => {
  expect(resultOf(mainnet, 'info.getNetworkID')).toEqual({ networkID: '1' })
  expect(resultOf(fuji, 'info.getNetworkID')).toEqual({ networkID: '5' })
  expect(resultOf(mainnet, 'info.getNetworkName')).toEqual({ networkName: 'mainnet' })
  expect(resultOf(fuji, 'info.getNetworkName')).toEqual({ networkName: 'fuji' })
})

test('getNodeVersion is that of release 1.14.2, members and VMs in the node’s order', () => {
  expect(lineOf(mainnet, 'info.getNodeVersion')).toMatch(
    /^\{"jsonrpc":"2\.0","result":\{"version":"avalanchego\/1\.14\.2","databaseVersion":"v1\.4\.5","rpcProtocolVersion":"45","gitCommit":"[0-9a-f]{40}","vmVersions":\{"avm":"avalanchego\/1\.14\.2","evm":"v1\.14\.2","platform":"avalanchego\/1\.14\.2","srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy":"v1\.14\.2"\}\},"id":1\}\n$/,
  )
})

test.each(['mainnet', 'fuji'] as const)('getNodeID of %s has a proven BLS key', (network) => {
  const { nodeID, nodePOP } = resultOf(worlds[network], 'info.getNodeID')
  expect(parseNodeId(nodeID)).toHaveLength(20)
  const publicKey = fromHex(nodePOP.publicKey)
  expect(verifyProofOfPossession(fromHex(nodePOP.proofOfPossession), publicKey)).toBe(true)
})

test('getNodeIP is an address with the staking port', () => {
  expect(resultOf(mainnet, 'info.getNodeIP')).toEqual({ ip: '203.0.113.17:9651' })
  expect(resultOf(fuji, 'info.getNodeIP')).toEqual({ ip: '203.0.113.34:9651' })
})

const vms =
  '"vms":{"jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq":["avm"],' +
  '"mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6":["evm"],' +
  '"rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT":["platform"],' +
  '"srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy":[]}'

test('getVMs lists VMs by id; the live node adds the feature extensions', () => {
  const fxs =
    ',"fxs":{"qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT":"nftfx",' +
    '"rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy":"propertyfx",' +
    '"spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ":"secp256k1fx"}'
  expect(lineOf(mainnet, 'info.getVMs')).toBe(`{"jsonrpc":"2.0","result":{${vms}},"id":1}\n`)
  expect(lineOf(mainnet, 'info.getVMs', {}, { dialect: 'live' })).toBe(
    `{"jsonrpc":"2.0","result":{${vms}${fxs}},"id":1}\n`,
  )
})

test('a public node knows nothing of the three methods about itself', () => {
  const refusal = (method: string) => refusalOf(mainnet, method, {}, { publicNode: true })
  expect(refusal('info.getNodeID')).toBe(`rpc: can't find method "info.GetNodeID"`)
  expect(refusal('info.getNodeIP')).toBe(`rpc: can't find method "info.GetNodeIP"`)
  expect(refusal('info.getVMs')).toBe(`rpc: can't find method "info.GetVMs"`)
  expect(lineOf(mainnet, 'info.getNodeVersion', {}, { publicNode: true })).toContain('"result"')
})

test('getTxFee has nine amounts in nAVAX', () => {
  const mainnetFees = {
    txFee: '1000000',
    createAssetTxFee: '10000000',
    createSubnetTxFee: '1000000000',
    transformSubnetTxFee: '10000000000',
    createBlockchainTxFee: '1000000000',
    addPrimaryNetworkValidatorFee: '0',
    addPrimaryNetworkDelegatorFee: '0',
    addSubnetValidatorFee: '1000000',
    addSubnetDelegatorFee: '1000000',
  }
  expect(lineOf(mainnet, 'info.getTxFee')).toBe(
    `{"jsonrpc":"2.0","result":${JSON.stringify(mainnetFees)},"id":1}\n`,
  )
  expect(resultOf(fuji, 'info.getTxFee')).toEqual({
    ...mainnetFees,
    createSubnetTxFee: '100000000',
    transformSubnetTxFee: '1000000000',
    createBlockchainTxFee: '100000000',
  })
})

test('upgrades are those of the network; the live node knows two members more', () => {
  const documented = {
    apricotPhase1Time: '2021-03-31T14:00:00Z',
    apricotPhase2Time: '2021-05-10T11:00:00Z',
    apricotPhase3Time: '2021-08-24T14:00:00Z',
    apricotPhase4Time: '2021-09-22T21:00:00Z',
    apricotPhase4MinPChainHeight: 793005,
    apricotPhase5Time: '2021-12-02T18:00:00Z',
    apricotPhasePre6Time: '2022-09-05T01:30:00Z',
    apricotPhase6Time: '2022-09-06T20:00:00Z',
    apricotPhasePost6Time: '2022-09-07T03:00:00Z',
    banffTime: '2022-10-18T16:00:00Z',
    cortinaTime: '2023-04-25T15:00:00Z',
    cortinaXChainStopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
    durangoTime: '2024-03-06T16:00:00Z',
    etnaTime: '2024-12-16T17:00:00Z',
    fortunaTime: '2025-04-08T15:00:00Z',
    graniteTime: '2025-11-19T16:00:00Z',
  }
  expect(lineOf(mainnet, 'info.upgrades')).toBe(
    `{"jsonrpc":"2.0","result":${JSON.stringify(documented)},"id":1}\n`,
  )
  const live = {
    ...documented,
    graniteEpochDuration: 300000000000,
    heliconTime: '9999-12-01T00:00:00Z',
  }
  expect(lineOf(mainnet, 'info.upgrades', {}, { dialect: 'live' })).toBe(
    `{"jsonrpc":"2.0","result":${JSON.stringify(live)},"id":1}\n`,
  )
  expect(resultOf(fuji, 'info.upgrades')).toMatchObject({
    apricotPhase4MinPChainHeight: 47437,
    graniteTime: '2025-10-29T15:00:00Z',
    cortinaXChainStopVertexID: '2D1cmbiG36BqQMRyHt4kFhWarmatA1ighSpND3FeFgz3vFVtCZ',
  })
})

test('the stop vertex is the one that the world has', () => {
  const stopVertexId = 'V8kYdATLoVjUBazVjEHy1dWurk2PcnhERSWnwmcNwirdsBb1S'
  const world = nodeWorld('mainnet', { stopVertexId })
  expect(resultOf(world, 'info.upgrades').cortinaXChainStopVertexID).toBe(stopVertexId)
})
