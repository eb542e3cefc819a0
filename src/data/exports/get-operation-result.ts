import { getOperationResult } from '../../../schemas/data/exports.ts'
import { notFound, quoteInput } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { accountsOf } from '../accounts-of.ts'
import { exportMs, toOperationStatus } from './operation-status.ts'

/**
 * `GET /v1/operations/{operationId}`: with a frozen clock an export is finished at the first look,
 * else two seconds after it began. 404 for an unknown one, and for that of another key. G-210
 */
export const getOperationResultRoute = route(
  getOperationResult,
  (_world, { params }, { caller }) => {
    const { exports } = accountsOf(caller)
    const job = exports.find(params.operationId)
    if (job?.owner !== caller.owner)
      throw notFound(`Operation ${quoteInput(params.operationId)} does not exist`)
    const { clock } = caller.requestWorld.world
    const nowMs = clock.nowMs()
    const isOver =
      job.finishedMs === undefined && (clock.mode === 'frozen' || nowMs >= job.createdMs + exportMs)
    if (!isOver) return toOperationStatus(job, caller.origin)
    exports.finish(job.id, nowMs)
    return toOperationStatus({ ...job, finishedMs: nowMs }, caller.origin)
  },
)
