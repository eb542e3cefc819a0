import type { Config } from '../../config/config.ts'
import { recordAt, skipRecord } from '../../replicas/skips.ts'
import { SnapshotStore } from '../../replicas/snapshots/snapshot-store.ts'
import { roleStatements } from '../../shared-log/postgres/schema.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import { timeText } from '../../time/time-text.ts'
import type { LogTask } from '../arguments.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { withSharedLog } from '../shared-log.ts'

/**
 * Shows the log that replicas share, or repairs it.
 * @throws ConfigError without `--shared-log`; StateError for a record that cannot be skipped
 */
export async function log(config: Config, { task, position }: LogTask): Promise<number> {
  if (task === 'schema') await print(schemaText(config))
  else
    await withSharedLog(config, 'log', async (opened) => {
      if (task === 'skip') await skip(opened, position)
      else
        await print(
          position === undefined ? await summaryText(opened) : await recordText(opened, position),
        )
    })
  return exitCodes.stopped
}

/** Returns the SQL that an administrator of the database runs once. */
function schemaText({ sharedLog }: Config): string {
  const user = sharedLog === undefined ? '' : decodeURIComponent(new URL(sharedLog).username)
  return `${roleStatements(user || 'snowglobe').join(';\n')};\n`
}

async function summaryText(opened: SharedLog): Promise<string> {
  const head = await opened.head()
  const { live } = await opened.live()
  const snapshots = (await new SnapshotStore({ log: opened, process: 'log' }).list()).map(
    ({ position, atMs }) => ({
      ...{ position, at: timeText(atMs) },
    }),
  )
  const { position, chain } = head
  const text = JSON.stringify({ position, chain, live, snapshots }, null, 2)
  return `${text}\n`
}

async function recordText(opened: SharedLog, wanted: number): Promise<string> {
  const { position, atMs, chain, text } = await recordAt(opened, wanted)
  const record = { position, at: timeText(atMs), chain, record: JSON.parse(text) }
  return `${JSON.stringify(record, null, 2)}\n`
}

async function skip(opened: SharedLog, position = 0): Promise<void> {
  await skipRecord(opened, position, (await opened.live()).live)
  await print(`record ${position} is skipped: restart all replicas\n`)
}
