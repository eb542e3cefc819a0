import type { TeleporterMessageInfo } from '../../../../schemas/data/evm-details.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/**
 * Returns the interchain message that a transaction sent, or else the one that it delivered. G-102
 */
export function messageOf(
  world: World,
  chainId: string,
  hash: string,
): { teleporterMessageInfo?: TeleporterMessageInfo } {
  const sent = world.get(selectSent, { chainId, hash })
  if (sent) return { teleporterMessageInfo: toInfo(sent, 'SOURCE_TRANSACTION') }
  const delivered = world.get(selectDelivered, { chainId, hash })
  return delivered ? { teleporterMessageInfo: toInfo(delivered, 'DESTINATION_TRANSACTION') } : {}
}

interface Row {
  message_id: string
  source_evm_chain_id: string
  destination_evm_chain_id: string
}

const toInfo = (
  row: Row,
  direction: TeleporterMessageInfo['direction'],
): TeleporterMessageInfo => ({
  teleporterMessageId: row.message_id,
  direction,
  sourceChainId: row.source_evm_chain_id,
  destinationChainId: row.destination_evm_chain_id,
})

type Bindings = { chainId: string; hash: string }

const selectSent = statement<Bindings, Row>(`
  SELECT message_id, source_evm_chain_id, destination_evm_chain_id
  FROM icm_message
  WHERE source_evm_chain_id = :chainId AND source_tx_hash = :hash
  ORDER BY seq LIMIT 1`)

const selectDelivered = statement<Bindings, Row>(`
  SELECT m.message_id, m.source_evm_chain_id, m.destination_evm_chain_id
  FROM icm_delivery d JOIN icm_message m ON m.seq = d.message_seq
  WHERE d.chain_id = :chainId AND d.tx_hash = :hash
  ORDER BY d.message_seq LIMIT 1`)
