import { equalBytes } from '@noble/curves/utils.js'
import { erc20Transfer } from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import type { Contract } from '../contracts/contract-book.ts'
import {
  approvalEvent,
  depositEvent,
  erc20,
  withdrawalEvent,
} from '../contracts/contract-interfaces.ts'
import { zeroAddress } from '../ledgers/ledger.ts'
import { type ContractCall, type EvmState, type Method, method } from './effect.ts'
import { type Effect, internalCall } from './outcome.ts'
import { Revert, requireThat } from './revert.ts'

const transfers: readonly Method[] = [
  method(erc20.transfer, ({ state, contract, sender }, { to, value }) => ({
    logs: [moved(state, contract, sender, to, value)],
  })),
  method(erc20.transferFrom, ({ state, contract, sender }, { from, to, value }) =>
    taken(state, contract, { owner: from, spender: sender, to, value }),
  ),
  method(erc20.approve, ({ contract, sender }, approval) => ({
    logs: [approvalEvent.encode(contract.address, { owner: sender, ...approval })],
  })),
]

/** Methods of an ERC-20 token; its deployer or keeper mints. */
export const erc20Methods: readonly Method[] = [
  ...transfers,
  method(erc20.mint, ({ state, contract, sender }, { to, value }) => {
    const minter = contract.deployer ?? state.keeper
    requireThat(state.textOf(sender) === minter, `only ${minter} mints ${contract.text}`)
    requireThat(!equalBytes(to, zeroAddress), 'nobody holds tokens of the zero address')
    return { logs: [erc20Transfer.encode(contract.address, { from: zeroAddress, to, value })] }
  }),
]

/** Returns the effect of a deposit: the chain's own token becomes wrapped tokens. */
export const deposited = ({ contract, sender, value }: ContractCall): Effect => ({
  logs: [depositEvent.encode(contract.address, { holder: sender, amount: value })],
})

/** Methods of the wrapped native token. */
export const wrappedMethods: readonly Method[] = [
  ...transfers,
  method(erc20.deposit, deposited, { isPayable: true }),
  method(erc20.withdraw, ({ state, contract, sender }, { amount }) => {
    requireBalance(state, contract, sender, amount)
    return {
      logs: [withdrawalEvent.encode(contract.address, { holder: sender, amount })],
      calls: [{ type: 'CALL', from: contract.address, to: sender, value: amount }],
    }
  }),
]

/** Returns the effect of a contract taking tokens for itself with their owner's allowance. */
export function takenBy(
  contract: Uint8Array,
  state: EvmState,
  token: Contract,
  { owner, value }: Pick<Taking, 'owner' | 'value'>,
): Effect {
  const effect = taken(state, token, { owner, spender: contract, to: contract, value })
  return { ...effect, calls: [internalCall(contract, token.address)] }
}

/** Returns the effect of moving tokens with their owner's allowance. */
function taken(state: EvmState, token: Contract, { owner, spender, to, value }: Taking): Effect {
  const [ownerText, spenderText] = [state.textOf(owner), state.textOf(spender)]
  const allowance = state.transfers.erc20.allowanceOf(token, ownerText, spenderText)
  requireThat(
    allowance >= value,
    `${ownerText} lets ${spenderText} take ${allowance} of ${token.text}, not ${value}`,
  )
  return {
    logs: [moved(state, token, owner, to, value)],
    spendings: [{ token, owner: ownerText, spender: spenderText, value }],
  }
}

interface Taking {
  readonly owner: Uint8Array
  readonly spender: Uint8Array
  readonly to: Uint8Array
  readonly value: bigint
}

/** Returns the log of a token transfer. */
export function moved(
  state: EvmState,
  token: Contract,
  from: Uint8Array,
  to: Uint8Array,
  value: bigint,
): Log {
  requireBalance(state, token, from, value)
  requireThat(!equalBytes(to, zeroAddress), 'nobody holds tokens of the zero address')
  return erc20Transfer.encode(token.address, { from, to, value })
}

/** Returns the ERC-20 token at an address. */
export function tokenAt({ contracts, textOf }: EvmState, address: Uint8Array): Contract {
  const found = contracts.find(textOf(address))
  if (found?.ercType !== 'ERC-20') throw new Revert(`${textOf(address)} is not an ERC-20 token`)
  return found
}

function requireBalance(
  { transfers, textOf }: EvmState,
  token: Contract,
  holder: Uint8Array,
  value: bigint,
): void {
  const balance = transfers.erc20.balanceOf(token, textOf(holder))
  requireThat(balance >= value, `${textOf(holder)} has ${balance} of ${token.text}, not ${value}`)
}
