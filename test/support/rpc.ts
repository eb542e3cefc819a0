import type { Snowglobe } from '../../src/snowglobe.ts'

/**
 * Returns the `result` of a JSON-RPC call; an `error` member is thrown as an Error with its
 * message.
 */
export async function rpc<Result>(
  server: Snowglobe,
  path: string,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body = response.json() as { result: Result; error?: { message: string } }
  if (body.error) throw new Error(body.error.message)
  return body.result
}
