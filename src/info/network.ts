import type { TxFees } from '../../schemas/info.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { constantInfoMethod } from './info-method.ts'
import { only } from './rows.ts'

/** `info.getNetworkID`: 1 is mainnet, 5 is fuji; as text, like most integers of the node (G-62). */
export const getNetworkId = constantInfoMethod('info.getNetworkID', (world) => ({
  networkID: String(only(world, selectNetworkId).network_id),
}))

/** `info.getNetworkName`: the test network is `fuji`, never `testnet`. */
export const getNetworkName = constantInfoMethod('info.getNetworkName', (world) => ({
  networkName: world.nodeNetwork,
}))

/** `info.getTxFee`: in nAVAX; deprecated, and all but the first two out of use. */
export const getTxFee = constantInfoMethod('info.getTxFee', (world) =>
  toTxFees(only(world, selectFees)),
)

const selectNetworkId = statement<{ network: Network }, { network_id: number }>(
  'SELECT network_id FROM node WHERE network = :network',
)

const selectFees = statement<{ network: Network }, FeesRow>(
  'SELECT * FROM node_fees WHERE network = :network',
)

interface FeesRow {
  tx_fee: number
  create_asset_tx_fee: number
  create_subnet_tx_fee: number
  transform_subnet_tx_fee: number
  create_blockchain_tx_fee: number
  add_primary_network_validator_fee: number
  add_primary_network_delegator_fee: number
  add_subnet_validator_fee: number
  add_subnet_delegator_fee: number
}

const toTxFees = (row: FeesRow): TxFees => ({
  txFee: String(row.tx_fee),
  createAssetTxFee: String(row.create_asset_tx_fee),
  createSubnetTxFee: String(row.create_subnet_tx_fee),
  transformSubnetTxFee: String(row.transform_subnet_tx_fee),
  createBlockchainTxFee: String(row.create_blockchain_tx_fee),
  addPrimaryNetworkValidatorFee: String(row.add_primary_network_validator_fee),
  addPrimaryNetworkDelegatorFee: String(row.add_primary_network_delegator_fee),
  addSubnetValidatorFee: String(row.add_subnet_validator_fee),
  addSubnetDelegatorFee: String(row.add_subnet_delegator_fee),
})
