import { expect, test } from 'vitest'
import { parseNodeId } from '../../src/formats/ids.ts'
import { primaryNetworkId } from '../../src/networks/constants.ts'
import { nodeIdOfName } from '../../src/simulator/node/names.ts'
import { refusalOf, resultOf } from './support/call-info.ts'
import { l1, nodeWorld, rowsOf, setupOf, worldOf } from './support/node-world.ts'

const mainnet = nodeWorld('mainnet')
const all = resultOf(mainnet, 'info.peers')
const [first, second] = all.peers.map(({ nodeID }) => nodeID)

test.each(['mainnet', 'fuji'] as const)(
  'the node of %s has 15 to 25 different peers',
  (network) => {
    const world = nodeWorld(network)
    const { numPeers, peers } = resultOf(world, 'info.peers')
    const ids = peers.map(({ nodeID }) => nodeID)
    expect(numPeers).toBe(String(ids.length))
    expect(ids.length).toBeGreaterThanOrEqual(15)
    expect(ids.length).toBeLessThanOrEqual(25)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(resultOf(world, 'info.getNodeID').nodeID)
    for (const id of ids) expect(parseNodeId(id)).toHaveLength(20)
  },
)

test('peers differ in what clients look at', () => {
  const { peers } = all
  const distinct = (values: unknown[]) => new Set(values).size
  expect(distinct(peers.map(({ version }) => version))).toBeGreaterThan(1)
  expect(distinct(peers.map(({ observedUptime }) => observedUptime))).toBeGreaterThan(3)
  expect(peers.some(({ benched }) => benched.length > 0)).toBe(true)
  expect(peers.some(({ benched }) => benched.length === 0)).toBe(true)
  expect(peers.some(({ publicIP }) => publicIP === '')).toBe(true)
  expect(peers.some(({ ip }) => /^\[2001:db8::[0-9a-f]+\]:\d+$/.test(ip))).toBe(true)
  expect(peers.some(({ ip, publicIP }) => publicIP !== '' && ip !== publicIP)).toBe(true)
  const tracked = peers.map(({ trackedSubnets }) => trackedSubnets)
  expect(tracked.every((subnets) => subnets.includes(primaryNetworkId))).toBe(true)
  expect(tracked).toContainEqual([primaryNetworkId, l1.mainnet.subnetId].sort())
})

test('members come in the node’s order; the live node has three more', () => {
  const documented = [
    'ip',
    'publicIP',
    'nodeID',
    'version',
    'lastSent',
    'lastReceived',
    'observedUptime',
    'trackedSubnets',
    'benched',
  ]
  for (const peer of all.peers) expect(Object.keys(peer)).toEqual(documented)
  const live = resultOf(mainnet, 'info.peers', {}, { dialect: 'live' })
  for (const peer of live.peers)
    expect(Object.keys(peer)).toEqual([
      ...documented.slice(0, 4),
      'upgradeTime',
      ...documented.slice(4, 8),
      'supportedACPs',
      'objectedACPs',
      'benched',
    ])
  expect(live.peers.map(({ nodeID }) => nodeID)).toEqual(all.peers.map(({ nodeID }) => nodeID))
})

test('nodeIDs select in their order; unconnected and repeated ones are left out', () => {
  const ids = (params: unknown) => {
    const { numPeers, peers } = resultOf(mainnet, 'info.peers', params)
    expect(numPeers).toBe(String(peers.length))
    return peers.map(({ nodeID }) => nodeID)
  }
  const unconnected = resultOf(mainnet, 'info.getNodeID').nodeID
  expect(ids({ nodeIDs: [second, first] })).toEqual([second, first])
  expect(ids({ nodeIDs: [second, first, unconnected, null, second, first] })).toEqual([
    second,
    first,
  ])
  expect(ids({ nodeIDs: [unconnected] })).toEqual([])
  for (const params of [{}, null, { nodeIDs: [] }, { nodeIDs: null }, { chain: 'P' }])
    expect(ids(params)).toHaveLength(all.peers.length)
})

test.each([
  ['no-prefix'],
  ['NodeID-'],
  [`${first}1`],
  [first?.slice('NodeID-'.length)],
  [primaryNetworkId],
  [5],
  [[]],
])('the node id %j is refused', (id) => {
  expect(refusalOf(mainnet, 'info.peers', { nodeIDs: [first, id] })).toMatch(
    /^couldn't unmarshal an argument/,
  )
})

test.each([['NodeID-x'], [{}], [5]])('nodeIDs of %j are refused', (nodeIDs) => {
  expect(refusalOf(mainnet, 'info.peers', { nodeIDs })).toMatch(/^couldn't unmarshal an argument/)
})

test('times are seconds before the clock, or the beginning of time for never', () => {
  const rows = rowsOf(setupOf('mainnet'))
  for (const [table, row] of rows)
    if (table === 'node_peer') {
      row.sent_seconds_ago = 61
      row.received_seconds_ago = null
    }
  const world = worldOf(rows, 'mainnet')
  const timesOfFirst = () => {
    const peer = resultOf(world, 'info.peers').peers[0]
    return [peer?.lastSent, peer?.lastReceived]
  }
  expect(timesOfFirst()).toEqual(['2026-01-14T23:58:59Z', '1970-01-01T00:00:00Z'])
  world.clock.moveTo(world.clock.nowMs() + 90_500)
  expect(timesOfFirst()).toEqual(['2026-01-15T00:00:29Z', '1970-01-01T00:00:00Z'])
})

test('numbers of proposals are sorted as texts', () => {
  const rows = rowsOf(setupOf('mainnet')).filter(([table]) => table !== 'node_peer_acp')
  for (const acp of [9, 77, 103, 23])
    rows.push([
      'node_peer_acp',
      { network: 'mainnet', node_id: first ?? '', acp, supports: acp === 9 ? 0 : 1 },
    ])
  const { peers } = resultOf(
    worldOf(rows, 'mainnet'),
    'info.peers',
    { nodeIDs: [first] },
    { dialect: 'live' },
  )
  expect(peers[0]).toMatchObject({ supportedACPs: [103, 23, 77], objectedACPs: [9] })
})

test('a node without peers has an empty list', () => {
  const world = nodeWorld('mainnet', {
    definition: { ...setupOf('mainnet').definition, otherPeers: 0 },
    subnets: [],
  })
  expect(resultOf(world, 'info.peers')).toEqual({ numPeers: '0', peers: [] })
  expect(resultOf(world, 'info.acps')).toEqual({ acps: {} })
})

test('peers are the reachable validators and the nodes without stake', () => {
  const setup = setupOf('mainnet')
  const idsWith = (unconnectedValidators: number, otherPeers: number) => {
    const definition = { ...setup.definition, unconnectedValidators, otherPeers }
    const { peers } = resultOf(nodeWorld('mainnet', { definition }), 'info.peers')
    return peers.map(({ nodeID }) => nodeID)
  }
  const validators = setup.subnets[0]?.validators.map(({ nodeId }) => nodeId) ?? []
  expect(idsWith(0, 0)).toEqual(validators.filter((id) => id !== setup.nodeId))
  const min = ['spruce', 'juniper', 'hazel'].map((name) => nodeIdOfName('mainnet', name))
  expect(idsWith(3, 0)).toEqual(validators.filter((id) => id !== setup.nodeId && !min.includes(id)))
  expect(idsWith(0, 5)).toHaveLength(validators.length - 1 + 5)
})

test('the networks share no node', () => {
  const ofFuji = resultOf(nodeWorld('fuji'), 'info.peers').peers.map(({ nodeID }) => nodeID)
  expect(all.peers.filter(({ nodeID }) => ofFuji.includes(nodeID))).toEqual([])
})

test('the same seed gives the same rows, another one others', () => {
  const rows = JSON.stringify(rowsOf(setupOf('mainnet')))
  expect(JSON.stringify(rowsOf(setupOf('mainnet')))).toBe(rows)
  expect(JSON.stringify(rowsOf(setupOf('mainnet'), 'another'))).not.toBe(rows)
})
