import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { writeCurrencyRates } from '../../src/simulator/evm/prices/currency-rates.ts'
import {
  openSimulation,
  type Simulation,
  type WorldSource,
} from '../../src/simulator/simulation.ts'
import type { AnyBindings, Statement } from '../../src/store/statement.ts'
import { tables } from '../../src/store/tables.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'

/** SHA-256 of the rows of a table by its name. */
export type Digests = ReadonlyMap<string, string>

type All = <Bindings extends AnyBindings, Row>(
  statement: Statement<Bindings, Row>,
  bindings: Bindings,
) => Row[]

/**
 * Returns digests of all tables that `all` reads, except the log, which records the world's
 * history.
 */
export function digestsOf(all: All): Digests {
  const names = all<Record<string, never>, { name: string }>(
    { sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'log' ORDER BY name" },
    {},
  )
  return new Map(
    names.map(({ name }) => {
      const hash = createHash('sha256')
      const rows = all<Record<string, never>, Record<string, unknown>>(
        { sql: `SELECT * FROM ${name}` },
        {},
      )
      for (const row of rows)
        for (const value of Object.values(row))
          hash.update(value instanceof Uint8Array ? value : `${value}\n`)
      return [name, hash.digest('hex')]
    }),
  )
}

/** Returns the names of the tables in which two worlds differ. */
export const tablesThatDiffer = (a: Digests, b: Digests): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))

/** World in memory whose simulation can be discarded with all its objects except the rows. */
export class SimulationInMemory {
  readonly #db = new Database(':memory:')
  readonly #store = worldStoreOver(this.#db)
  readonly #settings: WorldSource
  #simulation: Simulation | undefined
  /** Background blocks per day and chain after the definition's now. */
  pace = 0

  constructor(settings: WorldSource) {
    this.#settings = settings
    this.#db.exec(tables)
    this.#db.exec('PRAGMA foreign_keys = OFF; BEGIN')
    writeCurrencyRates(settings.definition.currencyRates, this.#store)
  }

  get simulation(): Simulation {
    if (!this.#simulation) throw new Error('the life was not opened')
    return this.#simulation
  }

  /**
   * Opens the simulation over the rows in place of the previous one, which is discarded as if
   * between commits.
   */
  async open(): Promise<void> {
    this.#simulation?.flush()
    this.#simulation = await openSimulation(this.#settings, this.#store)
    this.#simulation.pace = this.pace
  }

  /** Sets the pace of the current and of later simulations. */
  setPace(pace: number): void {
    this.pace = pace
    this.simulation.pace = pace
  }

  /**
   * Runs all steps up to a time, epoch seconds; the definition's now itself is no step of it.
   * @param between called before each step, with its time
   */
  async liveUntil(end: number, between: (time: number) => void | Promise<void> = () => {}) {
    for (let time = this.simulation.nextTime(); time < end; time = this.simulation.nextTime()) {
      await between(time)
      this.simulation.step()
    }
    this.simulation.settleUntil(end)
    this.simulation.flush()
  }

  /**
   * Runs a query.
   * @returns rows of the query
   */
  rows<Row>(sql: string): Row[] {
    return this.#db.prepare<[], Row>(sql).all()
  }

  readonly all: All = (statement, bindings) => this.#store.all(statement, bindings)

  close(): void {
    this.#db.close()
  }
}
