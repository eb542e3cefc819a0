import { erc20Transfer } from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { createdAddress } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import { teleporterMessenger } from '../../../formats/teleporter.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy, indexBy } from '../../../util/grouping.ts'
import { differences, listDifference } from '../../compare.ts'
import type { CheckedWorld, Rule } from '../../rule.ts'
import { blockTimes } from '../evm-blocks.ts'
import { type EvmTransaction, evmTransactions, idsOfEvmTransaction } from '../evm-transactions.ts'
import { intrinsicGas } from '../intrinsic-gas.ts'
import { type Kind, type Made, madeBy } from './creations.ts'
import { bytesOf, type Call, ExpectedLogsError, expectedLogs } from './expected-logs.ts'
import { createMultiCollection } from './functions.ts'
import { messengerProblems, textOf } from './messenger-logs.ts'
import { ChainState } from './state.ts'
import { ratesOf } from './token-prices.ts'

interface ContractRow {
  chain_id: string
  address: string
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
  role: Exclude<Kind, ContractRow['erc_type']> | null
  name: string | null
  symbol: string | null
  decimals: number | null
  deployment_tx: number | null
}

/**
 * Success, logs and created contract of a transaction follow from its bytes and the chain state
 * after earlier transactions.
 */
export const evmEffects: Rule = {
  name: 'evm-effects',
  check(world, findings) {
    const contracts = world.all(selectContracts, {})
    const created = indexBy(contracts, ({ deployment_tx }) => deployment_tx)
    const states = statesOf(contracts, ratesIn(world, contracts))
    const times = blockTimes(world)
    findings.each(evmTransactions(world), idsOfEvmTransaction, function* (transaction) {
      const { chain_id, block_number } = transaction
      const state = states(chain_id)
      const call = callOf(state, transaction, times.get(`${chain_id} ${block_number}`) ?? 0)
      const row = created.get(transaction.seq)
      const failure = yield* problemsOf(call, transaction, row)
      const succeeded = transaction.outcome.succeeded
      if (failure !== undefined && succeeded) yield `succeeded, although it ${failure}`
      if (failure === undefined && !succeeded) yield 'failed, although nothing makes it fail'
      for (const log of transaction.outcome.logs) state.apply(log)
    })
  },
}

/**
 * Judges a transaction.
 * @returns why the call has to fail
 */
function* problemsOf(
  call: Call,
  transaction: EvmTransaction,
  row: ContractRow | undefined,
): Generator<string, string | undefined> {
  const { content, outcome } = transaction
  const { state } = call
  try {
    if (content.to === null) {
      const made = madeBy(content.data)
      if (!made || content.value > 0n) return 'the constructor reverts'
      const address = createdAddress(call.sender, content.nonce)
      state.kinds.set(toHex(address), made.kind)
      state.deployers.set(toHex(address), transaction.sender)
      yield* rowProblems(row, made)
      yield* logProblems(outcome.logs, supplied(address, call.sender, made.supply))
      return undefined
    }
    if (toHex(content.to) === toHex(teleporterMessenger)) {
      if (!outcome.succeeded) return 'a messenger refuses'
      if (content.value > 0n) return 'a messenger takes no value'
      yield* messengerProblems(call, outcome.logs, content.gasLimit - intrinsicGas(transaction))
      return undefined
    }
    const kind = state.kinds.get(toHex(content.to))
    if (kind === undefined) {
      yield* logProblems(outcome.logs, [])
      return undefined
    }
    const logs = expectedLogs(kind, call)
    yield* logProblems(outcome.logs, logs)
    if (kind === 'factory' && logs.length > 0) yield* collectionProblems(call, row, transaction)
    return undefined
  } catch (error) {
    if (error instanceof ExpectedLogsError) return error.message
    throw error
  }
}

function* collectionProblems(
  { state, contract, data }: Call,
  row: ContractRow | undefined,
  { sender }: EvmTransaction,
): Generator<string> {
  const factory = toHex(contract)
  const nonce = (state.created.get(factory) ?? 0n) + 1n
  state.created.set(factory, nonce)
  const isMulti = toHex(data.subarray(0, 4)) === toHex(createMultiCollection.selector)
  const kind = isMulti ? 'ERC-1155' : 'ERC-721'
  const address = toHex(createdAddress(contract, nonce))
  state.kinds.set(address, kind)
  state.deployers.set(address, sender)
  if (row?.erc_type !== kind) yield `creates an ${kind} contract, not ${row?.erc_type}`
}

function* rowProblems(row: ContractRow | undefined, made: Made): Generator<string> {
  if (!row) return yield 'creates a contract that is not known'
  yield* differences(
    { kind: kindOf(row), name: row.name, symbol: row.symbol, decimals: row.decimals },
    { kind: made.kind, name: made.name, symbol: made.symbol, decimals: made.decimals },
  )
}

const logProblems = (found: readonly Log[], expected: readonly Log[]) =>
  listDifference('log', found.map(textOf), expected.map(textOf))

const supplied = (token: Uint8Array, to: Uint8Array, value: bigint): Log[] =>
  value === 0n ? [] : [erc20Transfer.encode(token, { from: new Uint8Array(20), to, value })]

const kindOf = ({ role, erc_type }: ContractRow): Kind => role ?? erc_type

const callOf = (state: ChainState, transaction: EvmTransaction, time: number): Call => ({
  state,
  sender: bytesOf(transaction.sender),
  senderText: transaction.sender,
  contract: bytesOf(transaction.recipient),
  value: transaction.content.value,
  data: transaction.content.data,
  time: BigInt(time),
})

/** Returns the state of a chain by its id, initially with the contracts of the initial state. */
function statesOf(
  contracts: readonly ContractRow[],
  ratesOfChain: ReturnType<typeof ratesIn>,
): (chainId: string) => ChainState {
  const existing = groupBy(
    contracts.filter(({ deployment_tx }) => deployment_tx === null),
    ({ chain_id }) => chain_id,
  )
  const states = new Map<string, ChainState>()
  return (chainId) => {
    const known = states.get(chainId)
    if (known) return known
    const state = new ChainState(ratesOfChain(chainId))
    for (const row of existing.get(chainId) ?? [])
      state.kinds.set(row.address.toLowerCase(), kindOf(row))
    states.set(chainId, state)
    return state
  }
}

/** Returns token prices of the past, by chain, by address and time. */
function ratesIn(world: CheckedWorld, contracts: readonly ContractRow[]) {
  const rateOf = ratesOf(world)
  const decimals = new Map(
    contracts.map((row) => [`${row.chain_id} ${row.address.toLowerCase()}`, row.decimals ?? 0]),
  )
  return (chainId: string) => (token: string, time: bigint) =>
    rateOf(chainId, token, decimals.get(`${chainId} ${token}`) ?? 0, time)
}

const selectContracts = statement<Record<string, never>, ContractRow>(
  `SELECT chain_id, address, erc_type, role, name, symbol, decimals, deployment_tx
   FROM contract`,
)
