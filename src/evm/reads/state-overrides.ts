import { toHex } from '../../formats/ids.ts'
import { keccak256 } from '../../formats/keccak.ts'
import type { Rules } from '../forks.ts'
import { contractSlot } from '../journal.ts'
import { OverlayState } from '../overlay-state.ts'
import { type AccountChange, EMPTY_CODE_HASH, noAccount, type StateReader } from '../state.ts'

/** What a read sees instead of an account's own. */
export interface AccountOverride {
  readonly nonce?: bigint
  readonly balance?: bigint
  readonly code?: Uint8Array
  /** All slots that are not 0; not together with `stateDiff`. */
  readonly state?: ReadonlyMap<bigint, bigint>
  /** Slots that differ. */
  readonly stateDiff?: ReadonlyMap<bigint, bigint>
}

/** Returns a state with other accounts than the one below; addresses are in lower case. */
export function overrideState(
  below: StateReader,
  rules: Rules,
  overrides: ReadonlyMap<string, AccountOverride>,
): StateReader {
  if (overrides.size === 0) return below
  const state = new OverlayState(below)
  state.apply(
    [...overrides].map(([address, override]) => changeOf(below, rules, address, override)),
  )
  return state
}

function changeOf(
  below: StateReader,
  rules: Rules,
  address: string,
  { nonce, balance, code, state, stateDiff }: AccountOverride,
): AccountChange {
  const before = below.account(address)
  const known = before ?? noAccount
  const codeHash = !code
    ? known.codeHash
    : code.length === 0
      ? EMPTY_CODE_HASH
      : toHex(keccak256(code))
  const slots = [...(state ?? stateDiff ?? [])]
  return {
    address,
    before,
    after: { ...known, nonce: nonce ?? known.nonce, balance: balance ?? known.balance, codeHash },
    ...(code && { code }),
    clearsStorage: state !== undefined,
    storage: slots.map(([key, after]) => ({ slot: contractSlot(rules, key), before: 0n, after })),
  }
}
