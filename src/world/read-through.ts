import type { AnyBindings, Statement } from '../store/statement.ts'
import type { World } from './world.ts'

/** Rows of a world, read from the file that currently holds them. */
export type Rows = Pick<World, 'all' | 'get'>

/** A world that reads its rows through such a reader. */
export abstract class ReadThrough implements Rows {
  protected abstract get reader(): Rows

  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[] {
    return this.reader.all(statement, bindings)
  }

  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined {
    return this.reader.get(statement, bindings)
  }
}
