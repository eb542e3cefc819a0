import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { ActiveScenarios } from '../../schemas/control/scenarios.ts'
import type { DialectSetting, Signing } from '../config/config.ts'
import type { Network } from '../networks/network.ts'
import type { AnyBindings, Statement } from '../store/statement.ts'
import type { ClockFace } from '../time/clock.ts'

/**
 * What a request is bound to before anything else. Handlers get it as an argument; nothing of it
 * is global, so several worlds live in one process without knowing of each other.
 */
export interface World {
  /** 64 hex digits: definition, seed, size and generator version. Page tokens are bound to it. */
  readonly id: string
  /** Raised by every change and never repeated: what is kept of the rows in memory goes with it. */
  readonly revision: number
  /** Entries of the log: what happened since the definition's now. */
  readonly head: number
  /** How far its chains have come, epoch seconds: nothing in it is later. */
  readonly now: number
  readonly seed: string
  readonly clock: ClockFace
  /** By which page tokens expire: another one where what is shown lives later than its world. */
  readonly tokenClock: ClockFace
  /** Which of the two networks the node of interfaces C and D belongs to. */
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  /** The address under which clients reach the server, without a slash at the end. */
  readonly publicUrl: string
  /** Which Warp messages its validators sign. */
  readonly signing: Signing
  /** What of it is shown as it is not. */
  readonly scenarios: ActiveScenarios
  /** Every row, in the order of the statement. */
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
  /** The first row, if there is one. */
  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined
  /** Releases the files. Later calls throw. */
  close(): void
}

/** What can be changed by actions. */
export interface Acting {
  /**
   * Does actions in their order, all of them or none; on the network of the node where they name none.
   * @throws RefusedAction
   */
  act(actions: readonly Action[]): Promise<ActionResult[]>
}
