import { Value } from '@sinclair/typebox/value'
import { type InfoMethodName, type InfoResult, infoMethods } from '../../../schemas/info.ts'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import { infoService } from '../../../src/info/index.ts'
import { handleCall } from '../../../src/json-rpc/call.ts'
import type { World } from '../../../src/world/world.ts'

/** Response of `info.x`: the one line of its response. */
export function lineOf(
  world: World,
  method: string,
  params: unknown = {},
  { dialect = 'documented', publicNode = false }: { dialect?: Dialect; publicNode?: boolean } = {},
): string {
  const request = { jsonrpc: '2.0', id: 1, method, params }
  const service = infoService(publicNode).serviceIn(world)
  if (!service) throw new Error('the node has no info service')
  const response = handleCall(service, world, JSON.stringify(request), () => dialect)
  if (response instanceof Promise) throw new Error('the methods of info answer at once')
  const { line } = response
  if (typeof line !== 'string') throw new Error('the request was taken for a notification')
  return line
}

/** The result, which must fit the contract. */
export function resultOf<Name extends InfoMethodName>(
  world: World,
  method: Name,
  params?: unknown,
  options?: { dialect?: Dialect },
): InfoResult<Name> {
  const response = JSON.parse(lineOf(world, method, params, options))
  const misfit = Value.Errors(infoMethods[method].result, response.result).First()
  if (misfit) throw new Error(`${method}: ${misfit.path} ${misfit.message}`)
  return response.result
}

/** The message of the error -32000 that a call is refused with. */
export function refusalOf(
  world: World,
  method: string,
  params?: unknown,
  options?: { dialect?: Dialect; publicNode?: boolean },
): string {
  const { error } = JSON.parse(lineOf(world, method, params, options))
  if (error.code !== -32000 || error.data !== null) throw new Error(JSON.stringify(error))
  return error.message
}
