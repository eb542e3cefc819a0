import { type Config, ConfigError } from '../config/config.ts'
import { databaseOf } from '../replicas/replica-config.ts'
import { openPostgresLog } from '../shared-log/postgres/postgres-log.ts'
import type { SharedLog } from '../shared-log/shared-log.ts'

/**
 * Opens the shared log for a command.
 * @throws ConfigError without `--shared-log`
 */
export async function withSharedLog(
  config: Pick<Config, 'sharedLog' | 'sharedLogCa' | 'sandbox'>,
  command: string,
  work: (log: SharedLog) => Promise<void>,
): Promise<void> {
  if (config.sharedLog === undefined)
    throw new ConfigError(`${command} needs --shared-log postgres://USER@HOST/DATABASE`)
  const address = await databaseOf(config, (text) => {
    process.stderr.write(`snowglobe: warning: ${text}\n`)
  })
  const opened = await openPostgresLog({ ...address, sandbox: config.sandbox })
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}
