import type { ListedWorld, Unusable } from '../../schemas/control/worlds.ts'
import { ReplicaSession } from '../../src/control/client/replica-session.ts'
import { currentRoute, mainWorld } from './route.ts'
import { createStore, type Store } from './store.ts'

/** Refusal of the server. */
export class RefusedRequestError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, error: Refusal = {}) {
    super(error.message ?? `the server refused with status ${status} and gave no reason`)
    this.status = status
    this.code = error.code
    this.details = error.details ?? {}
  }
}

/** A request that was not sent, because it names a world that the server does not have. */
export class NoWorldError extends Error {
  constructor(world: string) {
    super(`There is no world ${world}`)
  }
}

interface Refusal {
  readonly code?: string
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
}

const tokenKey = 'snowglobe token'

/** Takes the token out of the address of the start message; no server sees a fragment. */
export function takeToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  sessionStorage.setItem(tokenKey, given)
  history.replaceState(null, '', location.pathname + location.search)
}

/** Function that goes on with a token; undefined while none is missing. */
export const missingToken: Store<((token: string) => void) | undefined> = createStore<
  ((token: string) => void) | undefined
>(undefined)

let asking: Promise<void> | undefined

/** Opens one dialog, for any number of refused requests. */
function askForToken(): Promise<void> {
  asking ??= new Promise((resolve) => {
    missingToken.set((token) => {
      sessionStorage.setItem(tokenKey, token)
      missingToken.set(undefined)
      asking = undefined
      resolve()
    })
  })
  return asking
}

/** Returns the headers that name the world of the page; none for the main world. */
export const worldHeaders = (): Record<string, string> => headersOf(currentRoute().world)

const headersOf = (world: string): Record<string, string> =>
  world === mainWorld ? {} : { 'x-snowglobe-world': world }

/** Returns the headers of a JSON request for the owner of an API key; empty: without one. */
export const keyedHeaders = (key: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...worldHeaders(),
  ...(key !== '' && { 'x-data-api-key': key }),
})

/** Request, as `fetch` takes it. */
export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const session = new ReplicaSession()

/** World of the page while the server does not have it; undefined while it has. */
export const missingWorld: Store<string | undefined> = createStore<string | undefined>(undefined)

/**
 * Sends a request to the world of the page with the token, and asks for the token when the server
 * wants it.
 * @throws NoWorldError
 */
export async function send(path: string, sent: Sent): Promise<Response> {
  const { world } = currentRoute()
  if (world !== mainWorld) await requireWorld(world)
  return sendTo(world, path, sent)
}

/** Refuses a missing world: a request that names one may create it, and a page only looks. */
async function requireWorld(world: string): Promise<void> {
  const { worlds, unusable = [] } = await listWorlds()
  // For a world with damaged files the server has a reason.
  const isThere = [...worlds, ...unusable].some(({ name }) => name === world)
  if (world === currentRoute().world) missingWorld.set(isThere ? undefined : world)
  if (!isThere) throw new NoWorldError(world)
}

interface Worlds {
  readonly worlds: readonly ListedWorld[]
  readonly unusable?: readonly Unusable[]
}

let listing: Promise<Worlds> | undefined

/** Lists the worlds of the server; requests at the same time share one response. */
export function listWorlds(): Promise<Worlds> {
  listing ??= controlServer<Worlds>('GET', '/worlds').finally(() => {
    listing = undefined
  })
  return listing
}

/** Creates a world that begins as the main world began. */
export const createWorld = (name: string): Promise<ListedWorld> =>
  controlServer('PUT', `/worlds/${encodeURIComponent(name)}`, {})

async function sendTo(
  world: string,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<Response> {
  const token = sessionStorage.getItem(tokenKey)
  const response = await session.send(path, {
    method,
    headers: {
      ...headersOf(world),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  if (response.status !== 401) return response
  await askForToken()
  return sendTo(world, path, { method, headers, ...(body !== undefined && { body }) })
}

/**
 * Sends a request to the control plane.
 * @param path path below `/_admin`
 * @returns its response; undefined where it has no body
 * @throws RefusedRequestError, NoWorldError
 */
export async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  return contentOf(await send(`/_admin${path}`, asJson(method, body)))
}

/** Does the same about the server as a whole, in no world of its own. */
const controlServer = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  contentOf(await sendTo(mainWorld, `/_admin${path}`, asJson(method, body)))

const asJson = (method: string, body: unknown): Sent => ({
  method,
  ...(body !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }),
})

async function contentOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  const received = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new RefusedRequestError(response.status, received?.error)
  return received as T
}

/**
 * Sends a request to one of the four interfaces: without faults, limits, scenarios and journal.
 * @param path path with its query, such as `/v1/chains`
 */
export const sendPlainly = (path: string, request: Sent = {}): Promise<Response> =>
  send(`/_admin/page/ask${path}`, request)

/**
 * Reads from one of the four interfaces, in the shapes of the contract.
 * @throws RefusedRequestError
 */
export const read = <T>(path: string): Promise<T> => call<T>('GET', path)

/**
 * Sends a request to one of the four interfaces and returns its response, in the shapes of the
 * contract.
 * @param key API key that owns what the request is about; empty without one
 * @throws RefusedRequestError
 */
export async function call<T>(
  method: string,
  path: string,
  { body, key = '' }: { readonly body?: unknown; readonly key?: string } = {},
): Promise<T> {
  const response = await sendPlainly(path, {
    method,
    headers: {
      'x-snowglobe-dialect': 'documented',
      ...(key !== '' && { 'x-data-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const received = await response.json()
  if (response.ok) return received as T
  const { message } = received as { message?: string | string[] }
  throw new RefusedRequestError(response.status, {
    message: [message ?? []].flat().join(', ') || undefined,
  })
}

/** Reads what may be missing; undefined for a 404. */
export async function readIfThere<T>(path: string): Promise<T | undefined> {
  try {
    return await read<T>(path)
  } catch (error) {
    if (error instanceof RefusedRequestError && (error.status === 404 || error.status === 400))
      return undefined
    throw error
  }
}
