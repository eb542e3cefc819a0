import { parseEvmAddress } from '../../../formats/addresses.ts'
import type { AbiFunction } from '../../../formats/evm/calls.ts'
import {
  erc20Transfer,
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { createdAddress } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import type { Kind } from './creations.ts'
import * as functions from './functions.ts'
import type { ChainState } from './state.ts'
import type { Rate } from './token-prices.ts'

/** A call of a known contract. */
export interface Call {
  readonly state: ChainState
  /** 20 bytes. */
  readonly sender: Uint8Array
  /** EIP-55. */
  readonly senderText: string
  readonly contract: Uint8Array
  readonly value: bigint
  readonly data: Uint8Array
  /** Epoch seconds. */
  readonly time: bigint
}

/** Error: a call has to fail. */
export class ExpectedLogsError extends Error {
  override readonly name = 'ExpectedLogsError'
}

const zero = new Uint8Array(20)

function refuseZeroAddress(to: Uint8Array): void {
  if (toHex(to) === toHex(zero)) throw new ExpectedLogsError('transfers to the zero address')
}

/**
 * Returns the logs of a successful call.
 * @throws ExpectedLogsError when it cannot succeed
 */
export function expectedLogs(kind: Kind, call: Call): Log[] {
  const selector = toHex(call.data.subarray(0, 4))
  const found = table[kind].find(([called]) => toHex(called.selector) === selector)
  if (found) {
    const [called, logsOf, payable] = found
    if (call.value > 0n && !payable) throw new ExpectedLogsError('does not accept native value')
    return logsOf(call, decoded(called, call.data))
  }
  const isToken = ['ERC-20', 'ERC-721', 'ERC-1155'].includes(kind)
  if (call.value > 0n && isToken) throw new ExpectedLogsError('does not accept native value')
  if (call.value === 0n || kind !== 'wrapped-native') return []
  return [functions.deposited.encode(call.contract, { holder: call.sender, amount: call.value })]
}

type Entry = readonly [
  called: AbiFunction<unknown>,
  logsOf: (call: Call, values: never) => Log[],
  payable?: boolean,
]

function entry<Values>(
  called: AbiFunction<Values>,
  logsOf: (call: Call, values: Values) => Log[],
  payable = false,
): Entry {
  return [called as AbiFunction<unknown>, logsOf as (call: Call, values: never) => Log[], payable]
}

function decoded(called: AbiFunction<unknown>, data: Uint8Array): never {
  try {
    return called.decode(data) as never
  } catch (error) {
    throw new ExpectedLogsError(String(error))
  }
}

/** Returns the log of ERC-20 tokens that change their holder. */
export function given(
  state: ChainState,
  token: Uint8Array,
  from: Uint8Array,
  to: Uint8Array,
  value: bigint,
): Log {
  const kind = state.kinds.get(toHex(token))
  if (kind !== 'ERC-20' && kind !== 'wrapped-native') throw new ExpectedLogsError('is not a token')
  refuseZeroAddress(to)
  if (state.balance(toHex(token), toHex(from)) < value)
    throw new ExpectedLogsError('has too few tokens')
  return erc20Transfer.encode(token, { from, to, value })
}

/** Returns the log of ERC-20 tokens that a spender takes with their owner's allowance. */
export function pulled(
  state: ChainState,
  token: Uint8Array,
  { owner, spender, to = spender }: { owner: Uint8Array; spender: Uint8Array; to?: Uint8Array },
  value: bigint,
): Log {
  const allowed = state.allowance(toHex(token), toHex(owner), toHex(spender))
  if (allowed < value) throw new ExpectedLogsError(`is allowed to take only ${allowed}`)
  const log = given(state, token, owner, to, value)
  state.spend(toHex(token), toHex(owner), toHex(spender), value)
  return log
}

const tokens: readonly Entry[] = [
  entry(functions.transfer, ({ state, contract, sender }, { to, value }) => [
    given(state, contract, sender, to, value),
  ]),
  entry(functions.transferFrom, ({ state, contract, sender }, { from, to, value }) => [
    pulled(state, contract, { owner: from, spender: sender, to }, value),
  ]),
  entry(functions.approve, ({ contract, sender }, allowed) => [
    functions.approval.encode(contract, { owner: sender, ...allowed }),
  ]),
]

function owned({ state, contract, sender }: Call, id: bigint): void {
  if (state.balance(toHex(contract), toHex(sender), id) < 1n)
    throw new ExpectedLogsError('does not own the token')
}

function minted({ state, contract }: Call, to: Uint8Array, id: bigint): Log {
  refuseZeroAddress(to)
  if (state.isMinted(toHex(contract), id))
    throw new ExpectedLogsError('mints a token that exists already')
  return erc721Transfer.encode(contract, { from: zero, to, tokenId: id })
}

function held(
  { state, contract, sender }: Call,
  from: Uint8Array,
  amounts: readonly (readonly [bigint, bigint])[],
): void {
  if (toHex(from) !== toHex(sender))
    throw new ExpectedLogsError('transfers a token that it does not own')
  const wanted = new Map<bigint, bigint>()
  for (const [id, value] of amounts) wanted.set(id, (wanted.get(id) ?? 0n) + value)
  for (const [id, value] of wanted)
    if (state.balance(toHex(contract), toHex(from), id) < value)
      throw new ExpectedLogsError('has too low a balance')
}

function collection(call: Call): Log[] {
  const { state, contract, sender } = call
  const created = (state.created.get(toHex(contract)) ?? 0n) + 1n
  const made = createdAddress(contract, created)
  return [functions.collectionCreated.encode(contract, { creator: sender, collection: made })]
}

const pairs = (ids: readonly bigint[], values: readonly bigint[]) => {
  if (ids.length !== values.length)
    throw new ExpectedLogsError('has different numbers of ids and values')
  return ids.map((id, index) => [id, values[index] ?? 0n] as const)
}

/**
 * Logs of the contracts of this world, by kind and function; other functions succeed without logs.
 */
const table: Readonly<Record<Kind, readonly Entry[]>> = {
  'ERC-20': [
    ...tokens,
    entry(functions.mint, ({ state, contract, senderText }, { to, value }) => {
      const deployer = state.deployers.get(toHex(contract))
      // The keeper of contracts in the initial state is unknown here.
      if (deployer !== undefined && deployer !== senderText)
        throw new ExpectedLogsError('is not allowed to mint')
      refuseZeroAddress(to)
      return [erc20Transfer.encode(contract, { from: zero, to, value })]
    }),
  ],
  'wrapped-native': [
    ...tokens,
    entry(
      functions.deposit,
      ({ contract, sender, value }) => [
        functions.deposited.encode(contract, { holder: sender, amount: value }),
      ],
      true,
    ),
    entry(functions.withdraw, ({ state, contract, sender }, { amount }) => {
      if (state.balance(toHex(contract), toHex(sender)) < amount)
        throw new ExpectedLogsError('has a lower balance than it burns')
      return [functions.withdrawn.encode(contract, { holder: sender, amount })]
    }),
  ],
  'ERC-721': [
    entry(functions.safeMint, (call, { to, id }) => [minted(call, to, id)], true),
    entry(
      functions.mintTokens,
      (call, { to, ids }) => {
        if (new Set(ids).size < ids.length) throw new ExpectedLogsError('mints a token twice')
        return ids.map((id) => minted(call, to, id))
      },
      true,
    ),
    entry(functions.giveToken, (call, { from, to, id }) => {
      refuseZeroAddress(to)
      held(call, from, [[id, 1n]])
      return [erc721Transfer.encode(call.contract, { from, to, tokenId: id })]
    }),
    entry(functions.burn, (call, { id }) => {
      owned(call, id)
      return [erc721Transfer.encode(call.contract, { from: call.sender, to: zero, tokenId: id })]
    }),
  ],
  'ERC-1155': [
    entry(functions.mintSome, ({ contract, sender: operator }, { to, id, value }) => {
      refuseZeroAddress(to)
      return [erc1155TransferSingle.encode(contract, { operator, from: zero, to, id, value })]
    }),
    entry(functions.mintSeveral, ({ contract, sender: operator }, { to, ids, values }) => {
      pairs(ids, values)
      refuseZeroAddress(to)
      return [erc1155TransferBatch.encode(contract, { operator, from: zero, to, ids, values })]
    }),
    entry(functions.giveSome, (call, { from, to, id, value }) => {
      refuseZeroAddress(to)
      held(call, from, [[id, value]])
      const moved = { operator: call.sender, from, to, id, value }
      return [erc1155TransferSingle.encode(call.contract, moved)]
    }),
    entry(functions.giveSeveral, (call, { from, to, ids, values }) => {
      refuseZeroAddress(to)
      held(call, from, pairs(ids, values))
      const moved = { operator: call.sender, from, to, ids, values }
      return [erc1155TransferBatch.encode(call.contract, moved)]
    }),
  ],
  exchange: [
    entry(functions.addLiquidity, ({ state, sender, contract }, args) => {
      const parties = { owner: sender, spender: contract }
      return [
        pulled(state, args.tokenA, parties, args.amountA),
        pulled(state, args.tokenB, parties, args.amountB),
      ]
    }),
    entry(functions.swap, ({ state, sender, contract, time }, args) => {
      const { amountIn, amountOutMin, path, to, deadline } = args
      const [input, output] = path
      if (!input || !output || path.length > 2 || deadline < time)
        throw new ExpectedLogsError('is not a swap')
      const [paid, bought] = [input, output].map((token) => state.rateOf(toHex(token), time)) as [
        Rate,
        Rate,
      ]
      const fair = (amountIn * paid.dividend * bought.divisor) / (paid.divisor * bought.dividend)
      // The fee is 3 of 1000.
      const amountOut = (fair * 997n) / 1000n
      if (amountOut < amountOutMin)
        throw new ExpectedLogsError('returns less than the minimum amount')
      return [
        pulled(state, input, { owner: sender, spender: contract }, amountIn),
        given(state, output, contract, to, amountOut),
      ]
    }),
  ],
  factory: [
    entry(functions.createCollection, collection),
    entry(functions.createMultiCollection, collection),
  ],
  receiver: [],
  UNKNOWN: [
    entry(
      functions.stake,
      ({ contract, sender, value }, { amount }) => {
        if (amount !== value) throw new ExpectedLogsError('stakes a different amount')
        return [functions.staked.encode(contract, { account: sender, amount })]
      },
      true,
    ),
  ],
}

/** Returns the 20 bytes of a text. */
export const bytesOf = (text: string): Uint8Array => parseEvmAddress(text.toLowerCase())
