import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Connection of a client with the state of its requests. */
interface Connection {
  readonly socket: Socket
  /** Response to the latest request, until it is complete and its request has fully arrived. */
  latest: ServerResponse | undefined
  /** Whether a request has its turn. */
  isBusy: boolean
  /** Whether the connection is being closed, so that no more responses are sent. */
  isRefused: boolean
  /** Requests after the current one, in order of arrival. */
  readonly waiting: (() => void)[]
}

/** Open connections of a server. */
export interface Connections {
  /** Undefined for a closed connection. */
  of(socket: Socket): Connection | undefined
  open(): IterableIterator<Connection>
  /** Numbers of open and of accepted connections. */
  readonly count: { readonly open: number; readonly accepted: number }
}

/** Milliseconds that a client has to read the last response. */
const lingerMs = 2_000

/**
 * Ends a connection when all responses are written. For a while, further input of the client is
 * read and ignored. A system that closes with unread input discards what the client has not read.
 */
function closeSlowly(connection: Connection): void {
  const { socket } = connection
  connection.isRefused = true
  // The callback runs when a slow client has taken all, however long that takes.
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Tracks the connections of a server from their start. */
export function followConnections(server: Server): Connections {
  /**
   * Connections by socket; entries leave only with their socket, not between requests. A map with
   * frequent inserts and deletes is reallocated so often that V8 keeps the old ones. Through them
   * it keeps thousands of responses until a full garbage collection.
   */
  const known = new Map<Socket, Connection>()
  let accepted = 0

  server.on('connection', (socket) => {
    accepted += 1
    const connection: Connection = {
      socket,
      latest: undefined,
      isBusy: false,
      isRefused: false,
      waiting: [],
    }
    known.set(socket, connection)
    socket.once('close', () => known.delete(socket))
    // Node closes a connection in this way after the last response.
    socket.destroySoon = () => closeSlowly(connection)
  })
  return {
    of: (socket) => known.get(socket),
    open: () => known.values(),
    count: {
      get open() {
        return known.size
      },
      get accepted() {
        return accepted
      },
    },
  }
}
