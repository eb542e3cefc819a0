/** Request, as `fetch` takes it. */
export interface SessionRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Milliseconds in a second of `retry-after`. */
const secondMs = 1000

/**
 * Requests of one client to a sandbox. With replicas behind a load balancer, each response contains
 * what earlier ones contained, and a change happens once: docs/replicas.md. A server by itself
 * ignores the headers that this takes.
 */
export class ReplicaSession {
  #position = 0

  /**
   * Sends a request. A change has a key of its own, and is sent again once when its outcome is
   * unknown: then it either happens, or its first response comes again.
   */
  async send(url: string, request: SessionRequest): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') return this.#once(url, request)
    const headers = { ...request.headers, 'idempotency-key': newKey() }
    const change = { ...request, headers }
    let response: Response | undefined
    try {
      response = await this.#once(url, change)
    } catch (error) {
      // Only replicas, which have named a position, remember keys.
      if (this.#position === 0) throw error
    }
    if (response && !(await isUnknown(response))) return response
    const seconds = Number(response?.headers.get('retry-after') ?? 0)
    await new Promise((resolve) => setTimeout(resolve, seconds * secondMs))
    const again = await this.#once(url, change).catch((error) => {
      if (!response) throw error
    })
    // What the second one says about its own outcome does not hold for the first one.
    return response && (!again || again.status === 503) ? response : (again as Response)
  }

  async #once(url: string, { method, headers, body }: SessionRequest): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(this.#position > 0 && { 'x-snowglobe-after': String(this.#position) }),
      },
      ...(body !== undefined && { body }),
    })
    const position = Number(response.headers.get('x-snowglobe-position') ?? 0)
    if (position > this.#position) this.#position = position
    return response
  }
}

/** Returns 128 random bits as hex. A page that is not served over TLS has no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Tells whether a change may have happened although it was refused. */
async function isUnknown(response: Response): Promise<boolean> {
  if (response.status !== 503) return false
  try {
    const { error } = (await response.clone().json()) as {
      error: { details: { outcome?: string } }
    }
    return error.details.outcome === 'unknown'
  } catch {
    // A refusal of a load balancer has no JSON.
    return false
  }
}
