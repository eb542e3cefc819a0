import { evmTransactionHash } from '../../formats/evm/transactions.ts'
import { toHex } from '../../formats/ids.ts'
import { keccak256 } from '../../formats/keccak.ts'
import { isNonceGap, refusalIn } from '../issue-tx.ts'
import { quantity } from './arguments.ts'
import { toRpcBlock } from './blocks.ts'
import { feeConfig, getActiveRulesAt, getChainConfig } from './chain-config.ts'
import type { EvmCall } from './evm-call.ts'
import {
  type BlockRow,
  blockByHash,
  blockByNumber,
  headOf,
  numberOf,
  numberOrHashOf,
  stateBlockNumber,
} from './evm-chain.ts'
import { feeHistory, nextBaseFee, priceOptions, suggestedTip } from './fees.ts'
import { putIntoPool } from './pool.ts'
import { call, callDetailed, createAccessList, estimateGas } from './reads/call-methods.ts'
import { getLogs } from './reads/get-logs.ts'
import { getCode, getProof, getStorageAt, getTransactionCount } from './reads/state-methods.ts'
import {
  traceBlockByHash,
  traceBlockByNumber,
  traceCall,
  traceTransaction,
} from './reads/trace-methods.ts'
import { executionError, invalidArgument } from './rpc-error.ts'
import { balanceAt } from './state.ts'
import {
  receiptOf,
  receiptsOf,
  toPendingTransaction,
  toRpcTransaction,
  transactionByHash,
  transactionsOf,
} from './transactions.ts'

/** Price of 1 nAVAX for a unit of gas: clients count atomic fees in whole nAVAX. G-247 */
const lowestEstimate = 10n ** 9n

const notBelow = (lowest: bigint, value: bigint): bigint => (value < lowest ? lowest : value)

/** Methods by name; a result may come later. G-345 */
export const evmMethods: Readonly<Record<string, (call: EvmCall) => unknown>> = {
  web3_clientVersion: () => 'snowglobe/evm',
  web3_sha3: ({ args }) => toHex(keccak256(args.bytes(0))),
  net_version: ({ chain }) => chain.chainId,
  net_listening: () => true,
  net_peerCount: () => '0x0',
  eth_chainId: ({ chain }) => quantity(BigInt(chain.chainId)),
  eth_syncing: () => false,
  eth_accounts: () => [],
  eth_blockNumber: ({ world, chain }) => quantity(headOf(world, chain).number),
  eth_gasPrice: ({ world, chain }) => quantity(nextBaseFee(world, chain) + suggestedTip),
  eth_maxPriorityFeePerGas: () => quantity(suggestedTip),
  eth_baseFee: ({ world, chain }) => quantity(notBelow(lowestEstimate, nextBaseFee(world, chain))),
  eth_feeHistory: history,
  eth_suggestPriceOptions: ({ world, chain }) => priceOptions(nextBaseFee(world, chain)),
  eth_getChainConfig: getChainConfig,
  eth_feeConfig: feeConfig,
  eth_getActiveRulesAt: getActiveRulesAt,
  eth_getBalance({ world, chain, args }) {
    const address = args.address(0)
    return quantity(
      balanceAt(world, chain, address, stateBlockNumber(world, chain, args.required(1), 1)),
    )
  },
  eth_getTransactionCount: getTransactionCount,
  eth_getCode: getCode,
  eth_getStorageAt: getStorageAt,
  eth_getProof: getProof,
  eth_call: call,
  eth_callDetailed: callDetailed,
  eth_estimateGas: estimateGas,
  eth_createAccessList: createAccessList,
  eth_getLogs: getLogs,
  debug_traceTransaction: traceTransaction,
  debug_traceCall: traceCall,
  debug_traceBlockByNumber: traceBlockByNumber,
  debug_traceBlockByHash: traceBlockByHash,
  eth_getBlockByNumber(of) {
    return blockIn(of, blockOf(of))
  },
  eth_getBlockByHash(of) {
    return blockIn(of, blockByHash(of.world, of.chain, of.args.hash(0)))
  },
  eth_getBlockTransactionCountByNumber: (of) => countOf(blockOf(of)),
  eth_getBlockTransactionCountByHash: (of) =>
    countOf(blockByHash(of.world, of.chain, of.args.hash(0))),
  eth_getTransactionByHash({ world, chain, args, issuer }) {
    const hash = args.hash(0)
    const row = transactionByHash(world, chain, hash)
    if (row) return toRpcTransaction(chain, row)
    const waiting = issuer?.pool?.find(chain.chainId, hash)
    return waiting ? toPendingTransaction(chain, waiting) : null
  },
  eth_getTransactionByBlockNumberAndIndex: (of) => inBlock(of, blockOf(of)),
  eth_getTransactionByBlockHashAndIndex: (of) =>
    inBlock(of, blockByHash(of.world, of.chain, of.args.hash(0))),
  eth_getTransactionReceipt({ world, chain, args }) {
    const row = transactionByHash(world, chain, args.hash(0))
    return row ? receiptOf(world, chain, row) : null
  },
  eth_getBlockReceipts(of) {
    const { world, chain, args } = of
    const number = numberOrHashOf(world, chain, args.required(0), 0)
    const row = number === undefined ? undefined : blockByNumber(world, chain, number)
    return row ? receiptsOf(transactionsOf(of.world, of.chain, row)) : null
  },
  eth_sendRawTransaction: send,
  eth_sendTransaction: unknownAccount,
  eth_sign: unknownAccount,
  eth_signTransaction: unknownAccount,
}

async function send({ world, chain, args, issuer }: EvmCall): Promise<string> {
  const raw = args.bytes(0)
  if (!issuer)
    throw executionError(
      'internal error: a transaction was sent to a world that nothing can change',
    )
  const { pool } = issuer
  try {
    await issuer.issue({ network: world.nodeNetwork, chain: chain.name, bytes: toHex(raw) })
  } catch (error) {
    const reason = refusalIn(error)
    if (reason === undefined) throw error
    const refused = pool && isNonceGap(error) ? putIntoPool(pool, world, chain, raw) : reason
    if (refused !== undefined) throw executionError(refused)
  }
  await pool?.issueReady()
  // Bytes of any length arrive, and verification refuses long ones at once.
  return toHex(evmTransactionHash(raw))
}

function history({ world, chain, args }: EvmCall) {
  const given = args.required(0)
  const count = typeof given === 'number' ? given : Number(args.uint(0))
  if (!Number.isInteger(count) || count < 0)
    throw invalidArgument(0, 'the block count must be 0 or more')
  const newest = numberOf(world, chain, args.required(1), 1)
  const percentiles = args.required(2)
  if (count === 0) return { oldestBlock: quantity(0), gasUsedRatio: null }
  if (newest === undefined) throw executionError('request beyond head block')
  if (!isPercentiles(percentiles)) throw executionError('invalid reward percentile')
  return feeHistory(world, chain, { count, newest, percentiles })
}

const isPercentiles = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length <= 100 &&
  value.every(
    (each, i) =>
      typeof each === 'number' && each >= 0 && each <= 100 && each >= (value[i - 1] ?? 0),
  )

function unknownAccount(): never {
  throw executionError('unknown account')
}

function blockOf({ world, chain, args }: EvmCall): BlockRow | undefined {
  const number = numberOf(world, chain, args.required(0), 0)
  return number === undefined ? undefined : blockByNumber(world, chain, number)
}

function blockIn({ world, chain, args }: EvmCall, row: BlockRow | undefined) {
  const isFull = args.bool(1)
  return row ? toRpcBlock(world, chain, row, isFull) : null
}

const countOf = (row: BlockRow | undefined) => (row ? quantity(row.tx_count) : null)

function inBlock({ world, chain, args }: EvmCall, row: BlockRow | undefined) {
  const index = args.uint(1)
  const found = row && transactionsOf(world, chain, row)[Number(index)]
  return found ? toRpcTransaction(chain, found) : null
}
