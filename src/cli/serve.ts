import type { Config } from '../config.ts'
import { openSnowglobe, type Snowglobe } from '../snowglobe.ts'
import { progressBar } from './progress-bar.ts'

/** Opens a server that shows how its world is built, with the readers that the configuration asks for. */
export async function serve(config: Config): Promise<Snowglobe> {
  const onBuildProgress = progressBar()
  if (config.workers === 1) return openSnowglobe(config, { onBuildProgress })
  const { Readers } = await import('../workers/readers.ts')
  return openSnowglobe(config, { onBuildProgress }, new Readers(config.workers))
}
