import type { JournalRequest } from '../../schemas/control/requests.ts'
import type { WorldMethods } from '../control/client/control-methods.ts'
import { ControlError } from '../control/control-error.ts'
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

/** World that a test gets. */
export interface TestWorld {
  /** World of the test. */
  world: OwnWorld
}

/** Server for worlds: of `createSnowglobe`, or `connect(url)` with its address. */
export type WorldServer = Pick<WorldMethods, 'in' | 'worlds'> & {
  /** Address of the server. */
  readonly url: string
}

/** World of a test, as a test helper holds it. */
export interface OwnWorldHandle {
  /** World that the test uses. */
  readonly world: OwnWorld
  /**
   * Returns the requests as text: those of the world, and of each world that the test named by
   * `world.in`. Empty without any.
   */
  requestList(): Promise<string>
  /** Resets the world for the next test. */
  reset(): Promise<void>
  /** Removes the world. */
  remove(): Promise<void>
}

/**
 * Maximum number of listed requests: a test with more of them does not benefit from a longer list.
 */
const maxListed = 50

let created = 0
const ownNames = new Set<string>()

/** Tells whether a world belongs to a running test of this process. */
export const isOwnWorld = (name: string): boolean => ownNames.has(name)

/**
 * Creates a world for a test, a copy of the initial state.
 * @param prefix start of its name, by which processes that share a server differ
 */
export async function createOwnWorld(server: WorldServer, prefix: string): Promise<OwnWorldHandle> {
  const name = await createWithFreeName(server, prefix)
  const headers = { [worldHeader]: name }
  const methods = server.in(name)
  const named = new Set<string>()
  ownNames.add(name)
  return {
    world: {
      ...methods,
      name,
      url: server.url,
      headers,
      apiKey: `sg_${name}`,
      in(other) {
        if (other !== name) named.add(other)
        return server.in(other)
      },
      fetch(path, init = {}) {
        const all = new Headers(init.headers)
        all.set(worldHeader, name)
        return fetch(new URL(path, server.url), { ...init, headers: all })
      },
    },
    async requestList() {
      const texts = await Promise.all([
        requestList(methods, 'Snowglobe'),
        ...[...named].map((other) => requestList(server.in(other), `The world ${other}`)),
      ])
      return texts.filter((text) => text !== '').join('\n')
    },
    async reset() {
      named.clear()
      await methods.reset()
    },
    async remove() {
      ownNames.delete(name)
      await server.worlds.remove(name)
    },
  }
}

/** Creates a world. A module that is loaded again counts from 1 again, so names may be taken. */
async function createWithFreeName(server: WorldServer, prefix: string): Promise<string> {
  for (;;) {
    const name = `${prefix}-${++created}`
    try {
      await server.worlds.create(name, {})
      return name
    } catch (error) {
      if (!(error instanceof ControlError) || error.code !== 'conflict') throw error
    }
  }
}

/**
 * Runs a test in a world of its own, and removes the world. Prints the requests when the test
 * fails.
 * @param title name of the test
 * @param signal aborted when the test has no time left
 */
export async function runInOwnWorld(
  server: WorldServer,
  { prefix, title, signal }: { prefix: string; title: string; signal?: AbortSignal },
  body: (given: TestWorld) => unknown,
): Promise<void> {
  const own = await createOwnWorld(server, prefix)
  try {
    await Promise.race([
      Promise.resolve(own.world).then((world) => body({ world })),
      ...(signal ? [rejectedBy(signal)] : []),
    ])
  } catch (error) {
    // The test says why it failed, whatever became of the server.
    await printRequests(own, title).catch(() => undefined)
    await own.remove().catch(() => undefined)
    throw error
  }
  await own.remove()
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Prints the requests of a failed test. */
export async function printRequests(own: OwnWorldHandle, title: string): Promise<void> {
  const entries = await own.requestList()
  if (entries !== '') process.stderr.write(`${title}: ${entries}\n`)
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
