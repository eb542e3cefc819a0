/** Intended target of a request. */
export type Transport =
  | 'data'
  | 'metrics'
  | 'info'
  | 'index'
  | 'chain'
  | 'control'
  | 'page'
  | 'health'
  | 'nowhere'

/** Request whose end can be determined, whatever its target. */
export interface HostileRequest {
  readonly transport: Transport
  readonly method: string
  /** Text as it is sent, one character per byte. */
  readonly text: string
  /** Whether it has the header with which clients request faults. */
  readonly requestsFault: boolean
  /** Whether it is so large that the server may close while it is in transit. */
  readonly isTooLarge: boolean
}

/** End of an exchange, if nothing closes the connection before. */
export type Ending =
  /** All requests are answered, and the connection can be used again. */
  | 'kept'
  /** The server answers all complete requests, then 400, and closes. */
  | 'refused'
  /** Like `refused`, when the time for a request to arrive is over. */
  | 'timed out'
  /** The server closes, whatever it has answered until then. */
  | 'closed'
  /**
   * The client ends its side, which Node treats as leaving: sent responses are complete, and the
   * server closes.
   */
  | 'half closed'
  /** The client leaves without reading. */
  | 'left'

/** Input of a client on a connection, with its expected outcome. */
export interface Exchange {
  readonly kind: string
  /** Pieces, written one after another, one character per byte. */
  readonly parts: readonly string[]
  /** Milliseconds between the pieces. */
  readonly pauseMs: number
  /** Complete requests, in their order. */
  readonly requests: readonly HostileRequest[]
  /** Text of the request after them that ends before it is complete, if it may be answered. */
  readonly incomplete?: string
  readonly ending: Ending
}
