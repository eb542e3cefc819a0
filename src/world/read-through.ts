import type { AnyBindings, Statement } from '../store/statement.ts'
import type { World } from './world.ts'

/** The rows of a world, read from whatever file holds them at that moment. */
export type Rows = Pick<World, 'all' | 'get'>

/** A world that reads its rows there. */
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
