import type { FastifyInstance } from 'fastify'
import type { Passed } from '../../schemas/control/clock.ts'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import type { Config } from '../../src/config/config.ts'
import { createControls } from '../../src/control/controls.ts'
import { clockGroup } from '../../src/control/groups/clock.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { createResponseCache } from '../../src/http/cache/response-cache.ts'
import { startMeters } from '../../src/http/server/process-meters.ts'
import type { WorldHandle } from '../../src/http/worlds/world-handle.ts'
import type { Worlds } from '../../src/http/worlds/worlds.ts'
import { operationNames } from '../../src/operations.ts'
import type { WorldSource } from '../../src/simulator/simulation.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import type { Pace } from '../../src/time/pace.ts'
import { timeText } from '../../src/time/time-text.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'
import { Snapshots } from '../../src/world/history/snapshots.ts'
import { SimulatedWorld, type WorldSettings } from '../../src/world/simulated-world.ts'
import { initialStateOfBase } from '../../src/world/storage/initial-state.ts'
import { openTempDir } from '../../src/world/storage/world-dirs.ts'

/** Opens a separate world over the built one, whose clock stands at the definition's now. */
export async function openSimulatedWorld(
  pace: Pace,
  size: 'small' | 'medium' = 'small',
  seed = 'snowglobe',
): Promise<SimulatedWorld> {
  const settings = { definition: await worldDefinition(undefined), seed, size }
  return worldOver(await openCachedBase(cacheFolders(), settings), settings, {
    clock: 'frozen',
    pace,
    nodeNetwork: 'mainnet',
    dialect: 'auto',
    signing: 'any',
    publicUrl: 'http://localhost:9650',
  })
}

/**
 * Opens a world over an open base, which closes with it; its own file is a temporary one.
 * @param clockMs time of its clock; by default the definition's now
 */
export function worldOver(
  base: BaseReader,
  settings: WorldSource,
  publicSettings: WorldSettings,
  clockMs?: number,
): SimulatedWorld {
  const dirs = openTempDir()
  const dir = dirs.of('default')
  const exit = () => {
    base.close()
    dirs.close()
  }
  const { clock: mode, pace } = publicSettings
  const clock = clockMs === undefined ? undefined : { mode, now: timeText(clockMs), rate: 1, pace }
  const origin = { ...initialStateOfBase(base, settings, exit), clock }
  return new SimulatedWorld(origin, publicSettings, dir, new Snapshots(dir, []))
}

/** Builds the server of one world, which ignores the names in requests. */
export function appOver(
  handle: WorldHandle,
  config: Config,
  inspect?: AppOptions['inspect'],
): FastifyInstance {
  const worlds = { main: handle, find: () => handle } as Partial<Worlds> as Worlds
  const meters = startMeters(
    config.cacheMb === 0 ? undefined : createResponseCache(config.cacheMb * 1_000_000),
  )
  meters.loopDelay.disable()
  return buildApp({
    config,
    worlds,
    controls: createControls(worlds, meters, operationNames),
    meters,
    inspect,
  }).app
}

/** Advances the clock of a world without a server. @param by duration such as `3d` */
export const advance = async (world: SimulatedWorld, by: string): Promise<Passed> =>
  (await clockGroup(world).advanceClock(
    { body: { by } },
    { isGone: () => false, reportAdvance() {} },
  )) as Passed
