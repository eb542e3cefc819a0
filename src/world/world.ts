import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { ActiveScenarios } from '../../schemas/control/scenarios.ts'
import type { DialectSetting, Signing } from '../config/config.ts'
import type { Network } from '../networks/network.ts'
import type { AnyBindings, Statement } from '../store/statement.ts'
import type { ClockFace } from '../time/clock.ts'

/**
 * World of a request, bound before any other step. Handlers get it as an argument. No part of it is
 * global, so several independent worlds live in one process.
 */
export interface World {
  /** 64 hex digits: definition, seed, size and generator version. Page tokens are bound to it. */
  readonly id: string
  /**
   * Counter, incremented by every change and never repeated: cached data of the rows expires with
   * it.
   */
  readonly revision: number
  /** Number of log entries since the definition's now. */
  readonly head: number
  /** Time that its chains have reached, epoch seconds: nothing in it is later. */
  readonly now: number
  readonly seed: string
  readonly clock: ClockFace
  /**
   * Clock by which page tokens expire. It differs from the world's clock when a delayed copy is
   * visible.
   */
  readonly tokenClock: ClockFace
  /** Network of the node that interfaces C and D belong to. */
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  /** Address under which clients reach the server, without a trailing slash. */
  readonly publicUrl: string
  /** Warp messages that its validators sign. */
  readonly signing: Signing
  /** Scenarios that change the visible data. */
  readonly scenarios: ActiveScenarios
  /** Returns every row, in the order of the statement. */
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
  /** Returns the first row, if one exists. */
  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined
  /** Releases the files. Later calls throw. */
  close(): void
}

/** A world that actions can change. */
export interface Acting {
  /**
   * Applies actions in order, all of them or none. Actions without a network run on the node's
   * network.
   * @throws RefusedActionError
   */
  act(actions: readonly Action[]): Promise<ActionResult[]>
}
