import { existsSync } from 'node:fs'
import { WorldDocument } from '../../../schemas/control/world-document.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { ControlError } from '../../control/control-error.ts'
import { fittingDocument, replaying } from '../../control/world-documents.ts'
import { worldDefinition } from '../../definition/world-definition.ts'
import { generatorVersion } from '../../simulator/generator-version.ts'
import { StateError } from '../../store/state-error.ts'
import { schemaProblem } from '../../util/schema-problem.ts'
import { isOlder, migrateWorld, type Replay } from '../../world/history/migration.ts'
import type { NamedWorld } from '../../world/history/named-world.ts'
import { replayDocument } from '../../world/history/world-document.ts'
import { dirsToReplace } from '../../world/storage/world-dirs.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { exitOnSignal } from '../signals.ts'

/**
 * Replays the logs of the worlds in a folder of `--data-dir`, or of replicas, with this version of
 * the generator.
 * @throws StateError for the first entry that is refused; everything is then unchanged
 */
export function migrate({ dataDir, ...config }: Config): Promise<number> {
  if (config.sharedLog !== undefined)
    return exitOnSignal(exitCodes.failed, () => migrateShared(config))
  if (dataDir === undefined)
    throw new ConfigError('migrate needs --data-dir FOLDER, or --shared-log')
  if (!existsSync(dataDir)) throw new StateError(`the folder ${dataDir} does not exist`)
  return exitOnSignal(exitCodes.failed, () => migrateFolder(dataDir, config))
}

async function migrateFolder(dataDir: string, config: Omit<Config, 'dataDir'>): Promise<number> {
  const startOf = startsOf(config)
  const { before, after, replace, close } = dirsToReplace(dataDir)
  try {
    const names = before.names()
    if (!names.some((name) => isOlder(before.of(name)))) {
      await print(
        `nothing to do: all worlds in ${dataDir} have generator version ${generatorVersion}\n`,
      )
      return exitCodes.stopped
    }
    for (const name of names) {
      await migrateWorld({ from: before.of(name), to: after.of(name) }, startOf, replay)
      await print(`${name} is migrated to generator version ${generatorVersion}\n`)
    }
    await print(`the old worlds are in ${replace()}\n`)
    return exitCodes.stopped
  } finally {
    close()
  }
}

async function migrateShared(config: Omit<Config, 'dataDir'>): Promise<number> {
  const { withSharedLog } = await import('../shared-log.ts')
  const { migrateSandbox } = await import('../../replicas/versions/migrate-sandbox.ts')
  await withSharedLog(config, 'migrate', (log) =>
    migrateSandbox({
      ...{ log, replay, startOf: startsOf(config) },
      report: (text) => print(`${text}\n`),
    }),
  )
  return exitCodes.stopped
}

/** Returns the function that finds what a world began with, according to the options. */
const startsOf =
  ({ definition: file, ...options }: Pick<Config, 'definition' | 'seed' | 'size'>) =>
  async (named: NamedWorld | undefined) => {
    const { seed, size } = named ?? options
    return { definition: await worldDefinition(file, size), seed, size }
  }

const replay: Replay = async (document, { source, start, target }) => {
  try {
    const problem = schemaProblem(WorldDocument, document)
    if (problem) throw new StateError(`${source}: ${problem.pointer} ${problem.reason}`)
    await fittingDocument(document, '')
    await replaying('', () => replayDocument(document, { start, target, isPersistent: true }))
  } catch (error) {
    throw error instanceof ControlError ? new StateError(`${source}: ${error.message}`) : error
  }
}
