import { equalBytes } from '@noble/curves/utils.js'
import type { ContractRole } from '../../../../schemas/definition/evm.ts'
import { FormatError } from '../../../formats/codec.ts'
import { erc20Transfer } from '../../../formats/evm/events.ts'
import { fromHex, toHex } from '../../../formats/ids.ts'
import { teleporterMessenger } from '../../../formats/teleporter.ts'
import { messengerMethods } from '../../interchain/messenger-methods.ts'
import { type Contract, contractOf } from '../contracts/contract-book.ts'
import { blueprintOf } from '../contracts/contract-code.ts'
import { zeroAddress } from '../ledgers/ledger.ts'
import type { ContractCall, EvmState, Method } from './effect.ts'
import { erc721Methods, erc1155Methods } from './nfts.ts'
import { exchangeMethods, factoryMethods, plainMethods } from './other-contracts.ts'
import type { Effect, Message, Outcome } from './outcome.ts'
import { Revert } from './revert.ts'
import { deposited, erc20Methods, wrappedMethods } from './tokens.ts'

/** Kind of a contract as seen by its callers. */
export type ContractKind = 'ERC-20' | 'ERC-721' | 'ERC-1155' | ContractRole | 'messenger' | 'other'

interface Kind {
  readonly methods: readonly Method[]
  /** Effect of native value without a function; absent: the call reverts. */
  readonly receive?: (call: ContractCall) => Effect
}

const nothing: Effect = { logs: [] }
const takes = () => nothing

/**
 * Effects of every kind of contract, by function. Unknown functions succeed without effect. G-97
 */
const kinds: Readonly<Record<ContractKind, Kind>> = {
  'ERC-20': { methods: erc20Methods },
  'wrapped-native': { methods: wrappedMethods, receive: deposited },
  'ERC-721': { methods: erc721Methods },
  'ERC-1155': { methods: erc1155Methods },
  exchange: { methods: exchangeMethods, receive: takes },
  factory: { methods: factoryMethods, receive: takes },
  receiver: { methods: [], receive: takes },
  messenger: { methods: messengerMethods },
  other: { methods: plainMethods, receive: takes },
}

const bySelector = new Map(
  Object.entries(kinds).map(([kind, { methods }]) => [
    kind,
    new Map(methods.map((each) => [each.selector, each])),
  ]),
)

/** Returns the kind of a contract in the tables. */
export const kindOf = ({ address, role, ercType }: Contract): ContractKind => {
  if (equalBytes(address, teleporterMessenger)) return 'messenger'
  return role ?? (ercType === 'UNKNOWN' ? 'other' : ercType)
}

/** Returns call data with which a contract call always fails: a function without its arguments. */
export const callThatReverts = (contract: Contract): Uint8Array | undefined => {
  const method = kinds[kindOf(contract)].methods[0]
  return method && fromHex(method.selector)
}

/** Computes the outcome of a call from its bytes and the state of the chain. */
export function outcomeOf(state: EvmState, message: Message): Outcome {
  try {
    return { succeeded: true, effect: effectOf(state, message) }
  } catch (error) {
    if (error instanceof Revert || error instanceof FormatError)
      return { succeeded: false, why: error.message }
    throw error
  }
}

function effectOf(state: EvmState, message: Message): Effect {
  const { to, data, value } = message
  if (to === null) return creationOf(message)
  const contract = contractAt(state, to)
  // An account without code accepts any call.
  if (!contract) return nothing
  const kind = kinds[kindOf(contract)]
  const call = Object.assign({ state, contract }, message)
  const method = bySelector.get(kindOf(contract))?.get(toHex(data.subarray(0, 4)))
  if (!method) {
    if (value === 0n) return nothing
    if (!kind.receive) throw new Revert(`${contract.text} does not accept native value`)
    return kind.receive(call)
  }
  if (value > 0n && !method.isPayable)
    throw new Revert(`this function of ${contract.text} does not accept native value`)
  return method.run(call)
}

/** Returns the contract at an address. A messenger exists on every chain, even without a row. */
function contractAt({ contracts, textOf }: EvmState, address: Uint8Array): Contract | undefined {
  const found = contracts.find(textOf(address))
  if (found || !equalBytes(address, teleporterMessenger)) return found
  return contractOf({ seq: 0, address, text: textOf(address), ercType: 'UNKNOWN' })
}

function creationOf({ data, sender, recipient: address, value }: Message): Effect {
  const { supply, ...facts } = blueprintOf(data)
  if (value > 0n) throw new Revert('the constructor does not accept native value')
  return {
    logs:
      supply === 0n
        ? []
        : [erc20Transfer.encode(address, { from: zeroAddress, to: sender, value: supply })],
    creation: { facts, address },
  }
}
