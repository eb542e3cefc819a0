import { createdAddress } from '../../../formats/evm/transactions.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { collectionCreatedEvent, other, stakedEvent } from '../contracts/contract-interfaces.ts'
import { unitsWorth, worthOf } from '../ledgers/token-values.ts'
import { type ContractCall, type EvmState, type Method, method } from './effect.ts'
import { type Effect, internalCall } from './outcome.ts'
import { Revert, requireThat } from './revert.ts'
import { moved, takenBy, tokenAt } from './tokens.ts'

/** Methods of the exchange, which holds ERC-20 tokens and swaps them by their prices. */
export const exchangeMethods: readonly Method[] = [
  method(other.addLiquidity, (call, { tokenA, tokenB, amountA, amountB }) =>
    together(pulled(call, tokenA, amountA), pulled(call, tokenB, amountB)),
  ),
  method(other.swap, (call, { amountIn, amountOutMin, path, to, deadline }) => {
    const { state, contract, timestamp } = call
    requireThat(deadline >= timestamp, 'the deadline is over')
    const [given, wanted] = path
    if (!given || !wanted || path.length !== 2)
      throw new Revert('the path of a swap must have two tokens')
    const tokens = { given: tokenAt(state, given), wanted: tokenAt(state, wanted) }
    const amountOut = swapped(state, tokens, amountIn, timestamp)
    requireThat(amountOut >= amountOutMin, `${amountOut} is less than ${amountOutMin}`)
    const paid = moved(state, tokens.wanted, contract.address, to, amountOut)
    return together(pulled(call, given, amountIn), {
      logs: [paid],
      calls: [internalCall(contract.address, tokens.wanted.address)],
    })
  }),
]

/** Returns the output of a swap: the same worth just before, minus 0.3 %. */
export function swapped(
  { prices }: Pick<EvmState, 'prices'>,
  { given, wanted }: { given: Contract; wanted: Contract },
  amountIn: bigint,
  timestamp: number,
): bigint {
  const pricesThen = (contract: string) => prices.before(contract, timestamp)
  const worth = worthOf(pricesThen, given, amountIn)
  return (unitsWorth(pricesThen, wanted, worth) * 997n) / 1000n
}

/** Methods of a factory, which creates collections. */
export const factoryMethods: readonly Method[] = [
  method(other.createCollection, (call, facts) => created(call, { ercType: 'ERC-721', ...facts })),
  method(other.createMultiCollection, (call, facts) =>
    created(call, { ercType: 'ERC-1155', ...facts }),
  ),
]

function created(
  { state, contract, sender }: ContractCall,
  facts: { ercType: 'ERC-721' | 'ERC-1155'; name: string; symbol: string },
): Effect {
  // The nonce of a contract counts its creations from 1 (EIP-161).
  const nonce = BigInt(state.contracts.createdBy(contract) + 1)
  const collection = createdAddress(contract.address, nonce)
  return {
    logs: [collectionCreatedEvent.encode(contract.address, { creator: sender, collection })],
    calls: [{ type: 'CREATE', from: contract.address, to: collection }],
    creation: {
      facts: { ...facts, name: facts.name || undefined, symbol: facts.symbol || undefined },
      address: collection,
      through: contract.text,
    },
  }
}

/** Methods of a contract without a token standard, which takes stakes. */
export const plainMethods: readonly Method[] = [
  method(
    other.stake,
    ({ contract, sender, value }, { amount }) => {
      requireThat(amount === value, `stakes ${amount} with a value of ${value}`)
      return { logs: [stakedEvent.encode(contract.address, { account: sender, amount })] }
    },
    { isPayable: true },
  ),
]

/** Returns the effect of taking tokens from the sender for the exchange. */
const pulled = ({ state, contract, sender }: ContractCall, token: Uint8Array, value: bigint) =>
  takenBy(contract.address, state, tokenAt(state, token), { owner: sender, value })

const together = (...effects: readonly Effect[]): Effect => ({
  logs: effects.flatMap(({ logs }) => logs),
  calls: effects.flatMap(({ calls = [] }) => calls),
  spendings: effects.flatMap(({ spendings = [] }) => spendings),
})
