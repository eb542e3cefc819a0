import type { Config } from '../../config/config.ts'
import { openConfiguredBase } from '../../world/base-cache/configured-base.ts'
import { exitCodes } from '../exit-codes.ts'
import { progressBar } from '../progress-bar.ts'
import { exitOnSignal } from '../signals.ts'

/** Builds the world into the cache unless it exists; quiet when there is no work. */
export async function build(config: Config): Promise<number> {
  const { base } = await exitOnSignal(exitCodes.failed, () =>
    openConfiguredBase(config, progressBar(true)),
  )
  base.close()
  return exitCodes.stopped
}
