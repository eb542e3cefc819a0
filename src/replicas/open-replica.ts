import type { Config } from '../config/config.ts'
import { openPostgresLog } from '../shared-log/postgres/postgres-log.ts'
import { Replica, type ReplicaWatching } from './replica.ts'
import { databaseOf, replicaConfig } from './replica-config.ts'
import { ReplicaMeters } from './replica-meters.ts'
import { LocalState } from './snapshots/local-state.ts'

/** Opens a replica of a configuration. @throws ConfigError, EngineAwayError */
export async function openReplica(
  requested: Config,
  watching: ReplicaWatching,
): Promise<{ replica: Replica; config: Config }> {
  const config = replicaConfig(requested)
  const address = await databaseOf(config, watching.warn)
  const meters = new ReplicaMeters()
  const appended = meters.appended.bind(meters)
  const { dataDir, sandbox } = config
  const local = dataDir === undefined ? undefined : new LocalState(dataDir, sandbox, watching.warn)
  try {
    const log = await openPostgresLog({ ...address, sandbox, appended })
    const replica = new Replica(config, log, watching, { meters, local })
    // The worlds of a replica are temporary: the folder has one state of all of them.
    return { replica, config: { ...config, dataDir: undefined } }
  } catch (error) {
    local?.close()
    throw error
  }
}
