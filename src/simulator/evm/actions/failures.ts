import type { Call } from '../call.ts'
import { erc20 } from '../contracts/contract-interfaces.ts'
import { revertingInitCode } from '../solidity/reverting-init-code.ts'
import { type Action, type Actors, pickOther, pickWallet } from './actors.ts'

/** Enough for the data of a transfer, and too little for its execution. */
const tightLimit = 23_500n

/** Makes a transaction that fails: it pays for its gas, leaves no logs and moves no value. */
export function fail({ wallets, contracts, slotOf }: Actors): Action {
  const progress = slotOf<number>('failures')
  return (block, actor) => {
    const random = block.random('failures')
    const tokens = contracts.ofType('ERC-20')
    if (tokens.length === 0) return false
    const { address } = random.pick(tokens)
    const from = actor ?? pickWallet(random, wallets)
    const to = pickOther(random, wallets, from).evmAddress
    const tooMuch: Call = {
      from,
      to: address,
      value: 0n,
      data: erc20.transfer.encode({ to, value: 2n ** 128n }),
    }
    const sources: Call[] = [
      tooMuch,
      // A token contract without a fallback takes no native value.
      { ...tooMuch, value: 10n ** 16n },
      { ...tooMuch, gasLimit: tightLimit },
      {
        ...tooMuch,
        to: null,
        data: revertingInitCode(random.bytes(64)),
      },
    ]
    const made = progress.get('made') ?? 0
    const call = sources[made % sources.length] ?? tooMuch
    if (block.execute(call) === undefined) return false
    progress.set('made', made + 1)
    return true
  }
}
