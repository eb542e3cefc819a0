import { ConfigError } from './config/config.ts'
import { configWith } from './config/config-reader.ts'
import { ControlError } from './control/control-error.ts'
import { openSnowglobe } from './open-snowglobe.ts'
import { StateError } from './store/state-error.ts'
import type { Snowglobe, SnowglobeOptions, Watching } from './types.ts'

export type {
  Action,
  ActionOf,
  ActionResult,
  ActionResultOf,
  Do,
} from '../schemas/control/actions/index.ts'
export type { Act, Acted, ActedOn } from '../schemas/control/acts.ts'
export type { MadeBlocks, WantedBlocks } from '../schemas/control/blocks.ts'
export type { MemberBalances, WorldCast } from '../schemas/control/cast.ts'
export type { CheckReport } from '../schemas/control/checks.ts'
export type {
  Advance,
  AdvanceProgress,
  BegunAdvance,
  ClockChange,
  ClockState,
  Passed,
} from '../schemas/control/clock.ts'
export type { ControlCode } from '../schemas/control/errors.ts'
export type {
  FaultResponse,
  PatchOperation,
  ResponsePatch,
} from '../schemas/control/fault-response.ts'
export type { FaultCounts, FaultRule, NewFaultRule } from '../schemas/control/faults.ts'
export type { Gap } from '../schemas/control/gaps.ts'
export type { Limits, LimitsChange } from '../schemas/control/limits.ts'
export type {
  BodyMatch,
  PathMatch,
  RequestMatch,
  TextMatch,
} from '../schemas/control/request-match.ts'
export type {
  Expected,
  JournalRequest,
  RequestFilter,
  RequestPage,
  Verdict,
  WholeRequest,
} from '../schemas/control/requests.ts'
export type { ActiveScenarios, ScenarioFields, ScenarioName } from '../schemas/control/scenarios.ts'
export type { SavedSnapshot } from '../schemas/control/snapshots.ts'
export type {
  DeliveryPage,
  DeliveryRow,
  OwnedWebhook,
  Replay,
  Settling,
  WholeDelivery,
} from '../schemas/control/webhooks.ts'
export type { ResetPart, WorldState } from '../schemas/control/world.ts'
export type { WorldDocument } from '../schemas/control/world-document.ts'
export type { ListedWorld, NewWorld, Unusable } from '../schemas/control/worlds.ts'
export type { OperationName } from '../schemas/operation-names.ts'
export type { DialectSetting, LogLevel, Signing, WorldSize } from './config/config.ts'
export type { WorldMethods } from './control/client/control-methods.ts'
export type { Snowglobe, SnowglobeOptions, Watching }
export { ConfigError, ControlError, StateError }

/**
 * Opens the world (building it when the cache has none) and listens.
 * @throws ConfigError for a bad option or a fixtures or keys file that cannot be used; StateError
 *   when the directory of `dataDir` forbids the start
 */
export async function createSnowglobe(options: SnowglobeOptions = {}): Promise<Snowglobe> {
  const { onBuildProgress, warn, inspect, ...changes } = options
  const config = configWith({ ...changes, port: changes.port ?? 0 })
  // A reader process starts the current program again, which must not be a test.
  if (config.workers !== 1)
    throw new ConfigError(
      'createSnowglobe: workers is an option of the command only; the library runs in one process',
    )
  return openSnowglobe(config, {
    ...(onBuildProgress && { onBuildProgress }),
    ...(warn && { warn }),
    ...(inspect && { inspect }),
  })
}
