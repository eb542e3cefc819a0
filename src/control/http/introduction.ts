import type { FastifyPluginCallback } from 'fastify'
import { packageVersion } from '../../util/package-files.ts'
import { controlRoute } from './route-config.ts'

/** Path below the control plane that clients without a browser get at `/`. */
export const introductionPath = '/introduction'

/** Returns six lines about the server and where to go. They hold no secret and no address. */
const introduction = (): string =>
  [
    `Snowglobe ${packageVersion()}: a miniature Avalanche network with invented data, for tests`,
    'A first request   GET /v1/chains/43114/blocks?pageSize=1',
    'Data and Metrics  /v1 and /v2; GET /openapi.json describes them',
    'Node              JSON-RPC by POST to /ext/info and /ext/index/{C/block,P/block,X/tx,X/block,X/vtx}',
    'Control plane     /_admin; GET /_admin/openapi.json describes it',
    'Page              open this address in a browser; the package has more in README.md and docs/',
    '',
  ].join('\n')

/** Answers `GET /` and `HEAD /` of clients that do not accept HTML. */
export const introductionRoute: FastifyPluginCallback = (app, _options, done) => {
  app.get(introductionPath, { config: controlRoute(true) }, (_request, reply) =>
    reply.header('content-type', 'text/plain; charset=utf-8').send(introduction()),
  )
  done()
}
