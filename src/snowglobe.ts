import { ConfigError } from './config/config.ts'
import { configWith } from './config/config-reader.ts'
import { ControlError } from './control/control-error.ts'
import { openSnowglobe } from './open-snowglobe.ts'
import type { Snowglobe, SnowglobeOptions } from './types.ts'

export type {
  Action,
  ActionOf,
  ActionResult,
  ActionResultOf,
  Do,
} from '../schemas/control/actions/index.ts'
export type { OperationName } from '../schemas/operation-names.ts'
export type { WorldMethods } from './control/client/control-methods.ts'
export type { Snowglobe, SnowglobeOptions }
export { ConfigError, ControlError }

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
      'createSnowglobe: workers is an option of the command alone; the library has one process',
    )
  return openSnowglobe(config, {
    ...(onBuildProgress && { onBuildProgress }),
    ...(warn && { warn }),
    ...(inspect && { inspect }),
  })
}
