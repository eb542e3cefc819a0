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
import { perWorld } from '../per-world.ts'
import type { CheckedWorld } from '../rule.ts'

/** A log of an event, with its place. */
export interface LoggedValues<Values> {
  readonly transaction: EvmTransaction
  /** Epoch seconds of the block. */
  readonly timestamp: number
  readonly values: Values
}

/** Returns sent messages in messenger logs; in the order of chains, then of time. */
export const sendings = perWorld((world) =>
  logged(world, teleporterMessenger, sendCrossChainMessageEvent),
)

/** Returns the sendings without repeated ones: a message may be sent again until it arrives. */
export const firstSendings = perWorld((world) => {
  const first = new Map<string, LoggedValues<Sending>>()
  for (const sending of sendings(world)) {
    const key = `${sending.transaction.chain_id} ${toHex(sending.values.messageId)}`
    if (!first.has(key)) first.set(key, sending)
  }
  return [...first.values()]
})

type Sending = NonNullable<ReturnType<typeof sendCrossChainMessageEvent.decode>>

/** Returns received messages in messenger logs. */
export const arrivals = perWorld((world) =>
  logged(world, teleporterMessenger, receiveCrossChainMessageEvent),
)

/** Returns messages that contracts accepted. */
export const executions = perWorld((world) =>
  logged(world, teleporterMessenger, messageExecutedEvent),
)

/** Returns messages that contracts refused. */
export const refusals = perWorld((world) =>
  logged(world, teleporterMessenger, messageExecutionFailedEvent),
)

/** Returns receipts that messengers got for messages they had sent. */
export const acknowledgements = perWorld((world) =>
  logged(world, teleporterMessenger, receiptReceivedEvent),
)

/** Returns messages that validators were requested to sign. */
export const emissions = perWorld((world) => logged(world, warpPrecompile, sendWarpMessageEvent))

/** Returns the key of a message in a transaction. */
export const logKey = (transaction: EvmTransaction, messageId: Uint8Array): string =>
  `${transaction.chain_id} ${transaction.hash} ${toHex(messageId)}`

function logged<Values>(
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
