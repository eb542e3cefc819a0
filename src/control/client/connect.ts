import { noResponseReason } from '../../util/error-text.ts'
import { ControlError } from '../control-error.ts'
import { controlMethods, type WorldMethods } from './control-methods.ts'
import { ReplicaSession } from './replica-session.ts'
import { controlPath, errorOf } from './wire.ts'

export type { WorldMethods }
export { ControlError }

/** Options of a connection. */
export interface ConnectOptions {
  /** Token of `--admin-token`, if the server requires one. */
  readonly token?: string
  /** Name of a world other than the main world. */
  readonly world?: string
}

/**
 * Returns the control plane of a remote server, with the methods of the object that
 * `createSnowglobe` gives.
 * @param url address of the server, `http://127.0.0.1:9650`
 * @throws TypeError for what is no such address
 */
export function connect(url: string, options: ConnectOptions = {}): WorldMethods {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(
      `connect takes the URL of a server such as http://127.0.0.1:9650, not ${JSON.stringify(url)}`,
    )
  return connectWithin(new ReplicaSession(), url, options)
}

function connectWithin(
  session: ReplicaSession,
  url: string,
  options: ConnectOptions,
): WorldMethods {
  const { token, world } = options
  const base = url.replace(/\/$/, '')
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(world !== undefined && { 'x-snowglobe-world': world }),
  }
  const methods = controlMethods(async (operation, { params, query, body }) => {
    const request = {
      method: operation.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const response = await session
      .send(base + controlPath(operation.path, params, query), request)
      .catch((cause: unknown) => {
        // Anything else is about the request, such as a token that no header can hold.
        if (!(cause instanceof Error && cause.cause instanceof Error)) throw cause
        throw new Error(`no server answers at ${base}: ${noResponseReason(cause)}`, { cause })
      })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.status, text)
    return text === '' ? undefined : JSON.parse(text)
  })
  return { ...methods, in: (name) => connectWithin(session, url, { ...options, world: name }) }
}
