import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../snowglobe.ts'

/** What a test framework does around tests. */
export interface Hooks {
  beforeAll(work: () => Promise<void>, timeoutMs: number): void
  beforeEach(work: () => Promise<void>): void
  afterAll(work: () => Promise<void>): void
}

/** A server for the tests of a file. */
export interface Suite {
  /** Usable in tests and their hooks. */
  readonly snowglobe: Snowglobe
  /** What was asked since the test began, a line for each request, oldest first. */
  journal(): Promise<string>
}

/** The first run on a machine builds the world. */
const startMs = 120_000
/** A test that asks more often has no use for a longer list. */
const mostShown = 50

/** Starts a server before the tests of a file, resets it before each, and closes it after all. */
export function suiteWith(hooks: Hooks, options: SnowglobeOptions = {}): Suite {
  let running: Snowglobe | undefined
  const started = () => {
    if (running) return running
    throw new Error('Snowglobe starts before the first test: use it in tests and in their hooks')
  }
  hooks.beforeAll(async () => {
    running = await createSnowglobe({ size: 'small', ...options })
  }, startMs)
  hooks.beforeEach(async () => {
    await started().reset()
  })
  hooks.afterAll(async () => {
    await running?.close()
    running = undefined
  })
  return {
    // Made when the file is loaded, long before the server is there.
    snowglobe: new Proxy({} as Snowglobe, { get: (_, name) => Reflect.get(started(), name) }),
    async journal() {
      const { requests } = await started().requests.list({ pageSize: mostShown })
      const lines = requests.toReversed().map(({ method, path, query, status, faultId }) => {
        const fault = faultId === undefined ? '' : ` (fault ${faultId})`
        return `${status} ${method} ${path}${query ? `?${query}` : ''}${fault}`
      })
      return [`Snowglobe was asked ${requests.length} times:`, ...lines].join('\n')
    },
  }
}
