import type { HostileRequest } from './exchange.ts'

/** Response as it came over a connection. */
export interface ReadResponse {
  readonly status: number
  /** Lines of the head, with the status line. */
  readonly head: string
  /** Beginning of the body. */
  readonly body: string
  /** Bytes of the whole body; for one in chunks without their framing. */
  readonly length: number
  /** Whether the connection ends after it. */
  readonly isLast: boolean
}

/** Node's limit for a URL and headers. */
const maxHeadBytes = 16_384

/** Bytes of a body that are stored. */
const maxBodyLength = 4096

/**
 * Reads the responses of a connection one after another. It is as fast as a client that looks at
 * statuses and errors only. Throws for invalid HTTP.
 */
export class ResponseReader {
  readonly #onResponse: (response: ReadResponse) => void
  readonly #next: () => Pick<HostileRequest, 'method' | 'text'> | undefined
  #rest = ''
  #state: 'head' | 'length' | 'chunk size' | 'chunk' | 'trailer' | 'until close' = 'head'
  /** Outstanding bytes of the body, or of the chunk with its end of line. */
  #left = 0
  #status = 0
  #head = ''
  #body = ''
  #length = 0
  #isLast = false

  /**
   * @param next request of the next response: that of a HEAD has no body
   */
  constructor(
    onResponse: (response: ReadResponse) => void,
    next: () => Pick<HostileRequest, 'method' | 'text'> | undefined,
  ) {
    this.#onResponse = onResponse
    this.#next = next
  }

  /** Head of a response that has started and is incomplete. */
  get unfinished(): string | undefined {
    return this.#state === 'head' ? this.#rest || undefined : this.#head
  }

  push(bytes: Buffer): void {
    this.#rest += bytes.toString('latin1')
    while (this.#step());
  }

  /** Handles the end of the connection: a body without a length ends with it. */
  close(): void {
    if (this.#state === 'until close') this.#finish()
  }

  /**
   * Reads one step.
   * @returns whether there may be more to read in the received bytes
   */
  #step(): boolean {
    if (this.#state === 'head') return this.#readHead()
    if (this.#state === 'length' || this.#state === 'chunk') return this.#readBody()
    if (this.#state === 'until close') {
      this.#take(this.#rest)
      this.#rest = ''
      return false
    }
    return this.#readLine()
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end === -1) return false
    this.#head = this.#rest.slice(0, end)
    this.#rest = this.#rest.slice(end + 4)
    const [, minor, status] = /^HTTP\/1\.(\d) (\d{3})/.exec(this.#head) ?? []
    if (status === undefined) throw new Error(`no answer: ${JSON.stringify(this.#head)}`)
    this.#status = Number(status)
    if (this.#status < 200) return true
    this.#body = ''
    this.#length = 0
    this.#isLast = minor === '0' || /^connection: close/im.test(this.#head)
    const length = /^content-length: (\d+)/im.exec(this.#head)?.[1]
    const { method = '', text = '' } = this.#next() ?? {}
    // The server does not read the method of a head that is too long.
    const isOfHead = method === 'HEAD' && text.indexOf('\r\n\r\n') < maxHeadBytes
    const isEmpty = isOfHead || this.#status === 204 || this.#status === 304
    if (isEmpty || length === '0') return this.#finish()
    this.#left = Number(length)
    if (length !== undefined) this.#state = 'length'
    else if (/^transfer-encoding: chunked/im.test(this.#head)) this.#state = 'chunk size'
    else this.#state = 'until close'
    return true
  }

  #readBody(): boolean {
    const came = this.#rest.slice(0, this.#left)
    if (came === '') return false
    this.#take(came)
    this.#rest = this.#rest.slice(came.length)
    this.#left -= came.length
    if (this.#left > 0) return false
    if (this.#state === 'length') return this.#finish()
    // The end of line after a chunk was counted as a part of it.
    this.#length -= 2
    this.#state = 'chunk size'
    return true
  }

  #readLine(): boolean {
    const end = this.#rest.indexOf('\r\n')
    if (end === -1) return false
    const line = this.#rest.slice(0, end)
    this.#rest = this.#rest.slice(end + 2)
    if (this.#state === 'trailer') return line === '' ? this.#finish() : true
    if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`no length of a chunk: ${line.slice(0, 40)}`)
    this.#left = Number.parseInt(line, 16) + 2
    this.#state = this.#left === 2 ? 'trailer' : 'chunk'
    return true
  }

  #take(text: string): void {
    this.#length += text.length
    if (this.#body.length < maxBodyLength) this.#body += text.slice(0, maxBodyLength)
  }

  #finish(): true {
    this.#state = 'head'
    this.#onResponse({
      status: this.#status,
      head: this.#head,
      body: this.#body,
      length: this.#length,
      isLast: this.#isLast,
    })
    return true
  }
}
