import { CompactedError } from '../../shared-log/errors.ts'
import type { LogRecord, SharedLog } from '../../shared-log/shared-log.ts'
import { StateError } from '../../store/state-error.ts'
import { versionsOfSnapshots } from '../snapshots/snapshot-store.ts'
import { compareVersions, ownVersion, type Version, versionText } from './version.ts'

type Log = Pick<SharedLog, 'read' | 'partNames'>

/** Records that are read at once. */
const readAtOnce = 50

/** Record after which the replicas of one version serve the sandbox, and no others. */
interface Switch {
  /** Text of the version. */
  readonly to: string
}

/** A sandbox was migrated to another version, and replicas of this one have to end. */
export class SwitchedError extends StateError {
  constructor(to: string, position: number) {
    super(
      `the sandbox was migrated to version ${to} at position ${position}, and this release has ${versionText(ownVersion)}`,
    )
  }
}

/** Lets replicas of the present version go on. @throws SwitchedError for another one */
export function obeySwitch({ to }: Switch, { position }: Pick<LogRecord, 'position'>): void {
  if (to !== versionText(ownVersion)) throw new SwitchedError(to, position)
}

/** Returns whether the log has switched to this version after a position. */
export async function isSwitchedAfter(log: Log, position: number): Promise<boolean> {
  for (let after = position; ; ) {
    const { records } = await log.read(after, readAtOnce)
    if (records.length === 0) return false
    for (const { text } of records) {
      const { do: verb, to } = JSON.parse(text)
      if (verb === 'switch' && to === versionText(ownVersion)) return true
    }
    after += records.length
  }
}

/**
 * Returns the first record of a log, with which this version can begin.
 * @returns `none` for an empty log; `earlier` while the log is one of an earlier version
 * @throws StateError for a log of a later version, and for one without its first records
 */
export async function firstRecord(log: Log): Promise<LogRecord | 'none' | 'earlier'> {
  const first = await log
    .read(0, 1)
    .then(({ records: [record = 'none' as const] }) => record)
    .catch((error) => {
      if (!(error instanceof CompactedError)) throw error
      return undefined
    })
  if (first === 'none') return first
  const began = first && versionOfFirst(first)
  const versions = [...(await versionsOfSnapshots(log)), ...(began ? [began] : [])]
  const later = versions.find((version) => compareVersions(version, ownVersion) > 0)
  if (later)
    throw new StateError(
      `the sandbox has version ${versionText(later)}, and this release has ${versionText(ownVersion)}; use the release that wrote it, or another --sandbox`,
    )
  if (first && began && compareVersions(began, ownVersion) === 0) return first
  if (versions.some((version) => compareVersions(version, ownVersion) < 0)) return 'earlier'
  throw new StateError(
    'the shared log no longer has its first records, and no snapshot fits this version; use the release that wrote them, or another --sandbox',
  )
}

function versionOfFirst({ text }: LogRecord): Version {
  const { generatorVersion, format } = JSON.parse(text)
  return { generator: Number(generatorVersion), format: Number(format) }
}
