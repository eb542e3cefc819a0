import type { AbiEvent } from '../../formats/evm/events.ts'
import { toHex } from '../../formats/ids.ts'
import {
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessageEvent,
  sendCrossChainMessageEvent,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { sendWarpMessageEvent, warpPrecompile } from '../../formats/warp.ts'
import { blockTimes } from '../evm/evm-blocks.ts'
import { type EvmTransaction, evmTransactions } from '../evm/evm-transactions.ts'
import { remembered } from '../remembered.ts'
import type { CheckedWorld } from '../rule.ts'

/** A log of an event, and where it stands. */
export interface LoggedValues<Values> {
  readonly transaction: EvmTransaction
  /** Epoch seconds of the block. */
  readonly timestamp: number
  readonly values: Values
}

/** That messengers sent a message; in the order of chains, then of time. */
export const sendings = remembered((world) =>
  told(world, teleporterMessenger, sendCrossChainMessageEvent),
)

/** That messengers received a message. */
export const arrivals = remembered((world) =>
  told(world, teleporterMessenger, receiveCrossChainMessageEvent),
)

/** That contracts accepted a message. */
export const executions = remembered((world) =>
  told(world, teleporterMessenger, messageExecutedEvent),
)

/** That contracts refused a message. */
export const refusals = remembered((world) =>
  told(world, teleporterMessenger, messageExecutionFailedEvent),
)

/** That messengers learned of the arrival of a message that they sent. */
export const acknowledgements = remembered((world) =>
  told(world, teleporterMessenger, receiptReceivedEvent),
)

/** That validators were asked to sign a message. */
export const emissions = remembered((world) => told(world, warpPrecompile, sendWarpMessageEvent))

/** Key of a message in a transaction. */
export const toldKey = (transaction: EvmTransaction, messageId: Uint8Array): string =>
  `${transaction.chain_id} ${transaction.hash} ${toHex(messageId)}`

function told<Values>(
  world: CheckedWorld,
  emitter: Uint8Array,
  event: AbiEvent<Values>,
): readonly LoggedValues<Values>[] {
  const times = blockTimes(world)
  return evmTransactions(world).flatMap((transaction) =>
    transaction.outcome.logs.flatMap((log) => {
      const values = toHex(log.address) === toHex(emitter) ? event.decode(log) : undefined
      if (!values) return []
      const { chain_id, block_number } = transaction
      return [{ transaction, timestamp: times.get(`${chain_id} ${block_number}`) ?? 0, values }]
    }),
  )
}
