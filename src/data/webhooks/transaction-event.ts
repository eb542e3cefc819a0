import type {
  WebhookLog,
  WebhookTransaction,
  WebhookTransfer,
} from '../../../schemas/data/webhook-messages.ts'
import type { EvmWebhookRequest } from '../../../schemas/data/webhooks.ts'
import { evmAddressText } from '../../formats/addresses.ts'
import { corethHeader, subnetEvmHeader } from '../../formats/evm/headers.ts'
import type { Log, Receipt } from '../../formats/evm/receipts.ts'
import { decodeRlp } from '../../formats/evm/rlp.ts'
import { decodeEvmTransaction } from '../../formats/evm/transactions.ts'
import { toHex } from '../../formats/ids.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import { decimalText } from '../../util/decimal.ts'
import { canonicalJson } from '../../webhooks/canonical-json.ts'
import type { WebhookEvent } from '../../webhooks/message.ts'
import type { World } from '../../world/world.ts'
import type { EvmChainRow } from '../evm/find-chain.ts'

/** Event of a webhook about an EVM chain. */
interface TransactionEvent {
  readonly transaction: WebhookTransaction
  readonly logs?: readonly WebhookLog[]
}

/** Transaction with what its receipt says. */
interface ExecutedTransaction extends Pick<Receipt, 'cumulativeGasUsed' | 'logs'> {
  readonly seq: number
  /** Place of its first log among those of the block. */
  readonly firstLog: number
}

type Flags = Pick<EvmWebhookRequest, 'includeInternalTxs' | 'includeLogs'>

/**
 * Returns the function that builds the event of a transaction of a block for a webhook. What webhooks
 * share is built once for a transaction, and what transactions share once for a block. G-228
 */
export function transactionEvents(
  world: World,
  chain: EvmChainRow,
): (executed: ExecutedTransaction, flags: Flags) => WebhookEvent {
  let receiptsRoot: string | undefined
  let built: Built | undefined
  return (executed, { includeInternalTxs = false, includeLogs = false }) => {
    const { seq, logs, firstLog } = executed
    if (built?.seq !== seq) {
      const row = world.get(selectTransaction, { seq })
      if (!row)
        throw new Error(
          `internal error: transaction ${seq} of chain ${chain.chain_id} is no longer in the database`,
        )
      receiptsRoot ??= receiptsRootOf(world, chain, row)
      const transaction = toTransaction(world, { chain, row, executed, receiptsRoot })
      built = { seq, row, transaction, events: new Map() }
    }
    const { row, transaction, events } = built
    const flags = `${includeInternalTxs} ${includeLogs}`
    const known = events.get(flags)
    if (known) return known
    const body: TransactionEvent = {
      transaction: {
        ...transaction,
        ...(includeInternalTxs && {
          internalTransactions: internals(world, seq, transaction, row.recipient),
        }),
      },
      ...(includeLogs && {
        logs: logs.map((log, at) => toLog(log, firstLog + at, transaction)),
      }),
    }
    const event = {
      ...{ name: 'transaction', of: row.hash, about: '' },
      text: canonicalJson(body),
      timeMs: row.timestamp * 1000,
    }
    events.set(flags, event)
    return event
  }
}

/** Transaction, and its events by the flags of webhooks. */
interface Built {
  readonly seq: number
  readonly row: Row
  readonly transaction: WebhookTransaction
  readonly events: Map<string, WebhookEvent>
}

function receiptsRootOf(world: World, chain: EvmChainRow, { block_number: number }: Row): string {
  const headerType = chain.subnet_id === primaryNetworkId ? corethHeader : subnetEvmHeader
  const block = world.get(selectHeader, { chainId: chain.chain_id, number })
  if (!block)
    throw new Error(
      `internal error: block ${number} of chain ${chain.chain_id} is no longer in the database`,
    )
  return toHex(decodeRlp(headerType, block.header).receiptsRoot)
}

function toTransaction(
  world: World,
  {
    chain,
    row,
    executed: { seq, cumulativeGasUsed },
    receiptsRoot,
  }: {
    readonly chain: EvmChainRow
    readonly row: Row
    readonly executed: ExecutedTransaction
    readonly receiptsRoot: string
  },
): WebhookTransaction {
  const signed = decodeEvmTransaction(row.raw)
  const fees =
    signed.type === 2
      ? [signed.maxFeePerGas, signed.maxPriorityFeePerGas]
      : [signed.gasPrice, signed.gasPrice]
  const transfers = world.all(selectTransfers, { seq })
  const ofKind = (kind: WebhookTransfer['type']) =>
    transfers.filter(({ type }) => type === kind).map((each) => toTransfer(each, row))
  return {
    blockHash: row.block_hash,
    blockNumber: String(row.block_number),
    from: row.sender,
    gas: row.gas_limit,
    gasPrice: row.gas_price,
    maxFeePerGas: String(fees[0]),
    maxPriorityFeePerGas: String(fees[1]),
    txHash: row.hash,
    txStatus: row.status === 1 ? '1' : '0',
    input: toHex(signed.data),
    nonce: String(row.nonce),
    to: row.recipient.toLowerCase(),
    transactionIndex: row.block_index,
    value: row.value,
    type: row.type,
    chainId: row.chain_id,
    receiptCumulativeGasUsed: String(cumulativeGasUsed),
    receiptGasUsed: row.gas_used,
    receiptEffectiveGasPrice: row.gas_price,
    receiptRoot: receiptsRoot,
    ...(row.call_type === 'CONTRACT_CREATION' && { contractAddress: row.recipient }),
    blockTimestamp: row.timestamp,
    erc20Transfers: ofKind('ERC20'),
    erc721Transfers: ofKind('ERC721'),
    erc1155Transfers: ofKind('ERC1155'),
    ...(signed.type !== 0 &&
      signed.accessList.length > 0 && {
        accessList: signed.accessList.map(({ address, storageKeys }) => ({
          accessAddresses: evmAddressText(address),
          storageKeys: storageKeys.map(toHex),
        })),
      }),
    networkToken: {
      tokenName: chain.token_name,
      tokenSymbol: chain.token_symbol,
      tokenDecimals: chain.token_decimals,
      valueWithDecimals: withDecimals(row.value, chain.token_decimals),
    },
  }
}

/** Returns an amount in whole tokens, exactly. */
const withDecimals = (value: string, places: number): string =>
  decimalText({ digits: BigInt(value), places })

const tokenFields = { ERC20: 'erc20Token', ERC721: 'erc721Token', ERC1155: 'erc1155Token' } as const

function toTransfer(
  transfer: TransferRow,
  { hash, timestamp }: Pick<Row, 'hash' | 'timestamp'>,
): WebhookTransfer {
  const { type, value, token_id: tokenId, decimals } = transfer
  return {
    transactionHash: hash,
    type,
    from: transfer.sender,
    to: transfer.recipient,
    value,
    ...(tokenId !== null && { tokenId }),
    blockTimestamp: timestamp,
    logIndex: transfer.log_index,
    [tokenFields[type]]: {
      address: transfer.address,
      name: transfer.name ?? '',
      symbol: transfer.symbol ?? '',
      decimals: decimals ?? 0,
      valueWithDecimals: withDecimals(value, decimals ?? 0),
    },
  }
}

function toLog(
  { address, topics, data }: Log,
  logIndex: number,
  { transactionIndex }: WebhookTransaction,
): WebhookLog {
  const [topic0, topic1, topic2, topic3] = topics.map(toHex)
  return {
    address: evmAddressText(address),
    topic0: topic0 ?? '',
    ...(topic1 !== undefined && { topic1 }),
    ...(topic2 !== undefined && { topic2 }),
    ...(topic3 !== undefined && { topic3 }),
    data: toHex(data),
    transactionIndex,
    logIndex,
    removed: false,
  }
}

/** Builds the internal transactions: the call of the transaction itself comes first. */
function internals(
  world: World,
  seq: number,
  transaction: WebhookTransaction,
  recipient: string,
): NonNullable<WebhookTransaction['internalTransactions']> {
  const { from, value, receiptGasUsed, gas, txHash, contractAddress } = transaction
  const top = {
    from,
    to: recipient,
    internalTxType: contractAddress === undefined ? 'CALL' : 'CREATE',
    value,
    gasUsed: receiptGasUsed,
    gasLimit: gas,
    transactionHash: txHash,
  }
  return [
    top,
    ...world.all(selectInternals, { seq }).map((row) => ({
      from: row.sender,
      to: row.recipient,
      internalTxType: row.type,
      value: row.value,
      gasUsed: row.gas_used,
      gasLimit: row.gas_limit,
      transactionHash: txHash,
    })),
  ]
}

interface Row {
  chain_id: string
  block_number: number
  block_hash: string
  block_index: number
  timestamp: number
  hash: string
  status: 0 | 1
  type: number
  sender: string
  recipient: string
  nonce: number
  value: string
  gas_limit: string
  gas_used: string
  gas_price: string
  call_type: string
  raw: Uint8Array
}

const selectTransaction = statement<{ seq: number }, Row>(`
  SELECT t.chain_id, t.block_number, b.hash AS block_hash, t.block_index, b.timestamp, t.hash,
         t.status, t.type, t.sender, t.recipient, t.nonce, t.value, t.gas_limit, t.gas_used,
         t.gas_price, t.call_type, t.raw
  FROM evm_transaction t
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  WHERE t.seq = :seq`)

const selectHeader = statement<{ chainId: string; number: number }, { header: Uint8Array }>(
  'SELECT header FROM evm_block WHERE chain_id = :chainId AND number = :number',
)

interface TransferRow {
  type: WebhookTransfer['type']
  log_index: number
  sender: string
  recipient: string
  value: string
  token_id: string | null
  address: string
  name: string | null
  symbol: string | null
  decimals: number | null
}

const transfer = (table: string, type: string, value: string, token: boolean) => `
  SELECT x.seq, '${type}' AS type, x.log_index, x.sender, x.recipient, ${value} AS value,
         ${token ? 'n.token_id' : 'NULL'} AS token_id, c.address, c.name, c.symbol, c.decimals
  FROM ${table} x
  CROSS JOIN contract c ON c.seq = x.contract_seq
  ${token ? 'CROSS JOIN nft_token n ON n.seq = x.token_seq' : ''}
  WHERE x.seq >= :seq * ${transfersPerTransaction} AND x.seq < (:seq + 1) * ${transfersPerTransaction}`

const selectTransfers = statement<{ seq: number }, TransferRow>(`
  ${transfer('erc20_transfer', 'ERC20', 'x.value', false)}
  UNION ALL ${transfer('erc721_transfer', 'ERC721', "'1'", true)}
  UNION ALL ${transfer('erc1155_transfer', 'ERC1155', 'x.value', true)}
  ORDER BY 1`)

const selectInternals = statement<
  { seq: number },
  {
    type: string
    sender: string
    recipient: string
    value: string
    gas_used: string
    gas_limit: string
  }
>(`
  SELECT x.type, x.sender, x.recipient, x.value, x.gas_used, x.gas_limit
  FROM internal_transaction x
  WHERE x.seq >= :seq * ${transfersPerTransaction} AND x.seq < (:seq + 1) * ${transfersPerTransaction}
  ORDER BY x.seq`)
