import { connect, type Socket } from 'node:net'

/** Client that writes on demand and keeps all received data until the connection ends. */
export interface RawClient {
  readonly socket: Socket
  /** Returns the data received so far. */
  read(): string
  /** All received data, followed by the error that ended the connection, if any. */
  readonly ended: Promise<string>
}

export function rawClient(port: number, host = '127.0.0.1'): RawClient {
  const socket = connect(port, host)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`${text}${error.code}`))
    socket.on('close', () => resolve(text))
  })
  return { socket, ended, read: () => text }
}

/** Sends a text and waits for the end of the connection. */
export function talk(port: number, text: string): Promise<string> {
  const { socket, ended } = rawClient(port)
  socket.write(text)
  return ended
}
