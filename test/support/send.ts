import http from 'node:http'

export interface RawResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request over a real socket with its path untouched; rejects without a response. */
export function send(
  baseUrl: string,
  {
    method = 'GET',
    path = '/',
    headers = {},
    body,
  }: {
    method?: string
    path?: string
    headers?: http.OutgoingHttpHeaders
    body?: string | undefined
  },
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl)
  // Node otherwise sends the body of a GET or HEAD unframed, and it would look like a request.
  const framing = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent, hostname, port, method, path, headers: { ...framing, ...headers }, timeout: 20_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${path}`)))
    request.on('error', reject)
    request.end(body)
  })
}
