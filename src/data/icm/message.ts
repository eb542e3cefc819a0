import type { LiveIcmMessage } from '../../../schemas/data/live-evm.ts'
import type { LiveTeleporterMessage } from '../../../schemas/data/live-icm.ts'
import type { Dialect } from '../../http/request/dialect.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { present } from '../evm/balances/present.ts'
import { imageUrl } from '../evm/image-url.ts'
import { usdPrice } from '../evm/price.ts'

/** Columns of a message and its delivery. Nonces, gas and rewards are decimal text. */
export interface IcmMessageRow {
  seq: number
  message_id: string
  icm_contract: string
  source_blockchain_id: string
  destination_blockchain_id: string
  source_evm_chain_id: string
  destination_evm_chain_id: string
  nonce: string
  sender: string
  recipient: string
  data: string | null
  reward_address: string
  reward_name: string
  reward_symbol: string
  reward_decimals: number
  reward_logo_uri: string | null
  reward_usd: string | null
  reward_value: string
  source_tx_hash: string | null
  source_timestamp: number | null
  source_gas_spent: string | null
  executed: 0 | 1 | null
  delivery_tx_hash: string | null
  delivery_timestamp: number | null
  delivery_gas_spent: string | null
  reward_redeemer: string | null
  deliverer: string | null
  receipt_delivered: 0 | 1
}

/** Columns of an {@link IcmMessageRow}; `m` is the message. */
export const icmMessageColumns = `
  m.seq, m.message_id, m.icm_contract, m.source_blockchain_id, m.destination_blockchain_id,
  m.source_evm_chain_id, m.destination_evm_chain_id, m.nonce, m.sender, m.recipient, m.data,
  m.reward_address, m.reward_name, m.reward_symbol, m.reward_decimals, m.reward_logo_uri,
  m.reward_usd, m.reward_value, m.source_tx_hash, m.source_timestamp, m.source_gas_spent,
  d.executed, d.tx_hash AS delivery_tx_hash, d.timestamp AS delivery_timestamp,
  d.gas_spent AS delivery_gas_spent, d.reward_redeemer, d.deliverer,
  EXISTS (SELECT 1 FROM icm_receipt_delivery r WHERE r.message_seq = m.seq) AS receipt_delivered`

/** Join for {@link icmMessageColumns}. */
export const icmDeliveryJoin = 'LEFT JOIN icm_delivery d ON d.message_seq = m.seq'

/** Builds a message; its status decides which of the two transactions it has. G-04, G-08 */
export function toIcmMessage(world: World, row: IcmMessageRow, dialect: Dialect): LiveIcmMessage {
  const source = toSourceTransaction(row)
  const destination = toDestinationTransaction(row)
  return {
    messageId: row.message_id,
    icmContractAddress: row.icm_contract,
    sourceBlockchainId: row.source_blockchain_id,
    destinationBlockchainId: row.destination_blockchain_id,
    sourceEvmChainId: row.source_evm_chain_id,
    destinationEvmChainId: row.destination_evm_chain_id,
    messageNonce: row.nonce,
    from: row.sender,
    to: row.recipient,
    ...present({ data: row.data }),
    messageExecuted: row.executed === 1,
    receipts: world.all(selectReceipts, { message: row.seq }),
    receiptDelivered: row.receipt_delivered === 1,
    rewardDetails: {
      address: row.reward_address,
      name: row.reward_name,
      symbol: row.reward_symbol,
      decimals: row.reward_decimals,
      ...present({ logoUri: imageUrl(world, row.reward_logo_uri) }),
      ercType: 'ERC-20',
      ...usdPrice(dialect, row.reward_usd),
      value: row.reward_value,
    },
    ...present({ sourceTransaction: source, destinationTransaction: destination }),
    status: !destination ? 'pending' : source ? 'delivered' : 'delivered_source_not_indexed',
  }
}

/**
 * Builds the older form, in which official clients look for the messenger under either name. G-106
 */
export const toTeleporterMessage = (
  world: World,
  row: IcmMessageRow,
  dialect: Dialect,
): LiveTeleporterMessage =>
  Object.assign(toIcmMessage(world, row, dialect), {
    teleporterContractAddress: row.icm_contract,
  })

/** Returns the source transaction; null if the world does not hold the source chain. */
const toSourceTransaction = (row: IcmMessageRow) =>
  row.source_tx_hash === null || row.source_timestamp === null || row.source_gas_spent === null
    ? null
    : {
        txHash: row.source_tx_hash,
        timestamp: row.source_timestamp,
        gasSpent: row.source_gas_spent,
      }

/** Returns the delivery, a field beyond the contract; null before it. G-71 */
const toDestinationTransaction = (row: IcmMessageRow) =>
  row.delivery_tx_hash === null ||
  row.delivery_timestamp === null ||
  row.delivery_gas_spent === null ||
  row.reward_redeemer === null ||
  row.deliverer === null
    ? null
    : {
        txHash: row.delivery_tx_hash,
        timestamp: row.delivery_timestamp,
        gasSpent: row.delivery_gas_spent,
        rewardRedeemer: row.reward_redeemer,
        delivererAddress: row.deliverer,
      }

const selectReceipts = statement<
  { message: number },
  { receivedMessageNonce: string; relayerRewardAddress: string }
>(`
  SELECT nonce AS receivedMessageNonce, relayer AS relayerRewardAddress
  FROM icm_receipt
  WHERE message_seq = :message
  ORDER BY position`)
