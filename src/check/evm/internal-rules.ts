import { erc20Transfer } from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'
import {
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiveCrossChainMessageEvent,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { sendWarpMessageEvent, warpPrecompile } from '../../formats/warp.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { listDifference, setDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { contractByAddress } from './contracts.ts'
import { collectionCreated } from './effects/functions.ts'
import { type EvmTransaction, evmTransactions, idsOfEvmTransaction } from './evm-transactions.ts'
import { intrinsicGas } from './intrinsic-gas.ts'
import { withdrawalsIn } from './token-events.ts'

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

interface Expected {
  readonly type: 'CALL' | 'CREATE' | 'STATICCALL'
  /** 0x lower-case hex. */
  readonly from: string
  readonly to: string
  readonly value?: bigint
  readonly isReverted?: boolean
}

/**
 * The internal calls of a transaction follow from its logs, in order. They concern moved tokens of
 * another contract, native value paid out by a wrapped token, and collections of a factory. Calls
 * to the precompile and to the recipients of a messenger belong to them too. They share the gas of
 * the execution, and both sides list calls that move value or create.
 */
export const internalTransactions: Rule = {
  name: 'internal-transactions',
  check(world, findings) {
    const rows = groupBy(world.all(selectInternals, {}), ({ tx_seq }) => tx_seq)
    const listed = groupBy(world.all(selectActivity, {}), ({ tx_seq }) => tx_seq)
    findings.each(evmTransactions(world), idsOfEvmTransaction, function* (transaction) {
      const calls = transaction.outcome.succeeded ? expectedCalls(world, transaction) : []
      const found = rows.get(transaction.seq) ?? []
      yield* listDifference('call', found.map(textOfRow), textsOf(calls, transaction))
      const { chain_id, seq: txSeq } = transaction
      yield* setDifference(
        'the list',
        new Set(
          listed
            .get(txSeq)
            ?.map((row) => `${row.chain_id} ${row.address.toLowerCase()} ${row.seq}`),
        ),
        new Set(
          calls.flatMap(({ type, from, to, value = 0n }, index) =>
            value === 0n && type !== 'CREATE'
              ? []
              : [from, to].map((address) => `${chain_id} ${address} ${txSeq * 1024 + index}`),
          ),
        ),
      )
    })
  },
}

function expectedCalls(world: CheckedWorld, transaction: EvmTransaction): Expected[] {
  const { chain_id, seq, recipient, outcome } = transaction
  const called = recipient.toLowerCase()
  const [messenger, precompile] = [toHex(teleporterMessenger), toHex(warpPrecompile)]
  const contractAt = (address: string) => {
    const found = contractByAddress(world).get(`${chain_id} ${address}`)
    return found && (found.deployment_tx ?? 0) < seq ? found : undefined
  }
  let reached: string | undefined
  return outcome.logs.flatMap((log): Expected[] => {
    const emitter = toHex(log.address)
    if (
      contractAt(emitter)?.erc_type === 'ERC-20' &&
      emitter !== called &&
      erc20Transfer.decode(log)
    )
      return [{ type: 'CALL', from: called, to: emitter }]
    const given = withdrawalsIn([log]).map(({ token, holder, amount }) => ({
      ...{ type: 'CALL', from: token, to: holder, value: amount },
    }))
    if (given.length > 0) return given as Expected[]
    const created = collectionCreated.decode(log)
    if (created) return [{ type: 'CREATE', from: emitter, to: toHex(created.collection) }]
    if (emitter === precompile && sendWarpMessageEvent.decode(log))
      return [{ type: 'CALL', from: messenger, to: precompile }]
    if (emitter !== messenger) return []
    const arrived = receiveCrossChainMessageEvent.decode(log)
    if (arrived) {
      reached = toHex(arrived.message.destinationAddress)
      return [{ type: 'STATICCALL', from: messenger, to: precompile }]
    }
    const isReverted = isFailure(log)
    if (reached === undefined || isReverted === undefined || !contractAt(reached)) return []
    return [{ type: 'CALL', from: messenger, to: reached, isReverted }]
  })
}

/**
 * Returns whether the execution failed; undefined when the log is not about the execution of a
 * message.
 */
function isFailure(log: Log): boolean | undefined {
  if (messageExecutionFailedEvent.decode(log)) return true
  return messageExecutedEvent.decode(log) ? false : undefined
}

/**
 * Returns the calls as texts. G-120: a call with value has the stipend of 2,300; other calls use
 * equal parts of the gas.
 */
function textsOf(calls: readonly Expected[], transaction: EvmTransaction): string[] {
  const intrinsic = intrinsicGas(transaction)
  const share = (BigInt(transaction.gas_used) - intrinsic) / BigInt(calls.length + 1)
  let left = BigInt(transaction.gas_limit) - intrinsic - share
  return calls.map(({ value = 0n, isReverted = false, ...call }) => {
    const gas = value > 0n ? { limit: 2_300n, used: 0n } : { limit: left - left / 64n, used: share }
    left -= gas.used
    return textOf({ ...call, value: String(value), ...gas, isReverted })
  })
}

const textOfRow = (row: InternalRow): string =>
  textOf({
    type: row.type,
    from: row.sender.toLowerCase(),
    to: row.recipient.toLowerCase(),
    value: row.value,
    limit: BigInt(row.gas_limit),
    used: BigInt(row.gas_used),
    isReverted: row.is_reverted === 1,
  })

const textOf = (call: {
  type: string
  from: string
  to: string
  value: string
  limit: bigint
  used: bigint
  isReverted: boolean
}): string =>
  `${call.type} ${call.from} ${call.to} ${call.value} gas ${call.used} of ${call.limit}${call.isReverted ? ' reverted' : ''}`

const selectInternals = statement<Record<string, never>, InternalRow>(
  'SELECT * FROM internal_transaction ORDER BY seq',
)

const selectActivity = statement<
  Record<string, never>,
  { chain_id: string; address: string; seq: number; tx_seq: number }
>('SELECT chain_id, address, seq, seq / 1024 AS tx_seq FROM internal_activity')
