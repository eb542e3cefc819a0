import { contractCall } from '../call.ts'
import { depositEvent, erc20, withdrawalEvent } from '../contract-interfaces.ts'
import { type Action, type Actors, pickWallet } from './actors.ts'

const milliEther = 10n ** 15n

/** Native value becomes tokens of the chain's wrapped native token. */
export function wrap({ wallets, contracts }: Actors): Action {
  return (block, actor) => {
    const random = block.random('deposits')
    const token = contracts.withRole('wrapped-native')
    if (!token) return false
    const from = actor ?? pickWallet(random, wallets)
    const amount = random.bigint(200n, 5_000n) * milliEther
    const call = contractCall(from, token.address, erc20.deposit.encode({}), {
      gas: random.int(6_500, 23_000),
      value: amount,
      logs: [depositEvent.encode(token.address, { holder: from.evmAddress, amount })],
    })
    return block.execute(call) !== undefined
  }
}

/** Tokens of the wrapped native token become native value again. */
export function unwrap({ wallets, contracts, transfers, textOf }: Actors): Action {
  return (block, actor) => {
    const random = block.random('withdrawals')
    const token = contracts.withRole('wrapped-native')
    if (!token) return false
    const from = actor ?? pickWallet(random, wallets)
    const balance = transfers.erc20.balanceOf(token, textOf(from.evmAddress))
    const amount = (balance * BigInt(random.int(5, 60))) / 100n
    if (amount === 0n) return false
    const call = contractCall(from, token.address, erc20.withdraw.encode({ amount }), {
      gas: random.int(13_000, 15_000),
      logs: [withdrawalEvent.encode(token.address, { holder: from.evmAddress, amount })],
      payments: [{ from: token.address, to: from.evmAddress, value: amount }],
    })
    return block.execute(call) !== undefined
  }
}
