import type { OperationStatus } from '../../../schemas/data/exports.ts'
import { filesPath } from '../../../schemas/data/exports.ts'
import type { ExportJob } from '../../accounts/export-jobs.ts'
import { daySeconds } from '../../time/time-units.ts'

/** Milliseconds of a running clock that an export takes. G-210 */
export const exportMs = 2_000

/** Milliseconds for which the file of an export can be read. */
export const fileLifetimeMs = daySeconds * 1000

/** Returns the state of an export. @param origin address under which its file can be read */
export function toOperationStatus(job: ExportJob, origin: string): OperationStatus {
  const { id, request, createdMs, finishedMs } = job
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    operationId: id,
    operationType: request.type,
    operationStatus: finishedMs === undefined ? 'RUNNING' : 'COMPLETED',
    ...(finishedMs !== undefined && {
      metadata: { downloadUrl: `${origin}${filesPath}/${id}.csv` },
    }),
    createdAtTimestamp: seconds(createdMs),
    updatedAtTimestamp: seconds(finishedMs ?? createdMs),
  }
}
