import Database from 'better-sqlite3'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import { deriveBlsKey } from '../../../src/formats/bls-pool.ts'
import { encodeCb58 } from '../../../src/formats/ids.ts'
import { networkConstants } from '../../../src/networks/constants.ts'
import type { Network } from '../../../src/networks/network.ts'
import { nodeIdOfName } from '../../../src/simulator/node/names.ts'
import { renewNode } from '../../../src/simulator/node/renew-node.ts'
import type { NodeSetup } from '../../../src/simulator/node/setup.ts'
import { createRandomStreams } from '../../../src/simulator/random.ts'
import type { AnyBindings, Statement } from '../../../src/store/statement.ts'
import { nodeTables } from '../../../src/store/tables/node.ts'
import { type Clock, createClock } from '../../../src/time/clock.ts'
import { noScenarios } from '../../../src/world/scenario-view.ts'
import type { World } from '../../../src/world/world.ts'
import { trackedSubnets } from './surroundings.ts'

const now = Date.UTC(2026, 0, 15) / 1000

const idOf = (byte: number) => encodeCb58(new Uint8Array(32).fill(byte))

/** The L1 of each network in these tests. */
export const l1 = {
  mainnet: { subnetId: idOf(1), blockchainId: idOf(2) },
  fuji: { subnetId: idOf(3), blockchainId: idOf(4) },
}

/** The declared node of a network, changed where a test says so. */
export const setupOf = (network: Network, changes: Partial<NodeSetup> = {}): NodeSetup => ({
  network,
  definition: defaultWorld.nodes[network],
  nodeId: nodeIdOfName(network, defaultWorld.nodes[network].name),
  blsKey: blsKeys[network],
  stopVertexId: networkConstants[network].cortinaXChainStopVertexId,
  subnets: trackedSubnets(network, l1[network]),
  ...changes,
})

const blsKeys = { mainnet: deriveBlsKey(0), fuji: deriveBlsKey(1) }

export type Row = Record<string, string | number | null>

/** The rows of a node, by table. */
export function rowsOf(setup: NodeSetup, seed = 'test'): [string, Row][] {
  const rows: [string, Row][] = []
  const insert = (table: string, row: Row) => void rows.push([table, row])
  renewNode({ insert, remove: () => {}, streams: createRandomStreams(seed) }, setup)
  return rows
}

/** A world in memory that holds rows of nodes and nothing else. */
export function worldOf(
  rows: readonly [string, Row][],
  nodeNetwork: Network,
): World & { readonly clock: Clock } {
  const db = new Database(':memory:')
  db.exec(`PRAGMA foreign_keys = ON; ${nodeTables}`)
  const statements = new Map<string, Database.Statement>()
  const prepared = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  for (const [table, row] of rows) {
    const columns = Object.keys(row)
    const marks = columns.map((column) => `:${column}`)
    prepared(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks.join()})`).run(row)
  }
  const clock = createClock({ mode: 'frozen', rate: 1, ms: now * 1000 })
  return {
    id: '00',
    seed: 'test',
    revision: 0,
    head: 0,
    now,
    clock,
    tokenClock: clock,
    scenarios: noScenarios,
    nodeNetwork,
    dialect: 'auto',
    signing: 'any',
    publicUrl: 'http://localhost:9650',
    all: <Bindings extends AnyBindings, Result>(
      statement: Statement<Bindings, Result>,
      bound: Bindings,
    ) => prepared(statement.sql).all(bound) as Result[],
    get: <Bindings extends AnyBindings, Result>(
      statement: Statement<Bindings, Result>,
      bound: Bindings,
    ) => prepared(statement.sql).get(bound) as Result | undefined,
    close: () => void db.close(),
  }
}

/** The declared node of a network in a world of its own. */
export const nodeWorld = (network: Network, changes: Partial<NodeSetup> = {}): World =>
  worldOf(rowsOf(setupOf(network, changes)), network)
