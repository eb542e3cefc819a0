import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

/** Request for most rules here. */
export const blocks = '/v1/chains/43114/blocks?pageSize=1'

/** A server for a file of tests, without rules before each. */
export function faultyServer() {
  let server: Snowglobe | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterEach(() => server?.faults.clear())
  afterAll(() => server?.close())
  const started = (): Snowglobe => {
    if (!server) throw new Error('the server starts before the tests')
    return server
  }
  return {
    server: started,
    statusOf: async (path: string, headers = {}) =>
      (await send(started().url, { path, headers })).status,
  }
}

/** A request of a method of the node. */
export const rpc = (method: string, path = '/ext/info', headers = {}) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
})
