import { currentRelease, type InstalledVms } from '../../schemas/info.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { constantInfoMethod } from './info-method.ts'
import { only } from './rows.ts'

/** `info.getNodeID`: with the BLS key and its proof of possession. Public nodes withhold it. */
export const getNodeId = constantInfoMethod('info.getNodeID', (world) => {
  const node = only(world, selectNode)
  return {
    nodeID: node.node_id,
    nodePOP: {
      publicKey: node.bls_public_key,
      proofOfPossession: node.bls_proof_of_possession,
    },
  }
})

/** `info.getNodeIP`: address and staking port. Public nodes withhold it. */
export const getNodeIp = constantInfoMethod('info.getNodeIP', (world) => ({
  ip: only(world, selectNode).ip,
}))

/** `info.getNodeVersion`: VMs by their alias, plugins by their id. */
export const getNodeVersion = constantInfoMethod('info.getNodeVersion', (world) => {
  const node = only(world, selectNode)
  const vms = world.all(selectVms, { network: world.nodeNetwork })
  return {
    version: node.version,
    databaseVersion: node.database_version,
    rpcProtocolVersion: String(node.rpc_protocol_version),
    gitCommit: node.git_commit,
    vmVersions: Object.fromEntries(
      vms.map(({ alias, vm_id, version }) => [alias ?? vm_id, version]),
    ),
  }
})

/**
 * `info.getVMs`: names of the VMs by id; the live node adds the feature extensions. Public nodes
 * withhold it.
 */
export const getVms = constantInfoMethod('info.getVMs', (world, dialect): InstalledVms => {
  const network = world.nodeNetwork
  const vms = Object.fromEntries(
    world
      .all(selectVms, { network })
      .map(({ vm_id, alias }) => [vm_id, alias === null ? [] : [alias]]),
  )
  if (!currentRelease.in(dialect)) return { vms }
  const fxs = world.all(selectFxs, { network }).map(({ fx_id, name }) => [fx_id, name])
  return { vms, fxs: Object.fromEntries(fxs) }
})

interface NodeRow {
  node_id: string
  bls_public_key: string
  bls_proof_of_possession: string
  ip: string
  version: string
  database_version: string
  rpc_protocol_version: number
  git_commit: string
}

const selectNode = statement<{ network: Network }, NodeRow>(
  'SELECT * FROM node WHERE network = :network',
)

/** The order is that of the keys in responses, which are sorted as text. */
const selectVms = statement<
  { network: Network },
  { vm_id: string; alias: string | null; version: string }
>(`
  SELECT vm_id, alias, version FROM node_vm
  WHERE network = :network ORDER BY coalesce(alias, vm_id)`)

const selectFxs = statement<{ network: Network }, { fx_id: string; name: string }>(
  'SELECT fx_id, name FROM node_fx WHERE network = :network ORDER BY fx_id',
)
