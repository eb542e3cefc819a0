import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'

/** Returns the hashes of a chain's blocks by number, `0x` and hex. */
export const hashesOf =
  (store: Pick<WorldStore, 'get'>, chainId: string) =>
  (number: number): string | undefined =>
    store.get(selectHash, { chainId, number })?.hash

const selectHash = statement<{ chainId: string; number: number }, { hash: string }>(
  'SELECT hash FROM evm_block WHERE chain_id = :chainId AND number = :number',
)
