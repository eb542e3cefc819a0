import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import type { BlsPool } from '../formats/bls-pool.ts'
import type { Network } from '../networks/network.ts'
import type { WorldStore } from '../store/world-store.ts'
import type { Pace } from '../time/pace.ts'
import type { Keyring } from './accounts/keyring.ts'
import type { Wallet } from './accounts/wallets.ts'
import type { Periods } from './evm/counts/periods.ts'
import type { RandomStreams } from './random.ts'

/** Dependencies of the actors of a network. */
export interface NetworkSetup {
  readonly network: Network
  readonly definition: WorldDefinition
  readonly size: WorldSize
  /** End of the definition, epoch seconds. */
  readonly now: number
  readonly streams: RandomStreams
  /** Accounts of the definition's cast that have keys. */
  readonly wallets: readonly Wallet[]
  /** All named accounts, with the known keys. */
  readonly keyring: Keyring
  /** Keys of the validators of both networks, by number. */
  readonly blsPool: BlsPool
  readonly store: WorldStore
  /** Periods of both networks. */
  readonly periods: Periods
  /** Returns the background blocks per day and chain after now. */
  pace(): Pace
}
