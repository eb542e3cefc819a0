import type { CallNode } from '../../../evm/machine.ts'
import { statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import { groupBy } from '../../../util/grouping.ts'
import { perWorld } from '../../per-world.ts'

interface InternalRow {
  seq: number
  tx_seq: number
  type: string
  sender: string
  recipient: string
  value: string
  gas_limit: string
  gas_used: string
  is_reverted: number
}

/** Rows of internal transactions by transaction. */
export const internalRows = perWorld((world) =>
  groupBy(world.all(selectInternals, {}), ({ tx_seq }) => tx_seq),
)

/** Texts of the lists that name internal transactions, by transaction. */
export const internalLists = perWorld((world) =>
  groupBy(world.all(selectActivity, {}), ({ tx_seq }) => tx_seq),
)

/** A call below the first one, and whether it or one above it failed. */
interface Below {
  readonly node: CallNode
  readonly isReverted: boolean
}

/** Returns the calls below a call, each before those that it makes. */
export function callsBelow(root: CallNode): Below[] {
  const found: Below[] = []
  const waiting: Below[] = [{ node: root, isReverted: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.node !== root) found.push(next)
    for (const node of next.node.calls.toReversed())
      waiting.push({ node, isReverted: next.isReverted || node.error !== undefined })
  }
  return found
}

const moves = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/** Returns the texts of what has rows: the first calls of a transaction. */
export const textsOfCalls = (calls: readonly Below[]): string[] =>
  calls.slice(0, transfersPerTransaction).map(({ node, isReverted }) =>
    textOf({
      ...{ type: node.kind, from: node.from, to: node.to, isReverted },
      value: String(moves.has(node.kind) ? node.value : 0n),
      ...{ limit: String(node.gas), used: String(node.gasUsed) },
    }),
  )

/** Returns who lists the calls: both sides of those that move value or create. */
export const textsOfLists = (
  calls: readonly Below[],
  { chain_id, seq }: { chain_id: string; seq: number },
): string[] =>
  calls.slice(0, transfersPerTransaction).flatMap(({ node }, place) => {
    const isCreation = node.kind === 'CREATE' || node.kind === 'CREATE2'
    if (!isCreation && (node.value === 0n || !moves.has(node.kind))) return []
    return [node.from, node.to].map(
      (address) => `${chain_id} ${address} ${seq * transfersPerTransaction + place}`,
    )
  })

export const textOfRow = (row: InternalRow): string =>
  textOf({
    type: row.type,
    from: row.sender.toLowerCase(),
    to: row.recipient.toLowerCase(),
    value: row.value,
    limit: row.gas_limit,
    used: row.gas_used,
    isReverted: row.is_reverted === 1,
  })

const textOf = (call: {
  type: string
  from: string
  to: string
  value: string
  limit: string
  used: string
  isReverted: boolean
}): string =>
  `${call.type} ${call.from} ${call.to} ${call.value} gas ${call.used} of ${call.limit}${call.isReverted ? ' reverted' : ''}`

const selectInternals = statement<Record<string, never>, InternalRow>(
  'SELECT * FROM internal_transaction ORDER BY seq',
)

const selectActivity = statement<
  Record<string, never>,
  { chain_id: string; address: string; seq: number; tx_seq: number }
>(
  `SELECT chain_id, address, seq, seq / ${transfersPerTransaction} AS tx_seq
   FROM internal_activity`,
)
