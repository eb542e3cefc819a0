import type { JournalRequest } from '../../schemas/control/requests.ts'
import type { WorldMethods } from '../control/client/control-methods.ts'
import { worldHeader } from '../http/headers.ts'

/** World of one test, with the methods of the control plane. */
export interface OwnWorld extends WorldMethods {
  /** Name of the world. */
  readonly name: string
  /** Address of the server. */
  readonly url: string
  /** Headers that name the world in requests: `x-snowglobe-world`. */
  readonly headers: Readonly<Record<string, string>>
  /** API key that names the world, for clients that can set nothing else. */
  readonly apiKey: string
  /** Requests a path of the server, such as `/v1/chains`, in this world. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Server for worlds: of `createSnowglobe`, or `connect(url)` with its address. */
export type WorldServer = Pick<WorldMethods, 'in' | 'worlds'> & {
  /** Address of the server. */
  readonly url: string
}

/**
 * Maximum number of listed requests: a test with more of them does not benefit from a longer list.
 */
export const maxListed = 50

let created = 0

/**
 * Creates a world for a test, a copy of the initial state.
 * @param prefix start of its name, which no other process may use on the same server
 */
export async function createOwnWorld(server: WorldServer, prefix: string): Promise<OwnWorld> {
  const name = `${prefix}-${++created}`
  await server.worlds.create(name, {})
  const headers = { [worldHeader]: name }
  return {
    ...server.in(name),
    name,
    url: server.url,
    headers,
    apiKey: `sg_${name}`,
    fetch(path, init = {}) {
      const all = new Headers(init.headers)
      all.set(worldHeader, name)
      return fetch(new URL(path, server.url), { ...init, headers: all })
    },
  }
}

/**
 * Returns the requests of a world as text, a line each and oldest first. Empty without any.
 * @param since number of the newest request that is left out
 */
export async function requestList(
  world: Pick<WorldMethods, 'requests'>,
  subject: string,
  since = 0,
): Promise<string> {
  const { requests, nextPageToken } = await world.requests.list({ pageSize: maxListed })
  const listed = requests.filter(({ id }) => id > since)
  if (listed.length === 0) return ''
  const isCut = nextPageToken !== undefined && listed.length === requests.length
  const title = `${subject} was requested ${isCut ? `over ${maxListed} times, lastly` : times(listed.length)}:`
  return [title, ...listed.toReversed().map(line)].join('\n')
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

function line({ method, path, query, status, faultId }: JournalRequest): string {
  const fault = faultId === undefined ? '' : ` (fault ${faultId})`
  return `${status ?? 'unanswered'} ${method} ${path}${query ? `?${query}` : ''}${fault}`
}
