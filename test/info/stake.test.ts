import { expect, test } from 'vitest'
import { primaryNetworkId } from '../../src/networks/constants.ts'
import { lineOf, refusalOf, resultOf } from './support/call-info.ts'
import { l1, nodeWorld, type Row, rowsOf, setupOf, worldOf } from './support/node-world.ts'

const setup = setupOf('mainnet')
const mainnet = nodeWorld('mainnet')
const connected = resultOf(mainnet, 'info.peers').peers
const [primary, ofL1] = setup.subnets
const stakes = new Map(primary?.validators.map(({ nodeId, stake }) => [nodeId, Number(stake)]))
const totalStake = [...stakes.values()].reduce((sum, stake) => sum + stake, 0)

test('uptime is what the peers observe, weighted by stake; unconnected validators count as 0', () => {
  const own = stakes.get(setup.nodeId) ?? 0
  let weighted = own * 100
  let rewarding = own
  for (const { nodeID, observedUptime } of connected) {
    const stake = stakes.get(nodeID) ?? 0
    weighted += stake * Number(observedUptime)
    if (Number(observedUptime) >= 80) rewarding += stake
  }
  const result = resultOf(mainnet, 'info.uptime')
  expect(Number(result.weightedAveragePercentage)).toBeCloseTo(weighted / totalStake, 3)
  expect(Number(result.rewardingStakePercentage)).toBeCloseTo((100 * rewarding) / totalStake, 3)
  expect(lineOf(mainnet, 'info.uptime')).toMatch(
    /^\{"jsonrpc":"2\.0","result":\{"rewardingStakePercentage":"\d+\.\d{4}","weightedAveragePercentage":"\d+\.\d{4}"\},"id":1\}\n$/,
  )
})

/** The declared node, whose stakes and the uptimes seen by its peers are replaced. */
function worldWith(
  own: number,
  total: number,
  peers: readonly (readonly [stake: number, uptime: number])[],
) {
  const rows = rowsOf(setup).filter(([table]) => !/^node_(subnet|peer)/.test(table))
  rows.push([
    'node_subnet',
    {
      network: 'mainnet',
      subnet_id: primaryNetworkId,
      own_stake: String(own),
      total_stake: String(total),
    },
  ])
  const peerRow = rowsOf(setup).find(([table]) => table === 'node_peer')?.[1] as Row
  peers.forEach(([stake, uptime], position) => {
    const node = { network: 'mainnet', node_id: `NodeID-${position}` }
    rows.push(['node_peer', { ...peerRow, ...node, position }])
    rows.push([
      'node_peer_subnet',
      { ...node, subnet_id: primaryNetworkId, stake: String(stake), observed_uptime: uptime },
    ])
  })
  return worldOf(rows, 'mainnet')
}

test.each([
  [1, 1, [], '100.0000', '100.0000'],
  [
    1,
    3,
    [
      [1, 80],
      [1, 79],
    ],
    '66.6667',
    '86.3333',
  ],
  [
    1,
    8,
    [
      [1, 100],
      [0, 5],
    ],
    '25.0000',
    '25.0000',
  ],
  [1, 1_000_000, [[1, 0]], '0.0001', '0.0001'],
  [1, 2_000_001, [[1, 0]], '0.0000', '0.0000'],
  [1, 3, [[2, 100]], '100.0000', '100.0000'],
] as const)('own %i of %i with peers %j is %s and %s', (own, total, peers, rewarding, weighted) => {
  expect(resultOf(worldWith(own, total, peers), 'info.uptime')).toEqual({
    rewardingStakePercentage: rewarding,
    weightedAveragePercentage: weighted,
  })
})

test('a node without stake has no uptime', () => {
  expect(refusalOf(worldWith(0, 5, [[5, 100]]), 'info.uptime')).toBe(
    "couldn't get node uptime: node is not a validator",
  )
})

test('a tracked subnet has an uptime of its own, by the documents only', () => {
  const params = { subnetID: l1.mainnet.subnetId }
  const ofPrimary = resultOf(mainnet, 'info.uptime')
  const documented = resultOf(mainnet, 'info.uptime', params)
  // All weight of the L1 is the node's and its peers', and one of four validators has 60 of 295.
  expect(ofL1?.validators.map(({ stake }) => stake)).toEqual([100n, 80n, 60n, 55n])
  expect(documented).not.toEqual(ofPrimary)
  expect(Number(documented.weightedAveragePercentage)).toBeGreaterThan(40)
  expect(resultOf(mainnet, 'info.uptime', params, { dialect: 'live' })).toEqual(ofPrimary)
  expect(resultOf(mainnet, 'info.uptime', { subnetID: primaryNetworkId })).toEqual(ofPrimary)
  expect(resultOf(mainnet, 'info.uptime', { subnetID: null })).toEqual(ofPrimary)
})

test('an untracked subnet is refused, a malformed one too; the live node ignores both', () => {
  const untracked = { subnetID: l1.fuji.subnetId }
  expect(refusalOf(mainnet, 'info.uptime', untracked)).toBe(
    "couldn't get node uptime: subnet is not tracked",
  )
  expect(refusalOf(mainnet, 'info.uptime', { subnetID: 'nope' })).toMatch(/^couldn't unmarshal/)
  for (const params of [untracked, { subnetID: 'nope' }, { subnetID: 5 }])
    expect(resultOf(mainnet, 'info.uptime', params, { dialect: 'live' })).toEqual(
      resultOf(mainnet, 'info.uptime'),
    )
})

test('acps sums the stake of the peers that support or object', () => {
  const { peers } = resultOf(mainnet, 'info.peers', {}, { dialect: 'live' })
  const { acps } = resultOf(mainnet, 'info.acps')
  expect(Object.keys(acps)).not.toEqual([])
  for (const [acp, tally] of Object.entries(acps)) {
    const voters = (list: 'supportedACPs' | 'objectedACPs') =>
      peers
        .filter((peer) => stakes.has(peer.nodeID) && peer[list]?.includes(Number(acp)))
        .map(({ nodeID }) => nodeID)
        .sort()
    const weightOf = (ids: string[]) =>
      String(ids.reduce((sum, id) => sum + (stakes.get(id) ?? 0), 0))
    const supporters = voters('supportedACPs')
    const objectors = voters('objectedACPs')
    expect(tally).toEqual({
      supportWeight: weightOf(supporters),
      supporters,
      objectWeight: weightOf(objectors),
      objectors,
      abstainWeight: '0',
    })
  }
})

test('proposals are sorted as texts; of current ones the silent stake abstains', () => {
  const rows = rowsOf(setup).filter(([table]) => table !== 'node_peer_acp')
  const id = connected[0]?.nodeID ?? ''
  for (const acp of [9, 103, 23])
    rows.push([
      'node_peer_acp',
      { network: 'mainnet', node_id: id, acp, supports: acp === 9 ? 0 : 1 },
    ])
  for (const acp of [9, 200]) rows.push(['node_current_acp', { network: 'mainnet', acp }])
  const stake = stakes.get(id) ?? 0
  const one = `["${id}"]`
  const supported = `{"supportWeight":"${stake}","supporters":${one},"objectWeight":"0","objectors":[],"abstainWeight":"0"}`
  expect(lineOf(worldOf(rows, 'mainnet'), 'info.acps')).toBe(
    `{"jsonrpc":"2.0","result":{"acps":{"103":${supported},` +
      `"200":{"supportWeight":"0","supporters":[],"objectWeight":"0","objectors":[],"abstainWeight":"${totalStake}"},` +
      `"23":${supported},` +
      `"9":{"supportWeight":"0","supporters":[],"objectWeight":"${stake}","objectors":${one},"abstainWeight":"${totalStake - stake}"}` +
      '}},"id":1}\n',
  )
})

test('a peer without stake has no vote', () => {
  const rows = rowsOf(setup).filter(([table]) => table !== 'node_peer_acp')
  const idle = connected.find(({ nodeID }) => !stakes.has(nodeID))?.nodeID ?? ''
  rows.push(['node_peer_acp', { network: 'mainnet', node_id: idle, acp: 1, supports: 1 }])
  expect(idle).not.toBe('')
  expect(resultOf(worldOf(rows, 'mainnet'), 'info.acps')).toEqual({ acps: {} })
})
