import { contractCall } from '../call.ts'
import { erc20 } from '../contracts/contract-interfaces.ts'
import { type Action, type Actors, pickWallet } from './actors.ts'

const milliEther = 10n ** 15n

/** Deposits native value for tokens of the chain's wrapped native token. */
export function wrap({ wallets, contracts }: Actors): Action {
  return (block, actor) => {
    const random = block.random('deposits')
    const token = contracts.withRole('wrapped-native')
    if (!token) return false
    const from = actor ?? pickWallet(random, wallets)
    const amount = random.bigint(200n, 5_000n) * milliEther
    const call = contractCall(from, token.address, erc20.deposit.encode({}), amount)
    return block.execute(call) !== undefined
  }
}

/** Withdraws native value for tokens of the wrapped native token. */
export function unwrap({ wallets, contracts, transfers, textOf }: Actors): Action {
  return (block, actor) => {
    const random = block.random('withdrawals')
    const token = contracts.withRole('wrapped-native')
    if (!token) return false
    const from = actor ?? pickWallet(random, wallets)
    const balance = transfers.erc20.balanceOf(token, textOf(from.evmAddress))
    const amount = (balance * BigInt(random.int(5, 60))) / 100n
    if (amount === 0n) return false
    const data = erc20.withdraw.encode({ amount })
    const call = contractCall(from, token.address, data)
    return block.execute(call) !== undefined
  }
}
