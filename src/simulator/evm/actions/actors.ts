import type { StateSlot } from '../../../store/simulator-state.ts'
import type { Random } from '../../random.ts'
import type { Wallet } from '../../wallets.ts'
import type { Accounts } from '../accounts.ts'
import type { EvmBlock } from '../block.ts'
import type { Contract, ContractBook } from '../contract-book.ts'
import type { AddressTexts } from '../ledger.ts'
import type { Prices } from '../prices.ts'
import type { TransferBook } from '../transfer-book.ts'

/** Who acts on a chain, and what they know of it. */
export interface Actors {
  /** Never empty; the first is the protagonist. */
  readonly wallets: readonly Wallet[]
  readonly accounts: Accounts
  readonly contracts: ContractBook
  readonly transfers: TransferBook
  readonly prices: Prices
  readonly textOf: AddressTexts
  /** A part of what the simulator keeps of this chain. */
  keep<Value>(part: string): StateSlot<Value>
}

/**
 * Does something in a block: the given member of the cast, or anyone.
 * @returns whether it came to pass; nobody may be able to, for want of money or of tokens
 */
export type Action = (block: EvmBlock, actor?: Wallet) => boolean

/** Anyone, the protagonist more often than the others. */
export function pickWallet(random: Random, wallets: readonly Wallet[]): Wallet {
  const [protagonist] = wallets
  return protagonist && random.chance(0.2) ? protagonist : random.pick(wallets)
}

/** Anyone but this one. */
export const pickOther = (random: Random, wallets: readonly Wallet[], not: Wallet): Wallet =>
  wallets.length > 1 ? random.pick(wallets.filter((wallet) => wallet !== not)) : not

/** Who deployed a contract; of one that was always there, the last member, who keeps it. */
export function minterOf(actors: Actors, { deployer }: Contract): Wallet {
  const { wallets, textOf } = actors
  const found = wallets.find(({ evmAddress }) => textOf(evmAddress) === deployer)
  return found ?? walletNamed(wallets, undefined)
}

/** The member of this name, else the last one. */
export function walletNamed(wallets: readonly Wallet[], name: string | undefined): Wallet {
  const wallet = wallets.find((each) => each.name === name) ?? wallets.at(-1)
  if (!wallet) throw new Error('a world needs a cast')
  return wallet
}
