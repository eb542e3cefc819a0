import type { InternalTransactionDetails } from '../../../../schemas/data/evm-details.ts'
import { statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { knownContracts } from '../contracts/known-contracts.ts'
import {
  type InternalColumns,
  internalColumns,
  toInternalParts,
} from '../transfers/internal-transaction.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from '../transfers/parties.ts'

interface Wanted {
  readonly chainId: string
  /** Keys of the transactions. */
  readonly seqs: readonly number[]
  /** Limits the result to the address's own list of internal transactions; absent: all. G-120 */
  readonly address?: string
}

/**
 * Returns the internal transactions of transactions of one chain, by the key of the transaction.
 */
export function internalsIn(
  world: World,
  { chainId, seqs, address }: Wanted,
): (seq: number) => { internalTransactions?: InternalTransactionDetails[] } {
  const bindings = { chainId, seqs: JSON.stringify(seqs), address: address ?? null }
  const rows = groupBy(world.all(selectInternals, bindings), ({ tx_seq }) => tx_seq)
  const contractOf = knownContracts(world)
  return (seq) => {
    const found = rows.get(seq)
    return {
      ...(found && {
        internalTransactions: found.map((row) =>
          Object.assign(toParties(row, contractOf), toInternalParts(row)),
        ),
      }),
    }
  }
}

const selectInternals = statement<
  { chainId: string; seqs: string; address: string | null },
  { tx_seq: number } & PartiesRow & InternalColumns
>(`
  SELECT x.tx_seq, ${partyColumns('x')}, ${internalColumns}
  FROM json_each(:seqs) AS asked
  CROSS JOIN internal_transaction x ON x.seq >= asked.value * ${transfersPerTransaction}
    AND x.seq < (asked.value + 1) * ${transfersPerTransaction}
  ${partyJoins('x')}
  WHERE :address IS NULL OR EXISTS (
    SELECT 1 FROM internal_activity a
    WHERE a.chain_id = :chainId AND a.address = :address AND a.seq = x.seq)
  ORDER BY x.seq`)
