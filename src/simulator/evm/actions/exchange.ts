import { numberOfWord } from '../../../formats/words.ts'
import type { EvmBlock } from '../blocks/block.ts'
import { contractCall } from '../call.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { other } from '../contracts/contract-interfaces.ts'
import { rateOf, unitsWorth, worthOf } from '../ledgers/token-values.ts'
import { type Action, type Actors, minterOf, pickWallet } from './actors.ts'
import { allow } from './allowances.ts'
import { backgroundAmount, erc20Holdings, smallest } from './erc20.ts'

/** Lends parts of two ERC-20 tokens of a holder, worth the same, to the chain's exchange. */
export function addLiquidity(actors: Actors): Action {
  const { wallets, contracts, prices } = actors
  return (block, actor) => {
    const random = block.random('liquidity')
    const exchange = contracts.withRole('exchange')
    const provider = actor ?? pickWallet(random, wallets)
    const held = erc20Holdings(actors, provider)
    if (!exchange || held.length < 2) return false
    const a = random.pick(held)
    const b = random.pick(held.filter((each) => each !== a))
    const worthOfB = worthOf(prices.of, b.token, b.balance / 2n)
    const maxOfA = unitsWorth(prices.of, a.token, worthOfB)
    const amountA = smallest(a.balance / 2n, maxOfA, backgroundAmount(actors, a.token, random))
    const amountB = unitsWorth(prices.of, b.token, worthOf(prices.of, a.token, amountA))
    if (amountA === 0n || amountB === 0n) return false
    const data = other.addLiquidity.encode({
      tokenA: a.token.address,
      tokenB: b.token.address,
      amountA,
      amountB,
    })
    const spender = exchange.address
    if (!allow(block, { owner: provider, token: a.token, spender, amount: amountA })) return false
    if (!allow(block, { owner: provider, token: b.token, spender, amount: amountB })) return false
    const call = contractCall(provider, spender, data)
    return block.execute(call) !== undefined
  }
}

/** Swaps an ERC-20 token of a holder for another one that the exchange has. */
export function swap(actors: Actors): Action {
  const { wallets, contracts, prices } = actors
  return (block, actor) => {
    const random = block.random('swaps')
    const exchange = contracts.withRole('exchange')
    const trader = actor ?? pickWallet(random, wallets)
    const held = erc20Holdings(actors, trader)
    if (!exchange || held.length === 0) return false
    const given = random.pick(held)
    const offers = erc20Holdings(actors, { evmAddress: exchange.address }).filter(
      ({ token }) => token !== given.token,
    )
    if (offers.length === 0) return false
    const wanted = random.pick(offers)
    // The swap takes at most a third of the exchange's balance.
    const offered = worthOf(prices.of, wanted.token, wanted.balance / 3n)
    const amountIn = smallest(
      given.balance,
      unitsWorth(prices.of, given.token, offered),
      backgroundAmount(actors, given.token, random),
    )
    if (amountIn === 0n) return false
    if (!setRates(actors, block, exchange, [given.token, wanted.token])) return false
    const amounts = { amountIn, given: given.token.address, wanted: wanted.token.address }
    const promised = block.read(exchange.address, other.amountOutOf.encode(amounts))
    const amountOut = promised ? numberOfWord(promised) : 0n
    if (amountOut === 0n) return false
    const spender = exchange.address
    if (!allow(block, { owner: trader, token: given.token, spender, amount: amountIn }))
      return false
    const data = other.swap.encode({
      amountIn,
      amountOutMin: (amountOut * 99n) / 100n,
      path: [given.token.address, wanted.token.address],
      to: trader.evmAddress,
      deadline: BigInt(block.timestamp + 1200),
    })
    const call = contractCall(trader, spender, data)
    return block.execute(call) !== undefined
  }
}

/**
 * Lets the owner of the exchange set the rates of tokens, unless they are those of their prices.
 * @returns whether they are now
 */
function setRates(
  actors: Actors,
  block: EvmBlock,
  exchange: Contract,
  tokens: readonly Contract[],
): boolean {
  const pricesThen = (contract: string) => actors.prices.before(contract, block.timestamp)
  const wrong = tokens
    .map((token) => ({ token, rate: rateOf(pricesThen, token) }))
    .filter(({ token, rate }) => {
      const set = block.read(exchange.address, other.rates.encode({ token: token.address }))
      return !set || numberOfWord(set) !== rate
    })
  if (wrong.length === 0) return true
  const data = other.setRates.encode({
    tokens: wrong.map(({ token }) => token.address),
    rates: wrong.map(({ rate }) => rate),
  })
  const call = contractCall(minterOf(actors, exchange), exchange.address, data)
  return block.execute(call) !== undefined
}
