import { evmAddressText } from '../../formats/addresses.ts'
import { nodeIdText, toHex } from '../../formats/ids.ts'
import { locktimeNumber } from '../../formats/locktimes.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { type ColumnValue, differences } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { evmChainIdIn } from './chain-genesis.ts'
import { type Content, idsOf, type Transaction, transactions } from './primary-transactions.ts'

type Columns = Record<string, ColumnValue>

/** Columns that belong to certain types of transactions; a type leaves all others NULL. */
const nothing: Columns = {
  source_chain: null,
  destination_chain: null,
  start_timestamp: null,
  end_timestamp: null,
  delegation_fee_percent: null,
  node_id: null,
  subnet_id: null,
  staking_tx_id: null,
  memo: null,
  owner_locktime: null,
  owner_threshold: null,
  bls_public_key: null,
  bls_proof_of_possession: null,
  chain_name: null,
  vm_id: null,
  genesis_data: null,
  manager_blockchain_id: null,
  manager_address: null,
  created_asset_id: null,
}

/** The type and every column of a transaction match its bytes. */
export const transactionColumns: Rule = {
  name: 'transaction-columns',
  check: (world, findings) =>
    findings.each(transactions(world), idsOf, (transaction) =>
      differences(transaction, { ...nothing, ...columnsOf(transaction) }),
    ),
}

function columnsOf(transaction: Transaction): Columns {
  const { unsigned: tx, id } = transaction.content
  return {
    tx_type: tx.type,
    ...('memo' in tx && { memo: toHex(tx.memo) }),
    ...('sourceChain' in tx && { source_chain: idText(tx.sourceChain) }),
    ...('destinationChain' in tx && { destination_chain: idText(tx.destinationChain) }),
    ...('validator' in tx && stakeColumns(tx.validator, transaction.timestamp)),
    ...('nodeId' in tx && { node_id: nodeIdText(tx.nodeId) }),
    ...('subnetId' in tx && { subnet_id: idText(tx.subnetId) }),
    ...('shares' in tx && { delegation_fee_percent: String(tx.shares / 10_000) }),
    ...('signer' in tx && signerColumns(tx.signer)),
    ...('owner' in tx && ownerColumns(tx.owner)),
    ...(tx.type === 'CreateSubnetTx' && { subnet_id: idText(id) }),
    ...(tx.type === 'RewardValidatorTx' && { staking_tx_id: idText(tx.txId) }),
    ...(tx.type === 'CreateAssetTx' && { created_asset_id: idText(id) }),
    ...(tx.type === 'CreateChainTx' && chainColumns(tx)),
    ...(tx.type === 'ConvertSubnetToL1Tx' && {
      manager_blockchain_id: idText(tx.managerChainId),
      manager_address: evmAddressText(tx.managerAddress),
    }),
  }
}

type Staking = Extract<Content['unsigned'], { readonly type: 'AddPermissionlessValidatorTx' }>
type Chain = Extract<Content['unsigned'], { readonly type: 'CreateChainTx' }>
type Subnet = Extract<Content['unsigned'], { readonly type: 'CreateSubnetTx' }>

/**
 * Returns the columns of a stake before Banff, which names no subnet: it is the primary network.
 */
const stakeColumns = ({ nodeId, start, end }: Staking['validator'], accepted: number): Columns => ({
  subnet_id: primaryNetworkId,
  node_id: nodeIdText(nodeId),
  // Since Durango 0: the stake starts with the block.
  start_timestamp: start === 0n ? accepted : start,
  end_timestamp: end,
})

const signerColumns = (signer: Staking['signer']): Columns =>
  signer.type === 'EmptySigner'
    ? {}
    : {
        bls_public_key: toHex(signer.publicKey),
        bls_proof_of_possession: toHex(signer.proof),
      }

const ownerColumns = ({ locktime, threshold }: Subnet['owner']): Columns => ({
  owner_locktime: locktimeNumber(locktime),
  owner_threshold: threshold,
})

/** Returns the columns of a chain. An EVM's genesis is JSON; other VMs have their own forms. */
function chainColumns({ name, vmId, genesis }: Chain): Columns {
  const text = Buffer.from(genesis).toString()
  return {
    chain_name: name,
    vm_id: idText(vmId),
    genesis_data: evmChainIdIn(genesis) === 0 ? null : text,
  }
}
