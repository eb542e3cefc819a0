import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection of a client, and how far its requests are. */
export interface Connection {
  readonly socket: Socket
  /** That of the latest request, until that is over and has arrived whole. */
  latest: ServerResponse | undefined
  /** Whether a request has its turn. */
  isBusy: boolean
  /** Whether it is being closed, so that nothing more is answered. */
  isRefused: boolean
  /** What comes after it, in its order. */
  readonly waiting: (() => void)[]
}

/** The connections of a server that are open. */
export interface Connections {
  /** Undefined: it is closed. */
  of(socket: Socket): Connection | undefined
  open(): IterableIterator<Connection>
  /** How many there are, and have been. */
  readonly count: { readonly open: number; readonly accepted: number }
}

/** Milliseconds that a client has to read what it was answered. */
const lingerMs = 2_000

/**
 * Ends a connection when all answers are written. What the client still sends is read for a while and
 * means nothing: a system that closes with input unread takes back what the client has not read.
 */
function closeSlowly(connection: Connection): void {
  const { socket } = connection
  connection.isRefused = true
  // However long it takes until a slow client has taken all.
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Follows the connections of a server from their beginning. */
export function followConnections(server: Server): Connections {
  /**
   * Nothing is taken out between requests: a map that entries come to and go from is made anew so
   * often that V8 keeps the old ones, and through them thousands of answers, until it looks through
   * the whole heap.
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
    // Node closes connections so, behind the last answer.
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
