import { readFileSync } from 'node:fs'
import Database, { type Statement } from 'better-sqlite3'
import type { InjectOptions } from 'light-my-request'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import { configWith } from '../../../src/config/config-reader.ts'
import { readKeys } from '../../../src/http/guards/key-file.ts'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import { createScenarios } from '../../../src/http/scenarios/scenarios.ts'
import { createWorldHandle } from '../../../src/http/worlds/world-handle.ts'
import type { BaseMeta } from '../../../src/store/base-reader.ts'
import { contentDigest } from '../../../src/store/digests/content-digest.ts'
import { worldStoreOver } from '../../../src/store/world-store.ts'
import type { SimulatedWorld } from '../../../src/world/simulated-world.ts'
import { checkResponse } from '../../support/server.ts'
import { appOver, worldOver } from '../../support/simulated-world.ts'
import { smallWorld } from '../../support/small-world.ts'
import { messagesOfBlock } from './messages-of-block.ts'
import { type Cell, publicUrl } from './source.ts'
import type { View } from './view.ts'

export type Picked = Record<string, Cell>

/** Parts of a request besides its URL. */
export type Request = Pick<View, 'of' | 'nodeNetwork' | 'params' | 'body' | 'messages'>

/** A copy of the small world in memory that can be changed and read. */
export interface PrivateWorld {
  /** Runs statements, each bound to what it names of `bindings`, and gives the first row. */
  pick(sql: string, bindings: Picked): Picked
  run(sql: string, bindings: Picked): void
  /** The cell of one row; fails when the condition holds for none or several. */
  read(place: Place, bindings: Picked): Cell
  /** Changes that one cell. */
  write(place: Place, value: Cell, bindings: Picked): void
  isNullable(place: Place): boolean
  isText(place: Place): boolean
  /** Undoes what `work` changes. */
  tentatively<Result>(work: () => Promise<Result>): Promise<Result>
  /** The response as a new world over the same rows gives it. */
  ask(request: Request, dialect: Dialect, url: string, clockAdvance?: number): Promise<unknown>
  readonly now: number
  close(): Promise<void>
}

interface Column {
  name: string
  type: string
  notnull: 0 | 1
  pk: number
}

/** Where a cell is: `member` is the path in a JSON text. */
export interface Place {
  /** A table and the condition that holds for one row. */
  readonly row: string
  readonly column: string
  readonly member?: string | undefined
}

export async function openPrivateWorld(): Promise<PrivateWorld> {
  const { file, meta } = await smallWorld()
  const db = new Database(readFileSync(file))
  // A cell is changed without those that refer to it.
  db.exec('PRAGMA foreign_keys = OFF')
  const statements = new Map<string, Statement>()
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const store = worldStoreOver(db)
  const newWorld = (nodeNetwork: 'mainnet' | 'fuji', clockAdvance = 0): SimulatedWorld => {
    const now = { ...meta, ...(prepared('SELECT * FROM meta').get() as BaseMeta) }
    const { all, get } = store
    const nothing = () => {}
    const checked = { verify: nothing, verifyNext: () => false, putBack: nothing }
    const reader = { file, ...checked, meta: now, all, get, close: nothing }
    return worldOver(
      { ...reader, contentDigest: () => contentDigest(db) },
      { definition: defaultWorld, seed: now.seed, size: 'small' },
      {
        clock: 'frozen',
        pace: 0,
        nodeNetwork,
        dialect: 'auto',
        signing: 'any',
        publicUrl,
      },
      (now.now + clockAdvance) * 1000,
    )
  }
  // Memos hang on the world, so every request has a new one.
  let world = newWorld('mainnet')
  const config = configWith({ logLevel: 'silent' })
  const handle = {
    ...createWorldHandle(world, config, await readKeys(undefined)),
    get world() {
      return world
    },
    get scenarios() {
      return createScenarios(world)
    },
  }
  let problem: unknown
  const inspect: typeof checkResponse = (route, response, dialect) => {
    problem = undefined
    try {
      checkResponse(route, response, dialect)
    } catch (error) {
      // The response would only say that something went wrong.
      problem = error
    }
  }
  const app = appOver(handle, config, inspect)
  let depth = 0
  const columnOf = (row: string, column: string) => {
    const columns = prepared(`PRAGMA table_info(${row.split(' ')[0]})`).all() as Column[]
    const found = columns.find(({ name }) => name === column)
    if (!found) throw new Error(`no column ${column}: ${row}`)
    return found
  }

  return {
    now: meta.now,
    pick(sql, bindings) {
      const found = prepared(sql).get(bindings) as Picked | undefined
      if (!found) throw new Error(`the world has nothing that fits: ${sql}`)
      return found
    },
    run: (sql, bindings) => void prepared(sql).run(bindings),
    read({ row, column, member }, bindings) {
      const value = member === undefined ? column : `json_extract(${column}, '${member}')`
      const found = prepared(`SELECT ${value} AS value FROM ${row}`).all(bindings)
      if (found.length !== 1) throw new Error(`${found.length} rows instead of one: ${row}`)
      return (found as { value: Cell }[])[0]?.value ?? null
    },
    write({ row, column, member }, value, bindings) {
      const [table, ...condition] = row.split(' ')
      const newValue = member === undefined ? ':newValue' : memberChange(column, member, value)
      const sql = `UPDATE ${table} SET ${column} = ${newValue} ${condition.join(' ')}`
      const { changes } = prepared(sql).run({ ...bindings, newValue: value })
      if (changes !== 1) throw new Error(`${changes} rows instead of one: ${sql}`)
    },
    isNullable({ row, column, member }) {
      if (member !== undefined) return true
      const { notnull, pk } = columnOf(row, column)
      return notnull === 0 && pk === 0
    },
    isText: ({ row, column }) => columnOf(row, column).type === 'TEXT',
    async tentatively(work) {
      const name = `level_${depth++}`
      db.exec(`SAVEPOINT ${name}`)
      try {
        return await work()
      } finally {
        db.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
        depth -= 1
      }
    },
    async ask(request, dialect, url, clockAdvance = 0) {
      world = newWorld(request.nodeNetwork ?? 'mainnet', clockAdvance)
      const { messages } = request
      if (messages) {
        const height = prepared(messages.height).pluck().get() as number
        return messagesOfBlock(world, messages, height)
      }
      const isCall = url.startsWith('/ext')
      const response = await app.inject({
        ...requestOf(request, url, isCall),
        headers: { 'x-snowglobe-dialect': dialect },
      })
      if (problem) throw problem
      const body = response.json() as { result?: unknown }
      if (response.statusCode >= 300 || (isCall && !('result' in body)))
        throw new Error(`${url}: ${response.body}`)
      return isCall ? body.result : body
    },
    close: async () => {
      await app.close()
      db.close()
    },
  }
}

/** SQL for a JSON text with another member; 0 and 1 stand for booleans where it is one. */
function memberChange(column: string, member: string, value: Cell): string {
  if (value === null) return `json_remove(${column}, '${member}')`
  return `json_set(${column}, '${member}', CASE
    WHEN json_type(${column}, '${member}') IN ('true', 'false')
    THEN json(iif(:newValue, 'true', 'false')) ELSE :newValue END)`
}

function requestOf({ of, params, body }: Request, url: string, isCall: boolean): InjectOptions {
  if (isCall) return { method: 'POST', url, payload: { jsonrpc: '2.0', id: 1, method: of, params } }
  return body ? { method: 'POST', url, payload: body } : { method: 'GET', url }
}
