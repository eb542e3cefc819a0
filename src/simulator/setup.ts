import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import type { BlsPool } from '../formats/bls-pool.ts'
import type { Network } from '../networks/network.ts'
import type { WorldStore } from '../store/world-store.ts'
import type { Pace } from '../time/pace.ts'
import type { Periods } from './evm/periods.ts'
import type { Keyring } from './keyring.ts'
import type { RandomStreams } from './random.ts'
import type { Wallet } from './wallets.ts'

/** What every actor of a network is given. */
export interface NetworkSetup {
  readonly network: Network
  readonly definition: WorldDefinition
  readonly size: WorldSize
  /** Where the world ends, epoch seconds. */
  readonly now: number
  readonly streams: RandomStreams
  /** Those of the definition's cast who have keys. */
  readonly wallets: readonly Wallet[]
  /** Everybody who has a name, with the keys that are known. */
  readonly keyring: Keyring
  /** Keys of the validators of both networks, by number. */
  readonly blsPool: BlsPool
  readonly store: WorldStore
  /** Of both networks. */
  readonly periods: Periods
  /** Background blocks a day and chain after now. */
  pace(): Pace
}
