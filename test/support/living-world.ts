import type { FastifyInstance } from 'fastify'
import type { Passed } from '../../schemas/control/clock.ts'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { type Config, cacheFolders } from '../../src/config/config.ts'
import { clockGroup } from '../../src/control/clock.ts'
import { createControls } from '../../src/control/controls.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { createKeptAnswers } from '../../src/http/cache/kept-answers.ts'
import { startMeters } from '../../src/http/server/process-meters.ts'
import type { WorldHandle } from '../../src/http/worlds/world-handle.ts'
import type { Worlds } from '../../src/http/worlds/worlds.ts'
import { operationNames } from '../../src/operations.ts'
import type { LifeSettings } from '../../src/simulator/life.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import type { Pace } from '../../src/time/pace.ts'
import { timeText } from '../../src/time/times.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'
import { Snapshots } from '../../src/world/history/snapshots.ts'
import { LivingWorld, type WorldSettings } from '../../src/world/living-world.ts'
import { originOfBase } from '../../src/world/storage/origin.ts'
import { temporaryHomes } from '../../src/world/storage/world-homes.ts'

/** A world of its own over the built one, whose clock stands at the definition's now. */
export async function openLivingWorld(
  pace: Pace,
  size: 'small' | 'default' = 'small',
  seed = 'snowglobe',
): Promise<LivingWorld> {
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
 * A world over an open base, which closes with it; its own file is a temporary one.
 * @param clockMs where its clock stands; else at the definition's now
 */
export function worldOver(
  base: BaseReader,
  settings: LifeSettings,
  shown: WorldSettings,
  clockMs?: number,
): LivingWorld {
  const homes = temporaryHomes()
  const home = homes.of('default')
  const leave = () => {
    base.close()
    homes.close()
  }
  const { clock: mode, pace } = shown
  const clock = clockMs === undefined ? undefined : { mode, now: timeText(clockMs), rate: 1, pace }
  const origin = { ...originOfBase(base, settings, leave), clock }
  return new LivingWorld(origin, shown, home, new Snapshots(home, []))
}

/** The server of one world, whatever requests name. */
export function appOver(
  handle: WorldHandle,
  config: Config,
  inspect?: AppOptions['inspect'],
): FastifyInstance {
  const worlds = { main: handle, find: () => handle } as Partial<Worlds> as Worlds
  const meters = startMeters(
    config.keep === 0 ? undefined : createKeptAnswers(config.keep * 1_000_000),
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

/** Lets time pass in a world without a server. @param by a duration such as `3d` */
export const advance = async (world: LivingWorld, by: string): Promise<Passed> =>
  (await clockGroup(world).advanceClock(
    { body: { by } },
    { isGone: () => false, showsPassing() {} },
  )) as Passed
