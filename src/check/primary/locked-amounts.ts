import { toHex } from '../../formats/ids.ts'
import type { EmittedUtxo, Output } from '../../formats/utxos.ts'
import { idText } from '../texts.ts'
import { ownersOf } from './movements.ts'
import { outputFacts } from './output-facts.ts'

/** An output with its asset, 32 bytes. */
type AssetOutput = Pick<EmittedUtxo, 'assetId' | 'output'>

/**
 * Checks that amounts which are locked for all but staking keep their locktime and their owners, or
 * burn: unlocked inputs cover the unlocked outputs and what is locked in addition. It does not check
 * what pays the fee. Source: avalanchego vms/platformvm/utxo/verifier.go.
 * @param time epoch seconds
 */
export function* judgeLockedAmounts(
  spent: readonly AssetOutput[],
  made: readonly AssetOutput[],
  time: number,
): Generator<string> {
  /** Amounts by lock, and unlocked ones by asset. */
  const amounts = new Map<string, bigint>()
  const add = (key: string, amount: bigint) => amounts.set(key, (amounts.get(key) ?? 0n) + amount)
  let isAnyLocked = false
  for (const { assetId, output } of spent) {
    const lock = lockOf(assetId, output, time)
    isAnyLocked ||= lock !== undefined
    add(lock ?? idText(assetId), outputFacts(output).amount)
  }
  if (!isAnyLocked) return
  for (const { assetId, output } of made) {
    const { amount } = outputFacts(output)
    const lock = lockOf(assetId, output, 0)
    const same = lock === undefined ? 0n : (amounts.get(lock) ?? 0n)
    const moved = same < amount ? same : amount
    if (lock !== undefined) add(lock, -moved)
    add(idText(assetId), moved - amount)
  }
  for (const assetId of new Set(made.map((each) => idText(each.assetId)))) {
    const rest = amounts.get(assetId) ?? 0n
    if (rest < 0n) yield `unlocks ${-rest} of ${assetId} that is for staking only`
  }
}

/** Returns the key of amounts that may become one another, if the output is locked after a time. */
function lockOf(assetId: Uint8Array, output: Output, time: number): string | undefined {
  if (output.type !== 'StakeableLockOutput' || output.locktime <= time) return undefined
  const { locktime, threshold, addresses } = ownersOf(output)
  return [idText(assetId), output.locktime, locktime, threshold, ...addresses.map(toHex)].join(' ')
}
