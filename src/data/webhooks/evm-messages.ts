import type { EvmWebhookRequest } from '../../../schemas/data/webhooks.ts'
import { decodeReceipt } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import { groupBy } from '../../util/grouping.ts'
import type { Message } from '../../webhooks/message.ts'
import type { BlockOfWorld, Webhook } from '../../webhooks/webhook.ts'
import type { World } from '../../world/world.ts'
import { findChain } from '../evm/find-chain.ts'
import { transactionEvents } from './transaction-event.ts'

/** Webhook of an EVM chain. */
export type EvmWebhook = Webhook & { readonly request: EvmWebhookRequest }

/** Addresses of a transaction and its receipt, to find out which webhooks it touches. */
interface TouchRow {
  seq: number
  sender: string
  recipient: string
  receipt: Uint8Array
}

/**
 * Makes the messages of blocks of EVM chains. A webhook is touched by a transaction when one of its
 * addresses sent or received it, or a token or native value in it, or emitted a log. G-228
 */
export class EvmMessages {
  /** Webhooks by chain and address in lower case. */
  readonly #watching = new Map<string, Map<string, EvmWebhook[]>>()

  constructor(webhooks: readonly EvmWebhook[]) {
    for (const webhook of webhooks) {
      const { chainId, metadata } = webhook.request
      const ofChain = this.#watching.get(chainId) ?? new Map<string, EvmWebhook[]>()
      this.#watching.set(chainId, ofChain)
      for (const address of new Set(metadata.addresses.map((one) => one.toLowerCase()))) {
        const own = ofChain.get(address)
        if (own) own.push(webhook)
        else ofChain.set(address, [webhook])
      }
    }
  }

  watches(chain: string): boolean {
    return this.#watching.has(chain)
  }

  messagesOf(world: World, { chain: chainId, height }: BlockOfWorld): Message[] {
    const watching = this.#watching.get(chainId)
    if (!watching) return []
    const rows = world.all(selectTouches, { chainId, height })
    if (rows.length === 0) return []
    const moves = groupBy(world.all(selectMoves, { chainId, height }), ({ tx_seq }) => tx_seq)
    const eventOf = transactionEvents(world, findChain(world, chainId))
    let firstLog = 0
    return rows.flatMap(({ receipt, ...row }) => {
      const { logs, cumulativeGasUsed } = decodeReceipt(receipt)
      const transaction = { seq: row.seq, logs, cumulativeGasUsed, firstLog }
      firstLog += logs.length
      const touched = new Set([row.sender, row.recipient].map(lower))
      for (const { sender, recipient } of moves.get(row.seq) ?? []) {
        touched.add(sender.toLowerCase())
        touched.add(recipient.toLowerCase())
      }
      for (const { address } of logs) touched.add(toHex(address))
      const found = matching(watching, touched)
      if (found.length === 0) return []
      const signatures = new Set(logs.flatMap(({ topics: [first] }) => (first ? toHex(first) : [])))
      return found
        .filter((webhook) => hasSignature(webhook.request, signatures))
        .map((webhook) => ({ webhook, event: eventOf(transaction, webhook.request) }))
    })
  }
}

const lower = (text: string): string => text.toLowerCase()

/** Returns the webhooks of these addresses, each once, in the order of creation. */
function matching(
  watching: ReadonlyMap<string, readonly EvmWebhook[]>,
  touched: ReadonlySet<string>,
): EvmWebhook[] {
  const found = new Set<EvmWebhook>()
  for (const address of touched)
    for (const webhook of watching.get(address) ?? []) found.add(webhook)
  return [...found].sort((a, b) => a.seq - b.seq)
}

/** Tells whether a log has one of the wanted signatures; without wanted ones, any transaction does. */
const hasSignature = (
  { metadata: { eventSignatures } }: EvmWebhookRequest,
  signatures: ReadonlySet<string>,
): boolean => eventSignatures?.some((wanted) => signatures.has(wanted.toLowerCase())) ?? true

const selectTouches = statement<{ chainId: string; height: number }, TouchRow>(`
  SELECT t.seq, t.sender, t.recipient, t.receipt
  FROM evm_transaction t
  WHERE t.chain_id = :chainId AND t.block_number = :height
  ORDER BY t.block_index`)

const moved = (table: string) => `
  SELECT t.seq AS tx_seq, x.sender, x.recipient
  FROM evm_transaction t
  CROSS JOIN ${table} x ON x.seq >= t.seq * ${transfersPerTransaction}
    AND x.seq < (t.seq + 1) * ${transfersPerTransaction}
  WHERE t.chain_id = :chainId AND t.block_number = :height`

const selectMoves = statement<
  { chainId: string; height: number },
  { tx_seq: number; sender: string; recipient: string }
>(
  ['erc20_transfer', 'erc721_transfer', 'erc1155_transfer', 'internal_transaction']
    .map(moved)
    .join(' UNION ALL '),
)
