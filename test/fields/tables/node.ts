import type { Dialect } from '../../../src/http/request/dialect.ts'
import { clock, constant, type Fields, from, key, many, text, under } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { pChainId } from './primary-parts.ts'

const url = '/ext/info'
const of = (table: string) => `${table} WHERE network = 'mainnet'`
const nodeRows = { node: of('node'), fees: of('node_fees'), upgrades: of('node_upgrades') }
const call = (name: string, fields: Fields): View => ({
  of: `info.${name}`,
  url,
  rows: nodeRows,
  fields,
})

const identity: View[] = [
  call('getNetworkID', { networkID: text('node.network_id') }),
  call('getNetworkName', { networkName: constant('mainnet') }),
  { ...call('getNetworkName', { networkName: constant('fuji') }), nodeNetwork: 'fuji' },
  call('getNodeIP', { ip: 'node.ip' }),
  call('getNodeID', {
    nodeID: 'node.node_id',
    'nodePOP.publicKey': 'node.bls_public_key',
    'nodePOP.proofOfPossession': 'node.bls_proof_of_possession',
  }),
  {
    ...call('getNodeVersion', {
      version: 'node.version',
      databaseVersion: 'node.database_version',
      rpcProtocolVersion: text('node.rpc_protocol_version'),
      gitCommit: 'node.git_commit',
      'vmVersions.{vm.alias}': 'vm.version',
      // A plugin has no alias.
      'vmVersions.{plugin.vm_id}': 'plugin.version',
    }),
    rows: {
      ...nodeRows,
      vm: `${of('node_vm')} AND version = 'avm'`,
      plugin: `${of('node_vm')} AND version = 'plugin'`,
    },
    setup: [
      "UPDATE node_vm SET version = 'avm' WHERE network = 'mainnet' AND alias = 'avm'",
      "UPDATE node_vm SET version = 'plugin' WHERE network = 'mainnet' AND alias IS NULL",
    ],
  },
]

const fees = call('getTxFee', {
  txFee: text('fees.tx_fee'),
  createAssetTxFee: text('fees.create_asset_tx_fee'),
  createSubnetTxFee: text('fees.create_subnet_tx_fee'),
  transformSubnetTxFee: text('fees.transform_subnet_tx_fee'),
  createBlockchainTxFee: text('fees.create_blockchain_tx_fee'),
  addPrimaryNetworkValidatorFee: text('fees.add_primary_network_validator_fee'),
  addPrimaryNetworkDelegatorFee: text('fees.add_primary_network_delegator_fee'),
  addSubnetValidatorFee: text('fees.add_subnet_validator_fee'),
  addSubnetDelegatorFee: text('fees.add_subnet_delegator_fee'),
})
/** Fees are alike in the built-in world. */
const differentFees = (view: View): View => ({
  ...view,
  setup: [
    `UPDATE node_fees SET tx_fee = 1, create_asset_tx_fee = 2, create_subnet_tx_fee = 3,
       transform_subnet_tx_fee = 4, create_blockchain_tx_fee = 5,
       add_primary_network_validator_fee = 6, add_primary_network_delegator_fee = 7,
       add_subnet_validator_fee = 8, add_subnet_delegator_fee = 9`,
  ],
})

const vms = (dialect: Dialect): View => ({
  of: 'info.getVMs',
  url,
  dialect,
  setup: [`INSERT INTO node_vm VALUES ('mainnet', 'vm', 'alias', 'v9')`],
  rows: {
    vm: `${of('node_vm')} AND version = 'v9'`,
    fx: `${of('node_fx')} AND name = 'nftfx'`,
  },
  pick: "SELECT fx_id AS fx FROM node_fx WHERE network = 'mainnet' AND name = 'nftfx'",
  fields: {
    'vms.{vm.vm_id}': from('vm.alias', (alias: string) => [alias], { orElse: [] }),
    ...(dialect === 'live' && { 'fxs.{fx.fx_id}': constant('nftfx') }),
  },
})
const fxNames: View = {
  of: 'info.getVMs',
  url,
  dialect: 'live',
  pick: "SELECT fx_id AS fx FROM node_fx WHERE network = 'mainnet' AND name = 'nftfx'",
  rows: { fx: `${of('node_fx')} AND fx_id = :fx` },
  fields: { 'fxs.qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT': 'fx.name' },
}

const upgrades = (dialect: Dialect): View => ({
  ...call('upgrades', {
    apricotPhase1Time: 'upgrades.apricot_phase_1_time',
    apricotPhase2Time: 'upgrades.apricot_phase_2_time',
    apricotPhase3Time: 'upgrades.apricot_phase_3_time',
    apricotPhase4Time: 'upgrades.apricot_phase_4_time',
    apricotPhase4MinPChainHeight: 'upgrades.apricot_phase_4_min_p_chain_height',
    apricotPhase5Time: 'upgrades.apricot_phase_5_time',
    apricotPhasePre6Time: 'upgrades.apricot_phase_pre_6_time',
    apricotPhase6Time: 'upgrades.apricot_phase_6_time',
    apricotPhasePost6Time: 'upgrades.apricot_phase_post_6_time',
    banffTime: 'upgrades.banff_time',
    cortinaTime: 'upgrades.cortina_time',
    cortinaXChainStopVertexID: 'upgrades.cortina_x_chain_stop_vertex_id',
    durangoTime: 'upgrades.durango_time',
    etnaTime: 'upgrades.etna_time',
    fortunaTime: 'upgrades.fortuna_time',
    graniteTime: 'upgrades.granite_time',
    ...(dialect === 'live' && {
      graniteEpochDuration: 'upgrades.granite_epoch_duration',
      heliconTime: 'upgrades.helicon_time',
    }),
  }),
  dialect,
})

const chains: View[] = [
  {
    of: 'info.isBootstrapped',
    url,
    params: { chain: 'X' },
    pick: "SELECT blockchain_id AS id FROM node_chain_alias WHERE network = 'mainnet' AND alias = 'X'",
    rows: { chain: `${of('node_chain')} AND blockchain_id = :id` },
    fields: {
      isBootstrapped: from('chain.is_bootstrapped', (is: number) => is === 1, { to: 0 }),
    },
  },
  {
    of: 'info.getBlockchainID',
    url,
    params: { alias: 'X' },
    pick: "SELECT blockchain_id AS id FROM node_chain_alias WHERE network = 'mainnet' AND alias = 'X'",
    rows: {
      alias: `${of('node_chain_alias')} AND alias = 'X'`,
      chain: `${of('node_chain')} AND blockchain_id = :id`,
    },
    fields: { blockchainID: key(['alias.blockchain_id', 'chain.blockchain_id']) },
  },
]

const now = 1_768_435_200
const ago = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')
/** Two peers: the second votes, tracks a subnet beside the primary network and is benched. */
const peerSetup = [
  ...['node_peer', 'node_peer_subnet', 'node_peer_acp', 'node_peer_bench'].map(
    (table) => `DELETE FROM ${table} WHERE network = 'mainnet'`,
  ),
  ...['A', 'B'].flatMap((name, position) => [
    `INSERT INTO node_peer VALUES ('mainnet', ${position}, 'NodeID-${name}', 'ip${name}',
       'public${name}', 'v${name}', 3, 4, 5)`,
    `INSERT INTO node_peer_subnet VALUES ('mainnet', 'NodeID-${name}', '${pChainId}', '200', 90)`,
    `INSERT INTO node_peer_subnet VALUES ('mainnet', 'NodeID-${name}', 'zzz${name}', '1', 91)`,
    `INSERT INTO node_peer_acp VALUES ('mainnet', 'NodeID-${name}', ${10 + position}, 1)`,
    `INSERT INTO node_peer_acp VALUES ('mainnet', 'NodeID-${name}', ${20 + position}, 0)`,
    `INSERT INTO node_peer_bench VALUES ('mainnet', 'NodeID-${name}', 'chain${name}')`,
  ]),
]
const about = (table: string) => `${of(table)} AND node_id = 'NodeID-B'`
const peerRows = {
  peer: `${of('node_peer')} AND position = 1`,
  primary: `${about('node_peer_subnet')} AND subnet_id = '${pChainId}'`,
  tracked: `${about('node_peer_subnet')} AND subnet_id <> '${pChainId}'`,
  supported: `${about('node_peer_acp')} AND supports = 1`,
  objected: `${about('node_peer_acp')} AND supports = 0`,
  bench: about('node_peer_bench'),
}
/** Never heard is the beginning of time. */
const heard = (column: string, otherWay: number) =>
  many(
    from(`peer.${column}`, (seconds: number) => ago(now - seconds), {
      orElse: '1970-01-01T00:00:00Z',
    }),
    clock((seconds) => ago(seconds - otherWay)),
  )
const peers = (dialect: Dialect): View => ({
  of: 'info.peers',
  url,
  dialect,
  setup: peerSetup,
  params: { nodeIDs: [] },
  item: 'peers.1',
  rows: peerRows,
  fields: {
    ip: 'peer.ip',
    publicIP: 'peer.public_ip',
    nodeID: key([
      'peer.node_id',
      'primary.node_id',
      'tracked.node_id',
      'supported.node_id',
      'objected.node_id',
      'bench.node_id',
    ]),
    version: 'peer.version',
    lastSent: heard('sent_seconds_ago', 4),
    lastReceived: heard('received_seconds_ago', 5),
    observedUptime: from('primary.observed_uptime', String, { to: 55 }),
    'trackedSubnets.1': 'tracked.subnet_id',
    'benched.0': 'bench.chain',
    ...(dialect === 'live' && {
      upgradeTime: 'peer.upgrade_time',
      'supportedACPs.0': 'supported.acp',
      'objectedACPs.0': 'objected.acp',
    }),
  },
  // The other peer was heard as long ago.
  around: {
    'peers.0.lastSent': clock((seconds) => ago(seconds - 4)),
    'peers.0.lastReceived': clock((seconds) => ago(seconds - 5)),
    numPeers: constant('2'),
  },
})
const onePeer: View = {
  of: 'info.peers',
  url,
  setup: peerSetup,
  params: { nodeIDs: ['NodeID-111111111111111111116DBWJs'] },
  rows: {},
  fields: { numPeers: constant('0') },
}

/** The node has 100 of 400; the one that saw it for just the required 80 percent has 200. */
const uptimeSetup = [
  ...peerSetup,
  "DELETE FROM node_peer_subnet WHERE node_id = 'NodeID-A'",
  "UPDATE node_peer_subnet SET observed_uptime = 80 WHERE node_id = 'NodeID-B'",
  `UPDATE node_subnet SET own_stake = '100', total_stake = '400'
   WHERE network = 'mainnet' AND subnet_id = '${pChainId}'`,
]
const uptime: View = {
  of: 'info.uptime',
  url,
  params: {},
  setup: uptimeSetup,
  rows: { ...peerRows, own: `${of('node_subnet')} AND subnet_id = '${pChainId}'` },
  fields: {
    // (own + stake of those who saw 80 percent or more) / total.
    rewardingStakePercentage: many(
      from('primary.observed_uptime', (seen: number) => (seen >= 80 ? '75.0000' : '25.0000'), {
        to: 79,
      }),
      from('primary.stake', (stake: string) => (stake === '200' ? '75.0000' : '58.2500'), {
        to: '133',
      }),
      from('own.own_stake', (stake: string) => (stake === '100' ? '75.0000' : '87.5000'), {
        to: '150',
      }),
      from('own.total_stake', (stake: string) => (stake === '400' ? '75.0000' : '37.5000'), {
        to: '800',
      }),
    ),
    // (own * 100 + stake * what it saw) / total.
    weightedAveragePercentage: many(
      from('primary.observed_uptime', (seen: number) => (seen === 80 ? '65.0000' : '64.5000')),
      from('primary.stake', (stake: string) => (stake === '200' ? '65.0000' : '51.6000')),
      from('own.own_stake', (stake: string) => (stake === '100' ? '65.0000' : '77.5000')),
      from('own.total_stake', (stake: string) => (stake === '400' ? '65.0000' : '32.5000')),
    ),
  },
}

/** A has 200 and speaks for 10, B 200 too and against it; a silent one abstains. */
const acps: View = {
  of: 'info.acps',
  url,
  setup: [
    ...peerSetup,
    "DELETE FROM node_peer_acp WHERE network = 'mainnet'",
    "INSERT INTO node_peer_acp VALUES ('mainnet', 'NodeID-A', 10, 1), ('mainnet', 'NodeID-B', 10, 0)",
    "DELETE FROM node_current_acp WHERE network = 'mainnet'",
    "INSERT INTO node_current_acp VALUES ('mainnet', 10)",
    `UPDATE node_subnet SET total_stake = '1000' WHERE network = 'mainnet'
       AND subnet_id = '${pChainId}'`,
  ],
  rows: {
    speaker: `${of('node_peer_acp')} AND supports = 1`,
    opponent: `${of('node_peer_acp')} AND supports = 0`,
    current: of('node_current_acp'),
    pro: `${of('node_peer_subnet')} AND subnet_id = '${pChainId}' AND node_id LIKE '%A'`,
    contra: `${of('node_peer_subnet')} AND subnet_id = '${pChainId}' AND node_id LIKE '%B'`,
    stake: `${of('node_subnet')} AND subnet_id = '${pChainId}'`,
  },
  item: 'acps.10',
  fields: {
    supportWeight: 'pro.stake',
    'supporters.0': key(['speaker.node_id', 'pro.node_id'], (id) => id, { to: 'NodeID-XA' }),
    objectWeight: 'contra.stake',
    'objectors.0': key(['opponent.node_id', 'contra.node_id'], (id) => id, { to: 'NodeID-XB' }),
    abstainWeight: many(
      from('stake.total_stake', (total: string) => String(Number(total) - 400)),
      from('pro.stake', (stake: string) => String(800 - Number(stake))),
      from('contra.stake', (stake: string) => String(800 - Number(stake))),
    ),
  },
}
const acpNumbers: View = {
  ...acps,
  item: '',
  fields: under('acps.{current.acp}', {
    supportWeight: constant('0'),
    objectWeight: constant('0'),
    abstainWeight: 'stake.total_stake',
  }),
  setup: [...(acps.setup ?? []), "DELETE FROM node_peer_acp WHERE network = 'mainnet'"],
}

const ofMainnet: View[] = [
  ...identity,
  differentFees(fees),
  vms('documented'),
  vms('live'),
  fxNames,
  upgrades('documented'),
  upgrades('live'),
  ...chains,
  peers('documented'),
  peers('live'),
  onePeer,
  uptime,
  acps,
  acpNumbers,
]

/** Rows of fuji are not on mainnet. */
const ofMainnetOnly: View[] = [
  {
    of: 'info.peers',
    url,
    params: { nodeIDs: [] },
    setup: [
      ...peerSetup,
      "INSERT INTO node_peer_subnet VALUES ('fuji', 'NodeID-B', 'elsewhere', '1', 91)",
      "INSERT INTO node_peer_bench VALUES ('fuji', 'NodeID-B', 'elsewhere')",
    ],
    rows: {},
    fields: {
      'peers.1.trackedSubnets': constant([pChainId, 'zzzB']),
      'peers.1.benched': constant(['chainB']),
    },
  },
  {
    ...acps,
    setup: [...(acps.setup ?? []), "INSERT INTO node_current_acp VALUES ('fuji', 9977)"],
    item: '',
    rows: {},
    fields: { 'acps.9977': constant(undefined) },
  },
]

/** The same of the node of the other network, whose rows stand beside. */
const ofFuji = (view: View): View => {
  const there = (sql: string) => sql.replaceAll("'mainnet'", "'fuji'")
  return {
    ...view,
    nodeNetwork: 'fuji',
    ...(view.pick !== undefined && { pick: there(view.pick) }),
    setup: (view.setup ?? []).map(there),
    rows: Object.fromEntries(Object.entries(view.rows).map(([name, sql]) => [name, there(sql)])),
  }
}

/** Specification 4.3. */
export const nodeInfo: FieldTable = [
  ...ofMainnet,
  ...ofMainnetOnly,
  ...ofMainnet.filter(({ of: method }) => method !== 'info.getNetworkName').map(ofFuji),
]
