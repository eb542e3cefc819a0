import type { World } from '../../world/world.ts'
import { type Dialect, dialects } from '../request/dialect.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import type { RouteConfig } from '../request/route-config.ts'
import { maxWhole } from '../response/send-json.ts'
import { type ChunkRanges, type ChunkStore, createChunkStore } from './chunk-store.ts'

/** JSON of an answer in UTF-8, in the parts in which it is sent. */
export type Body = readonly Buffer[]

/** Whose answer it is, for whoever is not asked again. */
export interface ResponseSource {
  readonly of: InterfaceName
  readonly config: RouteConfig
  readonly status: number
}

/** What is known of an answer beside its text. */
export interface ResponseMeta {
  readonly hasNextPage: boolean
  /** Absent where more than the question decides who is answered so. */
  readonly source: ResponseSource | undefined
}

/** An answer that is kept. */
export interface CachedResponse extends ResponseMeta {
  readonly question: string
  readonly chunks: ChunkStore
  readonly ranges: ChunkRanges
  /** Bytes. */
  readonly length: number
  /** The body in one part, where it is stored beside the chunks. */
  whole: Body | undefined
  /** The body as text, a byte a character, where it is kept so. */
  text: string | undefined
}

/**
 * Answers that were given and are still true. Nothing has to be thrown away when a world changes:
 * an answer is kept for one moment of one world, and a later moment has another number.
 */
export interface ResponseCache {
  /** Names a world as it is now and the dialect in which it is asked. */
  versionOf(world: World, dialect: Dialect): number
  /** @param question all that an answer depends on besides the moment: the URL */
  find(version: number, question: string): CachedResponse | undefined
  /**
   * @param texts its pieces
   * @returns what is sent, and found from now on
   */
  store(
    version: number,
    question: string,
    texts: readonly string[],
    told: ResponseMeta,
  ): CachedResponse
  /** The body as one text, a byte a character, where sending that costs the least. */
  textOf(answer: CachedResponse): string | undefined
  /** The body in as few parts as there is room for. */
  bodyOf(answer: CachedResponse): Body
  /** How many answers are kept, and how much memory they take, about. */
  size(): { readonly answers: number; readonly bytes: number }
  /** A part that answers have in common, made of rows alone when it is not kept. */
  part(world: World, name: string, make: () => Uint8Array): Uint8Array
}

/** What is kept, and how much memory it takes. */
interface Generation {
  /** By moment and question. */
  readonly versions: Map<number, Map<string, CachedResponse>>
  answers: number
  /** Pages that overlap have most of their items in common. */
  readonly chunks: ChunkStore
  /** By their names. */
  readonly parts: Map<string, Uint8Array>
  /** Without what is joined. */
  bytes: number
  /** Answers that are kept in one part too. */
  readonly joined: CachedResponse[]
  joinedBytes: number
}

/** What an entry of a map with its key and value takes beside the bytes of both, about. */
const entryBytes = 200

/** Copying a longer text together with its head costs more than sending it beside the head. */
const maxText = 2 * 1024

/** Sending so many parts costs more than copying what is not longer than this. */
const fewParts = 3
const maxInMany = 15 * 1024

/** Of the room, for answers in one part: joining a hot one again and again makes garbage. */
const joinedShare = 1 / 4

/**
 * One store for all worlds of a process. What is full becomes the old generation, and what nobody
 * asks for until the next one is full is gone. Only young answers are also kept in one part: who is
 * asked for in the old generation becomes young again.
 * @param maxBytes of both generations and of what is joined
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const maxJoined = maxBytes * joinedShare
  const maxOfOne = (maxBytes - maxJoined) / 2
  const versionOf = createVersions((world) => world.tokenClock.nowSeconds())
  const stateOf = createVersions(() => 0)
  let young = emptyGeneration()
  let old = emptyGeneration()

  function makeRoom(): void {
    if (young.bytes <= maxOfOne) return
    for (const answer of young.joined) answer.whole = answer.text = undefined
    old = young
    young = emptyGeneration()
  }

  function ofVersion(version: number): Map<string, CachedResponse> {
    const known = young.versions.get(version)
    if (known) return known
    const answers = new Map<string, CachedResponse>()
    young.versions.set(version, answers)
    young.bytes += entryBytes
    return answers
  }

  function remember(
    version: number,
    question: string,
    texts: readonly string[],
    { hasNextPage, source }: ResponseMeta,
  ): CachedResponse {
    makeRoom()
    const { chunks } = young
    const before = chunks.bytes()
    const runs = chunks.place(texts)
    const answer: CachedResponse = {
      question,
      chunks: chunks,
      ranges: runs,
      length: lengthOf(chunks.partsOf(runs)),
      hasNextPage,
      source,
      whole: undefined,
      text: undefined,
    }
    ofVersion(version).set(question, answer)
    young.answers++
    young.bytes += chunks.bytes() - before + question.length + runs.length * 8 + entryBytes
    return answer
  }

  /** Takes an answer of the old generation over. */
  function renewed(version: number, question: string): CachedResponse | undefined {
    const aged = old.versions.get(version)?.get(question)
    if (!aged) return undefined
    return remember(version, question, aged.chunks.textsOf(aged.ranges), aged)
  }

  function hasRoomToJoin(answer: CachedResponse): boolean {
    if (young.joinedBytes + answer.length > maxJoined) return false
    young.joined.push(answer)
    young.joinedBytes += answer.length
    return true
  }

  /** Joins what lies in several parts, where that is worth it and there is room. */
  function wholeOf(answer: CachedResponse): Body | undefined {
    const { whole, chunks, ranges, length } = answer
    if (!whole && ranges.length > 2 && length <= maxWhole && hasRoomToJoin(answer))
      answer.whole = [Buffer.concat(chunks.partsOf(ranges), length)]
    return answer.whole
  }

  return {
    versionOf: (world, dialect) => versionOf(world) * dialects.length + dialects.indexOf(dialect),
    find: (version, question) =>
      young.versions.get(version)?.get(question) ?? renewed(version, question),
    store: remember,
    textOf(answer) {
      const { chunks, ranges, length } = answer
      if (answer.text !== undefined) return answer.text
      if (length <= maxText) {
        const text = chunks.byteTextOf(ranges)
        if (hasRoomToJoin(answer)) answer.text = text
        return text
      }
      const isInMany = ranges.length > 2 * fewParts && length <= maxInMany
      return isInMany && !wholeOf(answer) ? chunks.byteTextOf(ranges) : undefined
    },
    bodyOf: (answer) => wholeOf(answer) ?? answer.chunks.partsOf(answer.ranges),
    size: () => ({
      answers: young.answers + old.answers,
      bytes: young.bytes + young.joinedBytes + old.bytes,
    }),
    part(world, name, make) {
      const key = `${stateOf(world)} ${name}`
      const found = young.parts.get(key)
      if (found) return found
      makeRoom()
      const part = old.parts.get(key) ?? make()
      young.parts.set(key, part)
      young.bytes += key.length + part.length + entryBytes
      return part
    },
  }
}

const emptyGeneration = (): Generation => ({
  versions: new Map(),
  answers: 0,
  chunks: createChunkStore(),
  parts: new Map(),
  bytes: 0,
  joined: [],
  joinedBytes: 0,
})

/**
 * Numbers the moments of worlds. An answer depends on the rows, which go with the revision, and on
 * the second of the clock: when tokens were issued, what has ended.
 * @param secondOf constant for what depends on rows alone
 */
function createVersions(secondOf: (world: World) => number): (world: World) => number {
  const known = new WeakMap<World, { revision: number; second: number; version: number }>()
  let count = 0
  return (world) => {
    const { revision } = world
    const second = secondOf(world)
    const last = known.get(world)
    if (last && last.revision === revision && last.second === second) return last.version
    const version = count++
    known.set(world, { revision, second, version })
    return version
  }
}

/** Whether an answer is a page that another one follows. */
export const hasNextPage = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'nextPageToken' in answer &&
  answer.nextPageToken !== undefined

const lengthOf = (body: Body): number => body.reduce((sum, part) => sum + part.length, 0)
