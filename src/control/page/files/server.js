// @ts-check
import { part } from './dom.js'

/** Reason for a refusal of the server. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string }} error
   */
  constructor(status, error) {
    super(error.message ?? `the server answered ${status}`)
    this.status = status
    this.code = error.code
  }
}

const kept = { token: 'snowglobe token', world: 'snowglobe world' }

// The link in the server's start message carries the token in the fragment, which no server sees.
const given = new URLSearchParams(location.hash.slice(1)).get('token')
if (given) {
  sessionStorage.setItem(kept.token, given)
  history.replaceState(null, '', location.pathname + location.search)
}

/** World that this tab shows; the main world has no name here. */
export const world = {
  get name() {
    return sessionStorage.getItem(kept.world) ?? 'default'
  },
  /** @param {string} name */
  choose(name) {
    sessionStorage.setItem(kept.world, name)
  },
}

/** Returns the headers of every request to the chosen world. @returns {Record<string, string>} */
export const worldHeaders = () =>
  world.name === 'default' ? {} : { 'x-snowglobe-world': world.name }

/**
 * Sends a request to the control plane.
 * @param {string} method
 * @param {string} path path below `/_admin`
 * @param {unknown} [body]
 * @returns {Promise<any>} parsed response, undefined when there is none
 */
export async function ask(method, path, body) {
  const token = sessionStorage.getItem(kept.token)
  const response = await fetch(`/_admin${path}`, {
    method,
    headers: {
      ...worldHeaders(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.status === 401) {
    await askForToken()
    return ask(method, path, body)
  }
  const text = await response.text()
  const answer = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new Refused(response.status, answer?.error ?? {})
  return answer
}

/**
 * Sends a request to one of the four interfaces. The response is that of the world, without faults,
 * limits and scenarios, and the journal does not hold the request.
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string>, body?: string | undefined }}
 *   [request]
 * @returns {Promise<Response>}
 */
export async function askInterface(path, { method = 'GET', headers = {}, body } = {}) {
  const token = sessionStorage.getItem(kept.token)
  const response = await fetch(`/_admin/page/ask${path}`, {
    method,
    headers: {
      ...worldHeaders(),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  if (response.status !== 401) return response
  await askForToken()
  return askInterface(path, { method, headers, body })
}

/** @type {Promise<void> | undefined} */
let asking

/** Opens one dialog, for any number of refused requests. */
function askForToken() {
  asking ??= new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (part('token-dialog'))
    const input = /** @type {HTMLInputElement} */ (part('token'))
    dialog.addEventListener(
      'close',
      () => {
        sessionStorage.setItem(kept.token, input.value)
        input.value = ''
        asking = undefined
        resolve()
      },
      { once: true },
    )
    dialog.showModal()
  })
  return asking
}
