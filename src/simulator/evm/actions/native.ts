import { nativeTransfer } from '../call.ts'
import { type Action, type Actors, pickOther, pickWallet } from './actors.ts'

const milliEther = 10n ** 15n

/** Transfers native value to another member of the cast or, occasionally, to an outsider. */
export function transferNative({ wallets }: Actors): Action {
  return (block, actor) => {
    const random = block.random('native transfers')
    const from = actor ?? pickWallet(random, wallets)
    const to = random.chance(0.9) ? pickOther(random, wallets, from).evmAddress : random.bytes(20)
    const value = random.bigint(1n, 2_000n) * milliEther
    return block.execute(nativeTransfer(from, to, value)) !== undefined
  }
}
