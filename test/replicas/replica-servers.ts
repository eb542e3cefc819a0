import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

type Options = Parameters<typeof createSnowglobe>[0]

/** Replicas of a test, which end with it. Each test has a sandbox of its own. */
export interface ReplicaServers {
  readonly postgres: TestPostgres
  /** Name of the sandbox of the running test. */
  readonly sandbox: string
  /** Opens a replica. */
  open(options?: Options): Promise<Snowglobe>
  /** Opens three replicas, `a`, `b` and `c`. */
  openThree(options?: Options): Promise<[Snowglobe, Snowglobe, Snowglobe]>
  /** Closes another server with the replicas of the test. */
  closeAfter(server: Snowglobe): void
}

/** Starts an engine for the tests of a file. */
export async function startReplicas(): Promise<ReplicaServers> {
  const postgres = await startPostgres()
  afterAll(() => postgres.close())

  let count = 0
  let opened: Snowglobe[] = []
  beforeEach(() => {
    count++
  })
  afterEach(async () => {
    postgres.signal('SIGCONT')
    await Promise.all(opened.map((server) => server.close()))
    opened = []
  })

  const open = async (options: Options = {}): Promise<Snowglobe> => {
    const server = await createSnowglobe({
      ...{ size: 'small', port: 0, logLevel: 'silent', adminToken: 'a-token' },
      ...{ sharedLog: postgres.url, sandbox: `s${count}`, replica: `r${opened.length}` },
      ...options,
    })
    opened.push(server)
    return server
  }
  return {
    postgres,
    get sandbox() {
      return `s${count}`
    },
    open,
    openThree: (options) =>
      Promise.all([
        open({ ...options, replica: 'a' }),
        open({ ...options, replica: 'b' }),
        open({ ...options, replica: 'c' }),
      ]),
    closeAfter: (server) => void opened.push(server),
  }
}

/** Expects that all servers have one state, and returns it. */
export async function expectEqual(servers: readonly Snowglobe[]) {
  const states = await Promise.all(
    servers.map(async (server) => {
      const { head, now, fingerprint } = await server.world()
      return { head, now, fingerprint }
    }),
  )
  const [first] = states
  expect(first?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  for (const state of states) expect(state).toEqual(first)
  return first
}

/** Account whose balance the tests change. */
export const address = '0x00000000000000000000000000000000000a11ce'

/** Action that adds whole AVAX to the account. */
export const fund = (amount: string) => ({ do: 'fund', chain: 'C', to: address, amount }) as const

/** Returns the balance of the account in whole AVAX. */
export async function balanceAt(server: Snowglobe): Promise<number> {
  const { body } = await server.inject({
    ...{ method: 'POST', url: '/ext/bc/C/rpc' },
    headers: { 'content-type': 'application/json' },
    payload: { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] },
  })
  return Number(BigInt(JSON.parse(body).result) / 10n ** 18n)
}
