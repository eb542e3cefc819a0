import net from 'node:net'

/** A response as it was on the wire. */
export interface WireResponse {
  readonly status: number
  /** Name in lower case and value of each header line, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** All values of one header, in their order. */
  valuesOf(name: string): string[]
}

/**
 * Sends bytes to a port of this machine and reads until the server ends the connection, so the
 * request should say `Connection: close`.
 */
export function exchange(port: number, request: string | Buffer): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request))
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer within 5 s')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      socket.destroy()
      resolve(parse(Buffer.concat(chunks)))
    })
  })
}

/** A request line, headers and a body, with `Host` and `Connection: close` where not given. */
export function requestText(
  line: string,
  headers: Record<string, string | undefined> = {},
  body = '',
): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line}\r\n${lines.join('')}\r\n${body}`
}

function parse(bytes: Buffer): WireResponse {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...headerLines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = headerLines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  const valuesOf = (name: string) =>
    headers.filter(([header]) => header === name).map(([, value]) => value)
  const rest = bytes.subarray(end + 4).toString()
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: valuesOf('transfer-encoding').includes('chunked') ? dechunked(rest) : rest,
    valuesOf,
  }
}

const dechunked = (text: string): string => {
  const end = text.indexOf('\r\n')
  const length = Number.parseInt(text.slice(0, end), 16)
  if (length === 0) return ''
  const chunk = text.slice(end + 2, end + 2 + length)
  return chunk + dechunked(text.slice(end + 2 + length + 2))
}
