/** Where a request is meant to arrive. */
export type Door = 'data' | 'metrics' | 'info' | 'index' | 'control' | 'page' | 'health' | 'nowhere'

/** A request whose end can be told, whatever it asks for. */
export interface HostileRequest {
  readonly door: Door
  readonly method: string
  /** As it is sent, one byte a character. */
  readonly text: string
  /** Whether it has the header by which clients ask for faults. */
  readonly asksForFault: boolean
  /** Whether so much is sent that the server may leave while it is on its way. */
  readonly isTooLarge: boolean
}

/** How an exchange ends, if nothing closes the connection before. */
export type Ending =
  /** All requests are answered, and the connection can be used again. */
  | 'kept'
  /** The server answers all whole requests, then 400, and closes. */
  | 'refused'
  /** As refused, when the time for a request to arrive is over. */
  | 'timed out'
  /** The server closes, whatever it has answered until then. */
  | 'closed'
  /** The client ends its side, which Node takes for leaving: what is answered is whole, and the server closes. */
  | 'half closed'
  /** The client leaves without reading. */
  | 'left'

/** What a client sends over a connection, and what has to come of it. */
export interface Exchange {
  readonly kind: string
  /** Written one after another, one byte a character. */
  readonly parts: readonly string[]
  /** Milliseconds between them. */
  readonly pauseMs: number
  /** Those that are whole, in their order. */
  readonly requests: readonly HostileRequest[]
  readonly ending: Ending
}
