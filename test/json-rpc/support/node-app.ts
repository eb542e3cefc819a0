import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { nodeEncodings } from '../../../schemas/container-index.ts'
import { type NotFound, notFoundScope } from '../../../src/http/response/not-found-scope.ts'
import { encoding, id, ignoredBy, text, uint64 } from '../../../src/json-rpc/argument-readers.ts'
import { defineMethod, defineService, rpcError } from '../../../src/json-rpc/method.ts'
import { nodeErrors, nodeInterface, nodeNotFound } from '../../../src/json-rpc/node-interface.ts'
import type { World } from '../../../src/world/world.ts'
import { exchange, requestText, type WireResponse } from './raw-http.ts'

export const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'

/** A world that knows nothing but its node's id. */
const world = {
  nodeNetwork: 'mainnet',
  dialect: 'auto',
  get: <_Bindings, Row>() => ({ node_id: nodeId }) as Row,
} as Partial<World> as World

/** Methods that show what the envelope does; the first two are named as those of the node. */
const info = defineService(
  'info',
  [
    defineMethod('info.getNetworkID', {}, () => ({ networkID: '1' })),
    defineMethod('info.getBlockchainID', { alias: text }, (_world, { alias }) => {
      throw rpcError(`there is no ID with alias: ${alias}`)
    }),
    defineMethod('info.say', { words: text }, (_world, { words }) => ({ words })),
    defineMethod('info.count', { number: uint64 }, (_world, { number }) => String(number)),
    defineMethod('info.identify', { id }, (_world, args) => args.id),
    defineMethod('info.encode', { encoding }, (_world, args) => args.encoding),
    defineMethod('info.forget', { id: ignoredBy(nodeEncodings, id) }, (_world, args) => args.id),
    defineMethod('info.dialect', {}, (_world, _args, { dialect }) => dialect),
  ],
  (params) => params.some(([name]) => name === 'endindex'),
)

const index = defineService('index', [
  defineMethod('index.getLastAccepted', {}, () => ({ id: 'last' })),
])

/** A server with the node's interfaces and nothing else, on a free port. */
export async function startNode(allowedHosts: readonly string[] = ['*']) {
  const options = {
    worldOf: () => world,
    noteCall: () => {},
    services: [
      { path: '/info', serviceIn: () => info },
      { path: '/index/X/tx', serviceIn: () => index },
    ],
    allowedHosts,
  }
  const app = Fastify({ forceCloseConnections: true })
  const everything: NotFound = {
    below: [''],
    onRequest: (_request, _reply, next) => next(),
    send: nodeNotFound(options),
    onError: nodeErrors(options.worldOf),
  }
  app.register(notFoundScope, { interfaces: [everything] })
  app.register(nodeInterface, { prefix: '/ext', ...options })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  const send = (
    line: string,
    headers?: Record<string, string | undefined>,
    body?: string,
  ): Promise<WireResponse> => exchange(port, requestText(line, headers, body))

  return {
    app,
    port,
    send,
    /** Posts a body to `/ext/info` as JSON. */
    post: (body: string, headers: Record<string, string> = {}) =>
      send('POST /ext/info HTTP/1.1', { 'Content-Type': 'application/json', ...headers }, body),
    close: () => app.close(),
  }
}
