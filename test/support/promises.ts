import { decode } from '../../src/formats/codec.ts'
import { toHex } from '../../src/formats/ids.ts'
import { decodeTeleporterMessage, teleporterMessageId } from '../../src/formats/teleporter.ts'
import { UnsignedWarpMessage, WarpPayload } from '../../src/formats/warp.ts'
import type { AnyBindings, Statement } from '../../src/store/statement.ts'
import { daySeconds } from '../../src/time/time-units.ts'

type All = <Bindings extends AnyBindings, Row>(
  statement: Statement<Bindings, Row>,
  bindings: Bindings,
) => Row[]

/** Promises of a world for due times, as SQL for the broken ones: a text for each case. */
const broken = {
  'a stake is over at its end': `
    SELECT kind || ' ' || tx_id AS thing FROM staking_period
    WHERE end_timestamp <= :now AND end_height IS NULL`,
  'a stake of the primary network that is over names its reward transaction': `
    SELECT s.kind || ' ' || s.tx_id AS thing
    FROM staking_period s JOIN primary_transaction t ON t.seq = s.tx_seq
    WHERE s.end_height IS NOT NULL AND s.kind <> 'appointed' AND t.reward_tx_id IS NULL`,
  'who delegated to a node of good uptime has a reward, in an output of the reward transaction': `
    SELECT s.tx_id AS thing
    FROM staking_period s JOIN primary_transaction t ON t.seq = s.tx_seq
    WHERE s.end_height IS NOT NULL AND s.kind = 'delegator' AND s.reward <> '0'
      AND NOT EXISTS (
        SELECT 1 FROM utxo u JOIN primary_transaction r ON r.seq = u.emitted_by
        WHERE r.network = s.network AND r.tx_id = t.reward_tx_id AND u.reward_type = 'DELEGATOR')
      AND NOT EXISTS (
        SELECT 1 FROM staking_period v
        WHERE v.network = s.network AND v.node_id = s.node_id AND v.kind = 'validator'
          AND v.has_low_uptime = 1
          AND v.start_timestamp <= s.start_timestamp AND v.end_timestamp >= s.end_timestamp)`,
  'an L1 validator that has nothing left is not active': `
    SELECT v.validation_id AS thing FROM l1_validator v
    WHERE v.paid_until <= (
        SELECT l1_validators_accrued_fees FROM primary_block b
        WHERE b.network = v.network AND chain = 'P' ORDER BY height DESC LIMIT 1)`,
  'an L1 validator signs while it has a balance, and weight': `
    SELECT v.validation_id AS thing FROM l1_validator v
    JOIN l1_validator_weight w USING (network, validation_id)
    WHERE from_height = (
        SELECT max(from_height) FROM l1_validator_weight o
        WHERE o.network = v.network AND o.validation_id = v.validation_id)
      AND (w.is_active <> (v.paid_until IS NOT NULL) OR w.weight <> v.weight)`,
  'fees of L1 validators are 512 nAVAX a second from block to block': `
    SELECT network || ' block ' || height AS thing FROM (
      SELECT network, height, timestamp - lag(timestamp) OVER chain AS seconds,
             l1_validators_accrued_fees - lag(l1_validators_accrued_fees) OVER chain AS fees
      FROM primary_block WHERE chain = 'P'
      WINDOW chain AS (PARTITION BY network ORDER BY height))
    WHERE fees <> 512 * seconds`,
  'both networks have four validators at least': `
    SELECT column1 AS thing FROM (VALUES ('mainnet'), ('fuji'))
    WHERE (SELECT count(DISTINCT node_id) FROM staking_period
           WHERE network = column1 AND kind = 'validator' AND start_height IS NOT NULL
             AND end_height IS NULL) < 4`,
  'every L1 has somebody who signs': `
    SELECT network || ' ' || subnet_id AS thing FROM subnet s
    WHERE is_l1 = 1 AND EXISTS (
        SELECT 1 FROM evm_chain c WHERE c.subnet_id = s.subnet_id)
      AND NOT EXISTS (
        SELECT 1 FROM l1_validator v
        WHERE v.network = s.network AND v.subnet_id = s.subnet_id
          AND v.paid_until IS NOT NULL AND v.weight > 0)`,
}

/**
 * Returns the broken promises of a world.
 * @param now time of the world, epoch seconds
 */
export const brokenPromises = (all: All, now: number): string[] => [
  ...Object.entries(broken).flatMap(([promise, sql]) =>
    all<Record<string, number>, { thing: string }>(
      { sql },
      // Bindings that a statement does not use are an error.
      sql.includes(':now') ? { now } : {},
    ).map(({ thing }) => `${promise}: ${thing}`),
  ),
  ...waitingMessages(all, now).map((id) => `a message that anybody may deliver arrives: ${id}`),
]

/**
 * Returns the Teleporter ids of messages that wait for more than a day though any relayer may
 * deliver them.
 */
function waitingMessages(all: All, now: number): string[] {
  const rows = all<Record<string, number>, { message_id: string; unsigned: Uint8Array }>(
    { sql: waiting },
    { before: now - daySeconds },
  )
  return rows.flatMap(({ message_id, unsigned }) => {
    const { sourceChainId, payload } = decode(UnsignedWarpMessage, unsigned)
    const call = decode(WarpPayload, payload)
    if (call.type !== 'AddressedCall') return []
    const { destinationBlockchainId, messageNonce, allowedRelayerAddresses } =
      decodeTeleporterMessage(call.payload)
    const id = toHex(teleporterMessageId(sourceChainId, destinationBlockchainId, messageNonce))
    // A block may have sent several messages.
    return id === `0x${message_id}` && allowedRelayerAddresses.length === 0 ? [message_id] : []
  })
}

const waiting = `
  SELECT m.message_id, w.unsigned
  FROM icm_message m
  JOIN evm_transaction t ON t.chain_id = m.source_evm_chain_id AND t.hash = m.source_tx_hash
  JOIN warp_message w ON w.chain_id = t.chain_id AND w.block_number = t.block_number
  WHERE m.source_timestamp < :before
    AND EXISTS (SELECT 1 FROM evm_chain WHERE chain_id = m.destination_evm_chain_id)
    AND m.seq NOT IN (SELECT message_seq FROM icm_delivery)`
