import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { anyConversation, type Conversation } from './any-conversation.ts'
import type { RunningServer } from './command.ts'
import { rawClient } from './raw.ts'

/** Number of concurrent conversations. */
const atOnce = 8

/** Difference between the responses of two servers. */
export interface Difference {
  readonly number: number
  readonly request: string
  readonly own: string
  readonly theirs: string
}

/**
 * Creates the second world if a change has removed it. With concurrent conversations, a server may
 * take either for the first that names it. A list of worlds shows which.
 */
const firstUse: Conversation = {
  pieces: [
    'GET /_admin/world HTTP/1.1\r\nHost: localhost\r\nX-Snowglobe-World: other\r\nConnection: close\r\n\r\n',
  ],
  ...{ requests: 1, changes: true, mayBeReset: false },
}

/** Number of occurrences of each kind, such as a status. */
export type Counts = Map<string, number>

export interface Comparison {
  readonly requests: number
  readonly conversations: number
  readonly differences: readonly Difference[]
  /** Conversations of which a reset cut off more on one server than on the other. */
  readonly resets: number
  readonly statuses: Counts
}

/**
 * Writes the same bytes on connections to two servers and compares all that comes back, except for
 * the time of the machine.
 */
export async function compareServers(
  servers: readonly [RunningServer, RunningServer],
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<Comparison> {
  const [alone, shared] = servers
  const differences: Difference[] = []
  const statuses: Counts = new Map()
  let request = 0
  let conversations = 0
  let resets = 0

  async function compare(conversation: Conversation): Promise<void> {
    request += conversation.requests
    const number = conversations++
    const [own, theirs] = await Promise.all([
      converse(alone, conversation.pieces),
      converse(shared, conversation.pieces),
    ])
    for (const [status] of own.matchAll(/HTTP\/1\.1 \d{3}/g))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (own !== theirs && conversation.mayBeReset && isCut(own, theirs)) resets++
    else if (own !== theirs)
      differences.push({ number, request: conversation.pieces.join('<later>'), own, theirs })
  }

  await compare(firstUse)
  for (let part = 0; request < requests; part++) {
    const some = fc.sample(anyConversation, { seed: seed * 100_000 + part, numRuns: 500 })
    const running = new Set<Promise<void>>()
    for (const conversation of some) {
      if (request >= requests) break
      if (conversation.changes) await Promise.all(running)
      const one = compare(conversation).finally(() => running.delete(one))
      running.add(one)
      if (conversation.changes) {
        await one
        await compare(firstUse)
      } else if (running.size >= atOnce) await Promise.race(running)
    }
    await Promise.all(running)
  }
  return { requests: request, conversations, differences, resets, statuses }
}

/**
 * Returns all output of a server, without the time of the machine and without the counts of fault
 * rules: they depend on the progress of the conversations that run at the same time. A test of the
 * faults shows that they are exact: test/http/faults/stubs-and-patches.test.ts.
 */
async function converse({ port }: RunningServer, pieces: readonly string[]): Promise<string> {
  const { socket, ended } = rawClient(port)
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await wait(4)
    if (!socket.destroyed) socket.write(piece, 'latin1')
  }
  return (await ended)
    .replaceAll(/^date: .*\r\n/gim, '')
    .replaceAll(/"matched":\d+,"acted":\d+/g, '"matched":0,"acted":0')
    .replaceAll(/^content-length: \d+(?=\r\n(?:\S.*\r\n)*\r\n\{"rules":)/gim, 'content-length: 0')
}

/**
 * Tells whether a reset explains the difference. A reset takes back the unread part, whose size
 * depends on the system. A client that has read a part sees an end instead of a reset.
 */
function isCut(own: string, theirs: string): boolean {
  const [ownText, theirText] = [own, theirs].map((text) => text.replace(/E[A-Z]+$/, '')) as [
    string,
    string,
  ]
  return ownText.startsWith(theirText) || theirText.startsWith(ownText)
}
