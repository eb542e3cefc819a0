import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'

/** Row of the table `icm_message`. */
export interface MessageRow {
  seq: number
  network: Network
  message_id: string
  source_blockchain_id: string
  destination_blockchain_id: string
  source_evm_chain_id: string
  destination_evm_chain_id: string
  nonce: string
  sender: string
  recipient: string
  source_tx_hash: string | null
  source_timestamp: number | null
}

/** Row of the table `icm_delivery`. */
interface DeliveryRow {
  message_seq: number
  executed: number
  chain_id: string
  tx_hash: string
  timestamp: number
  gas_spent: string
  reward_redeemer: string
  deliverer: string
}

/** Returns all messages, in the order of their `seq`. */
export const messages = perWorld((world) => world.all(selectMessages, {}))

/** Returns messages by network and id. */
export const messageById = perWorld((world) =>
  indexBy(messages(world), ({ network, message_id }) => `${network} ${message_id}`),
)

/** Returns deliveries by the `seq` of their message. */
export const deliveries = perWorld((world) =>
  indexBy(world.all(selectDeliveries, {}), ({ message_seq }) => message_seq),
)

/** Returns the receipts that messages carry, by the `seq` of the carrier, in order. */
export const receipts = perWorld((world) =>
  groupBy(world.all(selectReceipts, {}), ({ message_seq }) => message_seq),
)

/** Returns the ids of a message for violations. */
export const idsOfMessage = ({ message_id, source_evm_chain_id, nonce }: MessageRow) => [
  message_id,
  `${source_evm_chain_id} nonce ${nonce}`,
]

const selectMessages = statement<Record<string, never>, MessageRow>(
  'SELECT * FROM icm_message ORDER BY seq',
)

const selectDeliveries = statement<Record<string, never>, DeliveryRow>('SELECT * FROM icm_delivery')

const selectReceipts = statement<
  Record<string, never>,
  { message_seq: number; position: number; nonce: string; relayer: string }
>('SELECT message_seq, position, nonce, relayer FROM icm_receipt ORDER BY message_seq, position')
