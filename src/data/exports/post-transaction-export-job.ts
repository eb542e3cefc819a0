import { postTransactionExportJob } from '../../../schemas/data/exports.ts'
import { route } from '../../http/rest/route.ts'
import { accountsOf } from '../accounts-of.ts'
import { endsOf, exportTimes } from './export-bounds.ts'
import { checkChains } from './export-rows.ts'
import { toOperationStatus } from './operation-status.ts'

/** `POST /v1/operations/transactions:export`: 400 for chains and days that do not exist. */
export const postTransactionExportJobRoute = route(
  postTransactionExportJob,
  (world, { body }, { caller }) => {
    checkChains(world, body)
    exportTimes(body)
    const job = accountsOf(caller).exports.add({
      owner: caller.owner,
      createdMs: caller.requestWorld.world.clock.nowMs(),
      request: body,
      ends: endsOf(world),
    })
    return toOperationStatus(job, caller.origin)
  },
)
