import type { Clock } from '../clock.ts'
import type { DialectSetting, Signing } from '../config.ts'
import type { Network } from '../networks/network.ts'
import type { AnyBindings, Statement } from '../store/statement.ts'

/**
 * What a request is bound to before anything else. Handlers get it as an argument; nothing of it
 * is global, so several worlds live in one process without knowing of each other.
 */
export interface World {
  /** 64 hex digits: digest of everything in the base, equal for equal content. */
  readonly fingerprint: string
  /** When the base ends, epoch seconds: nothing in it is later. */
  readonly now: number
  readonly clock: Clock
  /** Which of the two networks the node of interfaces C and D belongs to. */
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  /** Which Warp messages its validators sign. */
  readonly signing: Signing
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
  /** Releases the base. Later calls throw. */
  close(): void
}
