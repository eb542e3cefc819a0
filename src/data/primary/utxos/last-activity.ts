import type { LastActivity } from '../../../../schemas/data/utxos.ts'
import { notFound } from '../../../http/response/errors.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import type { RequestedChain } from '../requested-chain.ts'

/**
 * Returns the time at which an output of the addresses was last created or spent on a chain. At
 * equal times it is the spending. @throws 404 when that never happened. G-127
 */
export function lastActivity(
  world: World,
  { network, chain, info }: RequestedChain,
  addresses: readonly string[],
): LastActivity {
  const requested = { network, chain, addresses: JSON.stringify(addresses) }
  const row =
    world.get(selectSpent, requested) ??
    world.get(selectMade, requested) ??
    world.get(selectGenesis, requested)
  if (!row) throw notFound(`The addresses have no activity on the ${info.chainName} of ${network}`)
  return {
    timestamp: row.timestamp,
    blockNumber: row.block,
    txHash: row.tx_id,
    utxoId: row.utxo_id,
    isConsumed: row.is_consumed === 1,
    ...info,
  }
}

type Bindings = { network: string; chain: string; addresses: string }

interface Row {
  timestamp: number
  block: string
  tx_id: string
  utxo_id: string
  is_consumed: 0 | 1
}

/** Within a chain `seq` grows with time: this is one index lookup for each address. */
const latestTransaction = `
  (SELECT max((SELECT max(tx_seq) FROM address_transaction
               WHERE network = :network AND chain = :chain AND address = asked.value))
   FROM json_each(:addresses) AS asked)`

const isOwned = `
  EXISTS (SELECT 1 FROM utxo_address
          WHERE utxo_seq = utxo.seq AND address IN (SELECT value FROM json_each(:addresses)))`

const selectSpent = statement<Bindings, Row>(`
  SELECT consumed_at AS timestamp, consuming_block AS block, consuming_tx_id AS tx_id, utxo_id,
         1 AS is_consumed
  FROM utxo
  WHERE consumed_by = ${latestTransaction} AND ${isOwned}
  ORDER BY consumed_position LIMIT 1`)

const selectMade = statement<Bindings, Row>(`
  SELECT created_at AS timestamp, created_block AS block, tx.tx_id, utxo_id, 0 AS is_consumed
  FROM utxo JOIN primary_transaction AS tx ON tx.seq = emitted_by
  WHERE emitted_by = ${latestTransaction} AND ${isOwned}
  ORDER BY output_index LIMIT 1`)

/** Outputs of the genesis, for addresses without transactions. */
const selectGenesis = statement<Bindings, Row>(`
  SELECT created_at AS timestamp, created_block AS block, tx_id, utxo_id, 0 AS is_consumed
  FROM utxo
  WHERE emitted_by IS NULL AND network = :network AND created_on_chain = :chain AND ${isOwned}
  ORDER BY output_index LIMIT 1`)
