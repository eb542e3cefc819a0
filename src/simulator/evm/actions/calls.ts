import { concatBytes } from '@noble/curves/utils.js'
import type { Random } from '../../random.ts'
import { contractCall } from '../call.ts'
import { other } from '../contracts/contract-interfaces.ts'
import { type Action, type Actors, pickWallet } from './actors.ts'

/** Calls a contract without a token standard. Some of these functions have an unknown name. */
export function callContract({ wallets, contracts }: Actors): Action {
  return (block, actor) => {
    const random = block.random('calls')
    const called = contracts
      .ofType('UNKNOWN')
      .filter(({ role, deployer }) => role === undefined && deployer !== undefined)
    if (called.length === 0) return false
    const { address } = random.pick(called)
    const from = actor ?? pickWallet(random, wallets)
    const stakes = random.chance(0.3)
    const amount = random.bigint(1n, 100n) * 10n ** 15n
    const call = contractCall(
      from,
      address,
      stakes ? other.stake.encode({ amount }) : callData(random),
      stakes ? amount : 0n,
    )
    return block.execute(call) !== undefined
  }
}

function callData(random: Random): Uint8Array {
  const choice = random.int(0, 2)
  if (choice === 0)
    return other.vote.encode({
      proposalId: random.bigint(1n, 200n),
      inFavour: random.chance(0.6),
    })
  if (choice === 1)
    return other.setRecord.encode({ key: random.bytes(32), value: `record ${random.int(1, 999)}` })
  return concatBytes(random.bytes(4), new Uint8Array(31), random.bytes(1))
}
