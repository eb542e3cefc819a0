import { type ClockMode, createClock } from '../clock.ts'
import type { DialectSetting, Signing } from '../config.ts'
import type { Network } from '../networks/network.ts'
import type { BaseReader } from '../store/base-reader.ts'
import type { World } from './world.ts'

/** How a base is shown; none of it changes what the base holds. */
export interface WorldSettings {
  readonly clock: ClockMode
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
}

/** A world over a base; closing the world closes the base. */
export function createWorld(base: BaseReader, settings: WorldSettings): World {
  return {
    fingerprint: base.meta.fingerprint,
    now: base.meta.now,
    clock: createClock(settings.clock, base.meta.now * 1000),
    nodeNetwork: settings.nodeNetwork,
    dialect: settings.dialect,
    signing: settings.signing,
    all: base.all,
    get: base.get,
    close: base.close,
  }
}
