import { Value } from '@sinclair/typebox/value'
import { expect } from 'vitest'
import type { ControlOperation } from '../../../schemas/control/control-operation.ts'
import { controlStatuses } from '../../../schemas/control/errors.ts'
import { connect } from '../../../src/control/client/connect.ts'
import { type ControlMethods, controlMethods } from '../../../src/control/client/control-methods.ts'
import type { RawInput } from '../../../src/control/input.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'

/** The three transports of the control plane, for `test.each`. */
export const transports = ['the object', 'connect(url)', 'HTTP'] as const
export type Transport = (typeof transports)[number]

/**
 * The methods of a server's control plane through one of its transports.
 * @param world its name; by default the default one
 */
export function through(transport: Transport, server: Snowglobe, world?: string): ControlMethods {
  if (transport === 'the object') return world === undefined ? server : server.in(world)
  if (transport === 'connect(url)') return connect(server.url, { ...(world && { world }) })
  return controlMethods((operation, input) => requestByHand(server.url, world, operation, input))
}

/** The response over a plain socket; statuses and shapes are those that were declared. */
async function requestByHand(
  url: string,
  world: string | undefined,
  { method, path: template, response, accepted, status, query }: ControlOperation,
  input: RawInput,
): Promise<unknown> {
  const params = input.params as Record<string, string> | undefined
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const fields = Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const search = query ? `?${new URLSearchParams(fields)}` : ''
  const reply = await send(url, {
    method,
    path: path + search,
    headers: world === undefined ? {} : { 'x-snowglobe-world': world },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  })
  if (reply.status >= 400) {
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const { error, ...rest } = JSON.parse(reply.body)
    expect(rest).toEqual({})
    expect(reply.status).toBe(controlStatuses[error.code as keyof typeof controlStatuses])
    throw Object.assign(new Error(error.message), error)
  }
  if (accepted && reply.status === 202) {
    const begun = JSON.parse(reply.body)
    expect([...Value.Errors(accepted, begun)]).toEqual([])
    return begun
  }
  expect(reply.status).toBe(response ? (status ?? 200) : 204)
  if (!response) {
    expect(reply.body).toBe('')
    return undefined
  }
  const value = JSON.parse(reply.body)
  expect([...Value.Errors(response, value)]).toEqual([])
  return value
}

/** How a method refuses: the code, message and details of its error. */
export async function refusalOf(
  request: Promise<unknown>,
): Promise<{ code: string; message: string; details?: unknown }> {
  const error = await request.then(
    () => {
      throw new Error('it was not refused')
    },
    (thrown) => thrown,
  )
  if (error.code === undefined) throw error
  const { code, message, details } = error
  return { code, message, ...(details !== undefined && { details }) }
}
