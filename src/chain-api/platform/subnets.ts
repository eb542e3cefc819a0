import { FormatError } from '../../formats/codec.ts'
import { parseId } from '../../formats/ids.ts'
import { id, text } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { idList } from '../arguments.ts'

/** `platform.getSubnets`: owners of some subnets, or of all in the order of their creation. G-251 */
export const getSubnets = defineMethod('platform.getSubnets', { ids: idList }, (world, { ids }) => {
  const { nodeNetwork: network } = world
  const rows = new Map(world.all(selectSubnets, { network }).map((row) => [row.subnet_id, row]))
  const wanted = ids.length === 0 ? [...rows.keys(), primaryNetworkId] : [...new Set(ids)]
  return {
    subnets: wanted.flatMap((subnetId) => {
      const row = rows.get(subnetId)
      if (!row && subnetId !== primaryNetworkId) return []
      if (!row || row.is_transformed === 1)
        return [{ id: subnetId, controlKeys: [], threshold: '0' }]
      const owners = world.all(selectOwners, { seq: row.seq })
      const controlKeys = owners.map(({ address }) => `P-${address}`)
      return [{ id: subnetId, controlKeys, threshold: String(row.owner_threshold) }]
    }),
  }
})

/** `platform.getBlockchains`: all chains but the P-chain, those of the primary network last. */
export const getBlockchains = defineMethod('platform.getBlockchains', {}, (world) => {
  const rows = world.all(selectChains, { network: world.nodeNetwork })
  const isOfPrimary = ({ subnet_id }: ChainRow) => subnet_id === primaryNetworkId
  const ordered = [...rows.filter((row) => !isOfPrimary(row)), ...rows.filter(isOfPrimary)]
  return {
    blockchains: ordered.map((row) => ({
      id: row.blockchain_id,
      name: row.name,
      subnetID: row.subnet_id,
      vmID: row.vm_id,
    })),
  }
})

/** `platform.validatedBy`: the subnet of a chain. */
export const validatedBy = defineMethod(
  'platform.validatedBy',
  { blockchainID: id },
  (world, { blockchainID }) => {
    if (blockchainID === primaryNetworkId) return { subnetID: primaryNetworkId }
    const chain = chainOf(world, blockchainID)
    if (chain) return { subnetID: chain.subnet_id }
    if (isTransaction(world, blockchainID)) throw rpcError(`"${blockchainID}" is not a blockchain`)
    throw rpcError(`problem retrieving blockchain "${blockchainID}": not found`)
  },
)

/** `platform.validates`: the chains of a subnet in the order of their creation. */
export const validates = defineMethod('platform.validates', { subnetID: id }, (world, args) => {
  const { subnetID: subnetId } = args
  const { nodeNetwork: network } = world
  if (subnetId !== primaryNetworkId && !world.get(selectSubnet, { network, subnetId })) {
    if (isTransaction(world, subnetId)) throw rpcError(`"${subnetId}" is not a subnet`)
    throw rpcError(`problem retrieving subnet "${subnetId}": not found`)
  }
  const rows = world
    .all(selectChains, { network })
    .filter(({ subnet_id }) => subnet_id === subnetId)
  return { blockchainIDs: rows.map(({ blockchain_id }) => blockchain_id) }
})

/**
 * `platform.getBlockchainStatus`: whether the node runs a chain, and validates it. The P-chain is
 * `Syncing` on every node, because no transaction created it.
 */
export const getBlockchainStatus = defineMethod(
  'platform.getBlockchainStatus',
  { blockchainID: text },
  (world, { blockchainID: given }) => {
    if (given === '') throw rpcError("argument 'blockchainID' not given")
    const { nodeNetwork: network } = world
    const tracked = world.get(selectTracked, { network, alias: given })
    if (tracked) {
      const chain = chainOf(world, tracked.blockchain_id)
      const isValidator = chain && world.get(selectOwnStake, { network, subnetId: chain.subnet_id })
      return { status: isValidator ? 'Validating' : 'Syncing' }
    }
    try {
      parseId(given)
    } catch (error) {
      if (error instanceof FormatError)
        throw rpcError(`problem parsing blockchainID "${given}": ${error.message}`)
      throw error
    }
    return { status: chainOf(world, given) ? 'Created' : 'Unknown' }
  },
)

/** Returns a chain that a transaction or the genesis created, which the P-chain is not. */
const chainOf = (world: World, blockchainId: string): { subnet_id: string } | undefined =>
  blockchainId === primaryNetworkId
    ? undefined
    : world.get(selectChain, { network: world.nodeNetwork, blockchainId })

const isTransaction = (world: World, txId: string): boolean =>
  world.get(selectTransaction, { network: world.nodeNetwork, txId }) !== undefined

interface ChainRow {
  blockchain_id: string
  name: string
  subnet_id: string
  vm_id: string
}

const selectSubnets = statement<
  { network: string },
  { seq: number; subnet_id: string; owner_threshold: number; is_transformed: 0 | 1 }
>(`
  SELECT seq, subnet_id, owner_threshold, EXISTS (
    SELECT 1 FROM primary_transaction AS t
    WHERE t.network = s.network AND t.chain = 'P' AND t.tx_type = 'TransformSubnetTx'
      AND t.subnet_id = s.subnet_id) AS is_transformed
  FROM subnet AS s
  WHERE network = :network AND subnet_id <> '${primaryNetworkId}' ORDER BY seq`)

const selectOwners = statement<{ seq: number }, { address: string }>(
  'SELECT address FROM subnet_owner WHERE subnet_seq = :seq ORDER BY position',
)

const selectSubnet = statement<{ network: string; subnetId: string }, { seq: number }>(
  'SELECT seq FROM subnet WHERE network = :network AND subnet_id = :subnetId',
)

const selectChains = statement<{ network: string }, ChainRow>(`
  SELECT blockchain_id, name, subnet_id, vm_id FROM blockchain
  WHERE network = :network AND blockchain_id <> '${primaryNetworkId}' ORDER BY seq`)

const selectChain = statement<{ network: string; blockchainId: string }, { subnet_id: string }>(
  'SELECT subnet_id FROM blockchain WHERE network = :network AND blockchain_id = :blockchainId',
)

const selectTransaction = statement<{ network: string; txId: string }, { seq: number }>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND tx_id = :txId`)

const selectTracked = statement<{ network: string; alias: string }, { blockchain_id: string }>(
  'SELECT blockchain_id FROM node_chain_alias WHERE network = :network AND alias = :alias',
)

const selectOwnStake = statement<{ network: string; subnetId: string }, { own_stake: string }>(`
  SELECT own_stake FROM node_subnet
  WHERE network = :network AND subnet_id = :subnetId AND own_stake <> '0'`)
