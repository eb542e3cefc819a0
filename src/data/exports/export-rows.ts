import type { EvmExport, ExportRequest, PrimaryExport } from '../../../schemas/data/exports.ts'
import type { ExportJob } from '../../accounts/export-jobs.ts'
import { badRequest } from '../../http/response/errors.ts'
import { type Network, networks } from '../../networks/network.ts'
import {
  blockchainIdOf,
  chainNames,
  type PrimaryChain,
  primaryChains,
} from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { findChain } from '../evm/find-chain.ts'
import { transactionsFrom } from '../evm/transactions/address-transactions.ts'
import { readTransactions } from '../evm/transactions/read-transactions.ts'
import { findTransactions } from '../primary/transactions/find-transactions.ts'
import { showTransactions } from '../primary/transactions/show-transactions.ts'
import { type Cell, csvLine } from './csv.ts'
import { exportTimes } from './export-bounds.ts'

/** Transactions that are read at once. */
const pageSize = 500

/**
 * Returns the text of an export in pieces: a line of names, and a line for each transaction, chain
 * by chain, oldest first. The rows are those of the lists of the Data API in the documented dialect.
 * G-212
 */
export function* exportText(world: World, job: ExportJob): Generator<string> {
  const { request } = job
  if (isEvm(request)) yield* evmText(world, job, request)
  else yield* primaryText(world, job, request)
}

const isEvm = (request: ExportRequest): request is EvmExport =>
  request.type === 'TRANSACTION_EXPORT_EVM'

/** Checks that the chains of a request exist. @throws 400 */
export function checkChains(world: World, request: ExportRequest): void {
  if (!isEvm(request)) return
  request.options.includeChains.forEach((id, at) => {
    try {
      findChain(world, id)
    } catch {
      throw badRequest(
        `options.includeChains[${at}] must be an EVM chain of the world, not "${id}"`,
      )
    }
  })
}

const evmColumns = [
  ...['chainId', 'blockNumber', 'blockHash', 'blockTimestamp', 'blockIndex', 'txHash', 'txStatus'],
  ...['txType', 'gasLimit', 'gasUsed', 'gasPrice', 'nonce', 'from', 'to', 'callType', 'methodHash'],
  ...['methodName', 'value'],
]

function* evmText(world: World, { ends }: ExportJob, request: EvmExport): Generator<string> {
  yield csvLine(evmColumns)
  const { addresses, includeChains } = request.options
  const times = exportTimes(request)
  const chains = new Set(includeChains.map((id) => findChain(world, id).chain_id))
  const unique = [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]
  for (const chainId of chains) {
    const range = evmRange(world, chainId, times)
    const end = Math.min(range.end, (ends[chainId] ?? 0) + 1)
    for (let from = range.from; from < end; ) {
      const page = evmPage(world, { chainId, addresses: unique, from, end })
      if (page.seqs.length > 0)
        yield readTransactions(world, page.seqs, 'documented')
          .map(({ from: sender, to, method, ...row }) =>
            csvLine([
              ...[row.chainId, row.blockNumber, row.blockHash, row.blockTimestamp, row.blockIndex],
              ...[row.txHash, row.txStatus, row.txType, row.gasLimit, row.gasUsed, row.gasPrice],
              ...[row.nonce, sender.address, to.address],
              ...[method?.callType, method?.methodHash, method?.methodName, row.value],
            ]),
          )
          .join('')
      from = page.next
    }
  }
}

/**
 * Merges the next transactions of several addresses.
 * @returns keys, ascending, each once, and the key at which the next page begins
 */
function evmPage(
  world: World,
  wanted: { chainId: string; addresses: readonly string[]; from: number; end: number },
): { seqs: number[]; next: number } {
  const { chainId, addresses, from, end } = wanted
  let next = end
  const found = addresses.flatMap((address) => {
    const own = transactionsFrom(world, { chainId, address, from, end, limit: pageSize })
    const last = own.at(-1)
    // Beyond the last one of a full page, the address may have more.
    if (own.length === pageSize && last !== undefined) next = Math.min(next, last + 1)
    return own
  })
  const seqs = [...new Set(found)].filter((seq) => seq < next).sort((a, b) => a - b)
  return { seqs, next }
}

function evmRange(
  world: World,
  chainId: string,
  { startTimestamp, endTimestamp }: { startTimestamp: number; endTimestamp: number },
): { from: number; end: number } {
  const first = world.get(selectFirstFrom, { chainId, time: startTimestamp })?.seq
  const after = world.get(selectFirstFrom, { chainId, time: endTimestamp + 1 })?.seq
  return { from: first ?? afterAll, end: after ?? afterAll }
}

/** Above the keys of all transactions, and usable when multiplied for the keys of transfers. */
const afterAll = 2 ** 40

/** The first transaction in the first block of at least this time that has any. */
const selectFirstFrom = statement<{ chainId: string; time: number }, { seq: number }>(`
  SELECT t.seq
  FROM evm_transaction t
  WHERE t.chain_id = :chainId AND t.block_number >= (
    SELECT b.number FROM evm_block b
    WHERE b.chain_id = :chainId AND b.timestamp >= :time
    ORDER BY b.timestamp, b.number LIMIT 1)
  ORDER BY t.block_number, t.block_index LIMIT 1`)

const simpleColumns = [
  ...['network', 'chainName', 'txHash', 'txType', 'blockNumber', 'blockTimestamp', 'memo'],
  'amountBurned',
]
const primaryColumns = [
  ...simpleColumns,
  ...['blockHash', 'sourceChain', 'destinationChain', 'value', 'amountStaked'],
  ...['amountL1ValidatorBalanceBurned', 'nodeId', 'subnetId', 'startTimestamp', 'endTimestamp'],
  ...['delegationFeePercent', 'estimatedReward', 'rewardTxHash', 'stakingTxHash'],
]

/** Types of transactions that begin or end stakes or change L1 validators. */
const stakingTypes = [
  ...['AddValidatorTx', 'AddDelegatorTx', 'AddSubnetValidatorTx', 'RemoveSubnetValidatorTx'],
  ...['AddPermissionlessValidatorTx', 'AddPermissionlessDelegatorTx', 'RewardValidatorTx'],
  ...['ConvertSubnetToL1Tx', 'RegisterL1ValidatorTx', 'SetL1ValidatorWeightTx'],
  ...['IncreaseL1ValidatorBalanceTx', 'DisableL1ValidatorTx'],
]

function* primaryText(world: World, job: ExportJob, request: PrimaryExport): Generator<string> {
  const isSimple = request.type === 'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE'
  yield csvLine(isSimple ? simpleColumns : primaryColumns)
  const isStaking = request.type === 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING'
  for (const { network, chain } of primaryChainsOf(request)) {
    const { addresses, cChainEvmAddresses = [] } = request.options
    const ofC = chain === 'C' ? cChainEvmAddresses.map((one) => one.toLowerCase()) : []
    const own = addresses?.map(withoutChain)
    const filter = {
      addresses: own || ofC.length > 0 ? [...new Set([...(own ?? []), ...ofC])] : undefined,
      ...exportTimes(request),
    }
    const on = { network, chain, info: { chainName: chainNames[chain], network } }
    const high = job.ends[`${network} ${chain}`] ?? 0
    for (let low = 0; low <= high; ) {
      const wanted = { range: { low, high }, order: 'asc', limit: pageSize } as const
      const seqs = findTransactions(world, on, filter, wanted).map(({ seq }) => seq)
      const text = showTransactions(world, 'P', seqs, 'documented')
        .flatMap((exported) => {
          const transaction = exported as unknown as ExportedTransaction
          if (isStaking && !stakingTypes.includes(transaction.txType)) return []
          const cells = primaryCells({ network, chain }, transaction)
          return csvLine(isSimple ? cells.slice(0, simpleColumns.length) : cells)
        })
        .join('')
      if (text !== '') yield text
      low = (seqs.length < pageSize ? high : (seqs.at(-1) ?? high)) + 1
    }
  }
}

/** Transaction in the shape of the contract, as far as a file shows it. */
interface ExportedTransaction extends Readonly<Record<string, unknown>> {
  readonly txType: string
}

function primaryCells(
  { network, chain }: { network: Network; chain: PrimaryChain },
  transaction: ExportedTransaction,
): Cell[] {
  const amounts = (name: string) =>
    ((transaction[name] ?? []) as { symbol: string; amount: string }[])
      .map(({ symbol, amount }) => `${amount} ${symbol}`)
      .join('; ')
  return primaryColumns.map((name) => {
    if (name === 'network') return network
    if (name === 'chainName') return chainNames[chain]
    const value = transaction[name]
    return Array.isArray(value) ? amounts(name) : (value as Cell)
  })
}

/** Addresses may have the prefix of a chain. */
const withoutChain = (address: string): string => address.replace(/^[PXC]-/, '')

/**
 * Returns the chains of a request, each once: an alias, and the P-chain's id, mean both networks.
 * G-211
 */
function primaryChainsOf({
  options: { includeChains },
}: PrimaryExport): { network: Network; chain: PrimaryChain }[] {
  return networks.flatMap((network) =>
    primaryChains
      .filter((chain) =>
        includeChains.some(
          (id) => id === blockchainIdOf(network, chain) || id === chainNames[chain],
        ),
      )
      .map((chain) => ({ network, chain })),
  )
}
