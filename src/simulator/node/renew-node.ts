import type { NodeDefinition, TxFeeTable } from '../../../schemas/definition/node.ts'
import { encodeCb58, toHex, vmIdOf } from '../../formats/ids.ts'
import { laterUpgrades, networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { writePeers } from './peers.ts'
import type { NodeBuilder, NodeSetup } from './setup.ts'

/** Tables of the node and its surroundings, referring tables first. */
const nodeTables = [
  'node_peer_bench',
  'node_peer_acp',
  'node_peer_subnet',
  'node_peer',
  'node_subnet',
  'node_chain_alias',
  'node_chain',
  'node_current_acp',
  'node_upgrades',
  'node_fees',
  'node_fx',
  'node_vm',
  'node',
]

/** Replaces the rows of the served node with its present state and its peers. */
export function renewNode(builder: NodeBuilder, setup: NodeSetup): void {
  const { network, definition, blsKey } = setup
  for (const table of nodeTables) builder.remove(table, { network })
  const { release } = definition
  builder.insert('node', {
    network,
    network_id: networkConstants[network].networkId,
    node_id: setup.nodeId,
    bls_public_key: toHex(blsKey.publicKey),
    bls_proof_of_possession: toHex(blsKey.proofOfPossession),
    ip: definition.ip,
    version: release.version,
    database_version: release.databaseVersion,
    rpc_protocol_version: release.rpcProtocolVersion,
    git_commit: release.gitCommit,
  })
  writeRelease(builder, network, release)
  writeFees(builder, network, definition.fees)
  writeUpgrades(builder, network, setup.stopVertexId)
  writeChains(builder, setup)
  writePeers(builder, setup)
}

function writeRelease(
  { insert }: NodeBuilder,
  network: Network,
  { vms, fxs, currentAcps }: NodeDefinition['release'],
): void {
  for (const { name, alias, version } of vms)
    insert('node_vm', {
      network,
      vm_id: encodeCb58(vmIdOf(name)),
      alias: alias ?? null,
      version,
    })
  for (const name of fxs) insert('node_fx', { network, fx_id: encodeCb58(vmIdOf(name)), name })
  for (const acp of currentAcps) insert('node_current_acp', { network, acp })
}

const writeFees = ({ insert }: NodeBuilder, network: Network, fees: TxFeeTable): void =>
  insert('node_fees', {
    network,
    tx_fee: fees.txFee,
    create_asset_tx_fee: fees.createAssetTxFee,
    create_subnet_tx_fee: fees.createSubnetTxFee,
    transform_subnet_tx_fee: fees.transformSubnetTxFee,
    create_blockchain_tx_fee: fees.createBlockchainTxFee,
    add_primary_network_validator_fee: fees.addPrimaryNetworkValidatorFee,
    add_primary_network_delegator_fee: fees.addPrimaryNetworkDelegatorFee,
    add_subnet_validator_fee: fees.addSubnetValidatorFee,
    add_subnet_delegator_fee: fees.addSubnetDelegatorFee,
  })

function writeUpgrades({ insert }: NodeBuilder, network: Network, stopVertexId: string): void {
  const { upgrades, apricotPhase4MinPChainHeight } = networkConstants[network]
  insert('node_upgrades', {
    network,
    apricot_phase_1_time: upgrades.apricotPhase1,
    apricot_phase_2_time: upgrades.apricotPhase2,
    apricot_phase_3_time: upgrades.apricotPhase3,
    apricot_phase_4_time: upgrades.apricotPhase4,
    // G-57: value of the real network; heights of this world stay far below it.
    apricot_phase_4_min_p_chain_height: apricotPhase4MinPChainHeight,
    apricot_phase_5_time: upgrades.apricotPhase5,
    apricot_phase_pre_6_time: upgrades.apricotPhasePre6,
    apricot_phase_6_time: upgrades.apricotPhase6,
    apricot_phase_post_6_time: upgrades.apricotPhasePost6,
    banff_time: upgrades.banff,
    cortina_time: upgrades.cortina,
    cortina_x_chain_stop_vertex_id: stopVertexId,
    durango_time: upgrades.durango,
    etna_time: upgrades.etna,
    fortuna_time: upgrades.fortuna,
    granite_time: upgrades.granite,
    granite_epoch_duration: laterUpgrades.graniteEpochDurationNs,
    helicon_time: laterUpgrades.heliconTime,
  })
}

function writeChains({ insert }: NodeBuilder, { network, subnets }: NodeSetup): void {
  for (const { blockchainId, aliases, isBootstrapped } of subnets.flatMap(({ chains }) => chains)) {
    insert('node_chain', {
      network,
      blockchain_id: blockchainId,
      is_bootstrapped: isBootstrapped ? 1 : 0,
    })
    for (const alias of [...aliases, blockchainId])
      insert('node_chain_alias', { network, alias, blockchain_id: blockchainId })
  }
}
