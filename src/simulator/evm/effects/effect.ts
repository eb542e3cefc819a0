import type { AbiFunction } from '../../../formats/evm/calls.ts'
import { toHex } from '../../../formats/ids.ts'
import type { MessengerView } from '../../interchain/messenger-view.ts'
import type { Contract, ContractBook } from '../contracts/contract-book.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'
import type { TransferBook } from '../ledgers/transfer-book.ts'
import type { Prices } from '../prices/prices.ts'
import type { Effect, Message } from './outcome.ts'

/** State that a contract call depends on, in addition to its own bytes. */
export interface EvmState {
  readonly contracts: ContractBook
  readonly transfers: TransferBook
  readonly textOf: AddressTexts
  readonly messenger: MessengerView
  readonly prices: Prices
  /** Minter of the tokens without a deployer, EIP-55. */
  readonly keeper: string
}

/** A call of a known contract. */
export interface ContractCall extends Message {
  readonly state: EvmState
  /** Called contract. */
  readonly contract: Contract
}

/** A function of a kind of contract. */
export interface Method {
  /** 0x hex. */
  readonly selector: string
  /** Whether it accepts native value. */
  readonly isPayable: boolean
  /**
   * Executes a call.
   * @throws Revert, and FormatError for wrong arguments
   */
  run(call: ContractCall): Effect
}

/** Combines a function with its effect. */
export const method = <Values>(
  called: AbiFunction<Values>,
  effect: (call: ContractCall, values: Values) => Effect,
  { isPayable = false } = {},
): Method => ({
  selector: toHex(called.selector),
  isPayable,
  run: (call) => effect(call, called.decode(call.data)),
})
