import type { StateSlot } from '../../../store/simulator-state.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import type { Random } from '../../random.ts'
import type { EvmBlock } from '../blocks/block.ts'
import type { Contract, ContractBook } from '../contracts/contract-book.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'
import type { TransferBook } from '../ledgers/transfer-book.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainState } from '../state/chain-state.ts'

/** Accounts that act on a chain, and their view of it. */
export interface Actors {
  /** Accounts, never empty; the first is the protagonist. */
  readonly wallets: readonly Wallet[]
  /** State of the chain after its last block: balances, nonces, code and storage. */
  readonly state: ChainState
  readonly contracts: ContractBook
  readonly transfers: TransferBook
  readonly prices: Prices
  readonly textOf: AddressTexts
  /** Returns a part of the simulator's state for this chain. */
  slotOf<Value>(part: string): StateSlot<Value>
}

/**
 * Function that acts in a block as the given member of the cast, or as any member.
 * @returns whether it succeeded; it fails when no member has the money or tokens
 */
export type Action = (block: EvmBlock, actor?: Wallet) => boolean

/** Picks an account, the protagonist more often than the others. */
export function pickWallet(random: Random, wallets: readonly Wallet[]): Wallet {
  const [protagonist] = wallets
  return protagonist && random.chance(0.2) ? protagonist : random.pick(wallets)
}

/** Picks an account other than this one. */
export const pickOther = (random: Random, wallets: readonly Wallet[], not: Wallet): Wallet =>
  wallets.length > 1 ? random.pick(wallets.filter((wallet) => wallet !== not)) : not

/** Returns the deployer of a contract. A contract without one belongs to the last member. */
export function minterOf(actors: Actors, { deployer }: Contract): Wallet {
  const { wallets, textOf } = actors
  const found = wallets.find(({ evmAddress }) => textOf(evmAddress) === deployer)
  return found ?? walletNamed(wallets, undefined)
}

/** Returns the member of this name, otherwise the last one. */
export function walletNamed(wallets: readonly Wallet[], name: string | undefined): Wallet {
  const wallet = wallets.find((each) => each.name === name) ?? wallets.at(-1)
  if (!wallet) throw new Error('internal error: the world has no cast')
  return wallet
}
