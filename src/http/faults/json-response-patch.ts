import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { ResponsePatch } from '../../../schemas/control/fault-response.ts'
import { faultHeader } from '../headers.ts'
import { applyPatch, mergePatch, PatchError } from './json-patch.ts'

/** Maximum bytes of a response that is patched: it is parsed in one turn of the event loop. */
const maxPatched = 4 * 1024 * 1024

/**
 * Patches the response when it is complete. One that the patch does not fit goes out unchanged.
 * G-200
 * @param failed is called with the reason of a misfit, before the response is sent
 */
export function withPatch(
  raw: ServerResponse,
  patch: ResponsePatch,
  failed: (problem: string) => void,
): void {
  const [writeHead, write, end] = [raw.writeHead, raw.write, raw.end].map((method) =>
    method.bind(raw),
  ) as [WriteHead, ServerResponse['write'], (body: Buffer | undefined) => ServerResponse]
  let head: { status: number; headers: OutgoingHttpHeaders } | undefined
  const sendHead = () => {
    const { status, headers } = head ?? { status: raw.statusCode, headers: {} }
    writeHead(status, headers)
  }

  raw.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    head = { status, headers }
    return raw
  }) as typeof raw.writeHead
  raw.write = ((...parts: Parameters<typeof write>) => {
    Object.assign(raw, { write, end })
    fail('the response is streamed, and only one that is sent at once can be patched')
    sendHead()
    return write(...parts)
  }) as typeof raw.write
  raw.end = ((body: string | Uint8Array | null = null) => {
    // A cut or slow response is written in parts from here on.
    raw.write = write
    const bytes = body === null ? undefined : Buffer.from(body)
    try {
      const isHead = raw.req.method === 'HEAD'
      const changed = isHead ? undefined : patchedBody(bytes, patch)
      const headers = mergedHeaders(head?.headers ?? {}, patch.headers)
      if (changed) headers['content-length'] = String(changed.length)
      else if (isHead) delete headers['content-length']
      head = { status: patch.status ?? head?.status ?? raw.statusCode, headers }
      raw.statusMessage = STATUS_CODES[head.status] ?? 'Unknown'
      sendHead()
      end(changed)
    } catch (error) {
      if (!(error instanceof PatchError)) throw error
      fail(error.message)
      sendHead()
      end(bytes)
    }
    return raw
  }) as typeof raw.end

  function fail(problem: string): void {
    failed(problem)
    if (head) delete head.headers[faultHeader]
  }
}

type WriteHead = (status: number, headers: OutgoingHttpHeaders) => ServerResponse

/** @throws PatchError */
function patchedBody(
  body: Buffer | undefined,
  { operations, merge }: ResponsePatch,
): Buffer | undefined {
  if (operations === undefined && merge === undefined) return body
  if (body === undefined || body.length === 0)
    throw new PatchError('the response has no body that a patch could change')
  if (body.length > maxPatched)
    throw new PatchError(
      `the response has ${body.length} bytes; only those up to ${maxPatched} can be patched`,
    )
  const document = parsed(body)
  const changed = operations ? applyPatch(document, operations) : mergePatch(document, merge)
  return Buffer.from(JSON.stringify(changed))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new PatchError('the response is not JSON, which a patch needs')
  }
}

/** Replaces headers by those of the same names, in any case. */
function mergedHeaders(
  headers: OutgoingHttpHeaders,
  changes: ResponsePatch['headers'] = {},
): OutgoingHttpHeaders {
  const replaced = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...changes }
}
