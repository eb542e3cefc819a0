import { controlMethods, type WorldMethods } from './control-methods.ts'
import { controlPath, errorOf } from './wire.ts'

export interface ConnectOptions {
  /** What `--admin-token` says, where the server wants one. */
  readonly token?: string
  /** The name of a world beside the main one. */
  readonly world?: string
}

/**
 * The control plane of a server elsewhere, with the methods of the object that `createSnowglobe`
 * gives.
 * @param url where it listens, `http://127.0.0.1:9650`
 */
export function connect(url: string, options: ConnectOptions = {}): WorldMethods {
  const { token, world } = options
  const base = url.replace(/\/$/, '')
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(world !== undefined && { 'x-snowglobe-world': world }),
  }
  const methods = controlMethods(async (operation, { params, query, body }) => {
    const response = await fetch(base + controlPath(operation.path, params, query), {
      method: operation.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.status, text)
    return text === '' ? undefined : JSON.parse(text)
  })
  return { ...methods, in: (name) => connect(url, { ...options, world: name }) }
}
