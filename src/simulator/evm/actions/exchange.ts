import { contractCall } from '../call.ts'
import { other } from '../contracts/contract-interfaces.ts'
import { swapped } from '../effects/other-contracts.ts'
import { unitsWorth, worthOf } from '../ledgers/token-values.ts'
import { type Action, type Actors, pickWallet } from './actors.ts'
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
    if (!allow(actors, block, { owner: provider, token: a.token, spender, amount: amountA }))
      return false
    if (!allow(actors, block, { owner: provider, token: b.token, spender, amount: amountB }))
      return false
    const call = contractCall(provider, spender, data, random.int(120_000, 180_000))
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
    const tokens = { given: given.token, wanted: wanted.token }
    const amountOut = swapped(actors, tokens, amountIn, block.timestamp)
    if (amountOut === 0n) return false
    const spender = exchange.address
    if (!allow(actors, block, { owner: trader, token: given.token, spender, amount: amountIn }))
      return false
    const data = other.swap.encode({
      amountIn,
      amountOutMin: (amountOut * 99n) / 100n,
      path: [given.token.address, wanted.token.address],
      to: trader.evmAddress,
      deadline: BigInt(block.timestamp + 1200),
    })
    const call = contractCall(trader, spender, data, random.int(80_000, 110_000))
    return block.execute(call) !== undefined
  }
}
