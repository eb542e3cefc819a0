import { Pool } from 'undici'
import type { Server } from './process.ts'

/** Request of a work, as it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** Load figures of a server, per request. */
export interface Load {
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p99Ms: number
}

const connections = 64

/**
 * Loads a server with an amount of requests, through 64 connections that share the list.
 * @throws when a response has another status than expected
 */
export async function load(
  server: Server,
  requests: readonly Sent[],
  amount: number,
  status: number,
): Promise<Load> {
  const pool = new Pool(server.url, { connections, pipelining: 1 })
  const durations: number[] = []
  let next = 0
  const before = await server.usage()
  const startedAt = performance.now()
  const client = async () => {
    while (next < amount) {
      const { method, path, body } = requests[next++ % requests.length] as Sent
      const sentAt = performance.now()
      const response = await pool.request({
        method,
        path,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
      for await (const _part of response.body);
      durations.push(performance.now() - sentAt)
      if (response.statusCode !== status) throw new Error(`${path}: ${response.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const seconds = (performance.now() - startedAt) / 1000
  const after = await server.usage()
  await pool.close()
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / amount,
    perSecond: amount / seconds,
    p99Ms: durations.sort((a, b) => a - b)[Math.floor(amount * 0.99)] ?? 0,
  }
}
