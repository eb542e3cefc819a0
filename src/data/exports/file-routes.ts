import { Readable } from 'node:stream'
import type { FastifyPluginCallback } from 'fastify'
import { filesPath } from '../../../schemas/data/exports.ts'
import type { ExportJob } from '../../accounts/export-jobs.ts'
import type { RouteConfig } from '../../http/request/route-config.ts'
import { errorBody } from '../../http/response/error-body.ts'
import { quoteInput } from '../../http/response/errors.ts'
import { sendJsonText } from '../../http/response/send-json.ts'
import { withHead } from '../../http/server/methods.ts'
import type { RequestWorld } from '../../http/worlds/world-handle.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { exportText } from './export-rows.ts'
import { fileLifetimeMs } from './operation-status.ts'

/** Headers of every file. Pages of any origin may read it: its name is known to its owner alone. */
const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Plugin of `GET /_files/{operationId}.csv`: the rows of a finished export, as a stream. No key,
 * limit, fault or journal applies to it. It is gone a day after the export by the world's clock.
 * @param worlds worlds of the server: the id of an export tells which one it belongs to
 */
export const fileRoutes: FastifyPluginCallback<{
  readonly worlds: () => Iterable<RequestWorld>
}> = (app, { worlds }, done) => {
  const config: RouteConfig = { needsWriter: true }
  app.route({
    method: withHead('GET'),
    url: `${filesPath}/:file`,
    config,
    handler(request, reply) {
      const { file } = request.params as { file: string }
      const id = /^(.+)\.csv$/.exec(file)?.[1]
      const found = id === undefined ? undefined : findJob(worlds(), id)
      if (!found)
        return sendJsonText(
          reply.status(404),
          errorBody('data', 404, `There is no file ${quoteInput(file)}`),
        )
      reply.headers(headers)
      if (request.method === 'HEAD') return reply.send()
      return reply.send(Readable.from(pieces(found.handle, found.job), { objectMode: false }))
    },
  })
  done()
}

function findJob(
  worlds: Iterable<RequestWorld>,
  id: string,
): { handle: RequestWorld; job: ExportJob } | undefined {
  for (const handle of worlds) {
    const job = handle.accounts?.exports.find(id)
    if (job?.finishedMs === undefined) continue
    const isExpired = handle.world.clock.nowMs() > job.finishedMs + fileLifetimeMs
    return isExpired ? undefined : { handle, job }
  }
  return undefined
}

/** Reads a page of rows in each turn of the event loop. @throws when the export is dropped */
async function* pieces({ scenarios, accounts }: RequestWorld, job: ExportJob) {
  for (const piece of exportText(scenarios.indexer.view, job)) {
    yield piece
    await yieldToEventLoop()
    if (!accounts?.exports.find(job.id))
      throw new Error('the world was reset while the file was written')
  }
}
