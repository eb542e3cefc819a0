import type { Wallet } from '../../accounts/wallets.ts'
import type { Random } from '../../random.ts'
import { contractCall } from '../call.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { erc20 } from '../contracts/contract-interfaces.ts'
import { backgroundWorth, roundUnits, unitsWorth, unlimited } from '../ledgers/token-values.ts'
import { type Action, type Actors, minterOf, pickOther, pickWallet } from './actors.ts'

/**
 * Mints tokens for a member of the cast, by the deployer of a token or the keeper of an old one.
 */
export function mintErc20(actors: Actors): Action {
  const { wallets, contracts } = actors
  return (block, actor) => {
    const random = block.random('ERC-20 mints')
    const tokens = contracts.ofType('ERC-20').filter(({ role }) => role !== 'wrapped-native')
    if (tokens.length === 0) return false
    const token = random.pick(tokens)
    const minter = minterOf(actors, token)
    const to = (actor ?? pickWallet(random, wallets)).evmAddress
    // An amount of several transfers, so that holders have tokens to give.
    const [first, ...others] = [1, 2, 3, 4].map(() => backgroundAmount(actors, token, random))
    const value = largest(first ?? 1n, ...others)
    const data = erc20.mint.encode({ to, value })
    const call = contractCall(minter, token.address, data)
    return block.execute(call) !== undefined
  }
}

/** Transfers part of a holder's balance to another member of the cast. */
export function transferErc20(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-20 transfers')
    const from = actor ?? pickWallet(random, wallets)
    const held = erc20Holdings(actors, from)
    if (held.length === 0) return false
    const { token, balance } = random.pick(held)
    const to = pickOther(random, wallets, from).evmAddress
    const part = (balance * BigInt(random.int(1, 40))) / 100n
    const value = smallest(part, backgroundAmount(actors, token, random)) || balance
    const data = erc20.transfer.encode({ to, value })
    const call = contractCall(from, token.address, data)
    return block.execute(call) !== undefined
  }
}

/** Approves that another member of the cast takes a holder's tokens. */
export function approveErc20(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-20 approvals')
    const owner = actor ?? pickWallet(random, wallets)
    const held = erc20Holdings(actors, owner)
    if (held.length === 0) return false
    const { token } = random.pick(held)
    const spender = pickOther(random, wallets, owner).evmAddress
    const data = erc20.approve.encode({ spender, value: unlimited })
    const call = contractCall(owner, token.address, data)
    return block.execute(call) !== undefined
  }
}

/** Returns an amount of a token for background traffic, at least its smallest unit. */
export function backgroundAmount({ prices }: Actors, token: Contract, random: Random): bigint {
  return roundUnits(unitsWorth(prices.of, token, backgroundWorth(random))) || 1n
}

export const smallest = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((min, amount) => (amount < min ? amount : min))

const largest = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((max, amount) => (amount > max ? amount : max))

/** Returns the ERC-20 tokens that a member of the cast holds, in their smallest unit. */
export function erc20Holdings(
  { contracts, transfers, textOf }: Actors,
  { evmAddress }: Pick<Wallet, 'evmAddress'>,
): { token: Contract; balance: bigint }[] {
  const holder = textOf(evmAddress)
  return contracts
    .ofType('ERC-20')
    .map((token) => ({ token, balance: transfers.erc20.balanceOf(token, holder) }))
    .filter(({ balance }) => balance > 0n)
}
