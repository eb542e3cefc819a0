import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../snowglobe.ts'
import { isOwnWorld, requestList } from './own-world.ts'

/** Hooks of a test framework. */
export interface Hooks {
  beforeAll(work: () => Promise<void>, timeoutMs: number): void
  beforeEach(work: () => Promise<void>): void
  afterAll(work: () => Promise<void>): void
}

/** Server for the tests of a file. */
export interface Suite {
  /** Server, usable in tests and their hooks. */
  readonly snowglobe: Snowglobe
  /** Returns the positions of all journals: a test calls it at its start. */
  mark(): Promise<Mark>
  /**
   * Returns the requests since a mark, by default since the latest test began. Each is a line,
   * oldest first, for each world with requests. Worlds of single tests are left out, which tell
   * their requests themselves. Empty without any.
   */
  journal(since?: Mark): Promise<string>
}

/** Options of the server for the tests of a file. */
export interface SuiteOptions extends SnowglobeOptions {
  /**
   * Changes the world once, before the first test. Each test begins with the result, a snapshot of
   * the main world; by default it begins with the initial state.
   */
  prepare?(snowglobe: Snowglobe): Promise<unknown>
}

type Prepare = NonNullable<SuiteOptions['prepare']>

/** Number of the newest request of each world. */
export type Mark = ReadonlyMap<string, number>

/** Milliseconds of the first start on a machine, which builds the world. */
const startMs = 120_000

/** Name of the snapshot of the prepared state. */
const preparedName = 'prepared'

/** Starts a server before the tests of a file, resets it before each, and closes it after all. */
export function suiteWith(hooks: Hooks, { prepare, ...options }: SuiteOptions = {}): Suite {
  let running: Snowglobe | undefined
  const started = () => {
    if (running) return running
    throw new Error(
      'Snowglobe has not started yet: use it in tests and hooks, not while the file loads',
    )
  }
  hooks.beforeAll(async () => {
    running = await createSnowglobe({ size: 'small', ...options })
    if (prepare) await prepareWith(prepare)
  }, startMs)
  const prepareWith = async (change: Prepare) => {
    // It also removes a snapshot of an earlier run.
    await started().reset(['world'])
    await change(started())
    await started().snapshots.save(preparedName)
  }
  const returnToPrepared = async (change: Prepare) => {
    const { snapshots } = await started().snapshots.list()
    if (snapshots.some(({ name }) => name === preparedName))
      await started().snapshots.restore(preparedName)
    // The latest test has reset the world.
    else await prepareWith(change)
  }
  let latest: Mark = new Map()
  const worlds = async () =>
    (await started().worlds.list()).worlds
      .map(({ name }) => name)
      .filter((name) => !isOwnWorld(name))
  const worldNamed = (name: string) => (name === 'default' ? started() : started().in(name))
  const newestOf = async (name: string) =>
    (await worldNamed(name).requests.list({ pageSize: 1 })).requests[0]?.id ?? 0
  const mark = async (): Promise<Mark> =>
    new Map(
      await Promise.all(
        (await worlds()).map(async (name) => [name, await newestOf(name)] as const),
      ),
    )
  hooks.beforeEach(async () => {
    if (prepare) await returnToPrepared(prepare)
    // Named worlds stay: concurrent tests have one each.
    await started().reset([
      ...(prepare ? [] : ['world' as const]),
      ...(['faults', 'limits', 'journal'] as const),
    ])
    latest = await mark()
  })
  hooks.afterAll(async () => {
    await running?.close()
    running = undefined
  })
  return {
    // The proxy exists when the file is loaded, long before the server.
    snowglobe: new Proxy({} as Snowglobe, { get: (_, name) => Reflect.get(started(), name) }),
    mark,
    async journal(since = latest) {
      const texts = await Promise.all(
        (await worlds()).map((name) =>
          requestList(
            worldNamed(name),
            name === 'default' ? 'Snowglobe' : `The world ${name}`,
            since.get(name),
          ),
        ),
      )
      return texts.filter((text) => text !== '').join('\n')
    },
  }
}
