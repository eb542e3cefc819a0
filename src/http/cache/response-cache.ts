import type { World } from '../../world/world.ts'
import { type Dialect, dialects } from '../request/dialect.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import type { RouteConfig } from '../request/route-config.ts'
import { maxWhole } from '../response/send-json.ts'
import { type ChunkRanges, type ChunkStore, createChunkStore } from './chunk-store.ts'

/*
 * Why the cache is more than a map of texts. Pages of one list that overlap, or that two sizes of a
 * page cut apart, hold the same items. So a body is placed as chunks, equal ones once
 * (`chunk-store.ts`), in slabs outside of V8's heap (`slab-buffer.ts`), which garbage collection
 * does not mark. A response is then a list of numbers. Joining its chunks for each request
 * would cost more than sending them, so young responses are also stored in one part, in a quarter
 * of the space. Nothing is evicted one by one, and a change of a world evicts nothing: its next
 * version has another number. A full generation becomes the old one, and the next full one replaces
 * it; a request for an old response makes it young again. docs/decisions/0017 has the figures.
 */

/** JSON of a response in UTF-8, in the parts in which it is sent. */
type Body = readonly Buffer[]

/** Origin of a cached response, for requests that bypass the handler. */
interface ResponseSource {
  readonly of: InterfaceName
  readonly config: RouteConfig
  readonly status: number
}

/** Facts about a response besides its text. */
interface ResponseMeta {
  readonly hasNextPage: boolean
  /** Absent if the response depends on more than the URL. */
  readonly source: ResponseSource | undefined
}

/** Cached response. */
export interface CachedResponse extends ResponseMeta {
  readonly cacheKey: string
  readonly chunks: ChunkStore
  readonly ranges: ChunkRanges
  /** Length of the body in bytes. */
  readonly length: number
  /** Body in one part, if it is stored beside the chunks. */
  whole: Body | undefined
  /** Body as a string with one character per byte, if it is stored in this form. */
  text: string | undefined
}

/** Numbers the current state of a world together with the requested dialect. */
export type VersionOf = (world: World, dialect: Dialect) => number

/**
 * Responses that were sent and are still true. A change of a world evicts nothing. A response is
 * cached for one version of one world, and a later state has another version.
 */
export interface ResponseCache {
  readonly versionOf: VersionOf
  /**
   * Finds a cached response.
   * @param cacheKey the URL: all that a response depends on besides the version
   */
  find(version: number, cacheKey: string): CachedResponse | undefined
  /**
   * Caches a response.
   * @param texts pieces of the body
   * @returns the response to send, found from now on
   */
  store(
    version: number,
    cacheKey: string,
    texts: readonly string[],
    meta: ResponseMeta,
  ): CachedResponse
  /** Returns the body as a string with one character per byte, if sending that is cheapest. */
  textOf(entry: CachedResponse): string | undefined
  /** Returns the body in as few parts as the memory limit allows. */
  bodyOf(entry: CachedResponse): Body
  /** Returns the number of cached responses and their approximate memory use. */
  size(): { readonly entries: number; readonly bytes: number }
  /**
   * Returns a part that responses have in common; if it is not cached, `make` builds it from rows.
   */
  part(world: World, name: string, make: () => Uint8Array): Uint8Array
}

/** Cached responses and parts of one generation, with their memory use. */
interface Generation {
  /** Responses by version and cache key. */
  readonly versions: Map<number, Map<string, CachedResponse>>
  entries: number
  /** Texts of the responses: pages that overlap have most of their items in common. */
  readonly chunks: ChunkStore
  /** Common parts of responses, by name. */
  readonly parts: Map<string, Uint8Array>
  /** Memory use in bytes, without the joined bodies. */
  bytes: number
  /** Responses whose bodies are also stored in one part. */
  readonly joined: CachedResponse[]
  joinedBytes: number
}

/** Approximate overhead of a map entry, in bytes, besides its key and value. */
const entryBytes = 200

/**
 * Longest text, in bytes, that is copied together with its head. Copying a longer text costs more
 * than sending it beside the head.
 */
const maxText = 2 * 1024

/**
 * Bounds of a body that is copied: sending more than `fewParts` parts costs more than copying at
 * most `maxInMany` bytes.
 */
const fewParts = 3
const maxInMany = 15 * 1024

/** Share of the memory for responses in one part: joining a hot one repeatedly makes garbage. */
const joinedShare = 1 / 4

/**
 * Creates the cache for all worlds of a process. A full generation becomes the old one. An old
 * response that no request asks for until the next generation is full is evicted. Only young
 * responses are also stored in one part. A request for an old response makes it young again.
 * @param maxBytes limit for both generations and the joined bodies together
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const maxJoined = maxBytes * joinedShare
  const maxOfOne = (maxBytes - maxJoined) / 2
  const versionOf = createVersionOf()
  const stateOf = createVersions(() => 0)
  let young = emptyGeneration()
  let old = emptyGeneration()

  function makeRoom(): void {
    if (young.bytes <= maxOfOne) return
    for (const entry of young.joined) entry.whole = entry.text = undefined
    old = young
    young = emptyGeneration()
  }

  function ofVersion(version: number): Map<string, CachedResponse> {
    const known = young.versions.get(version)
    if (known) return known
    const entries = new Map<string, CachedResponse>()
    young.versions.set(version, entries)
    young.bytes += entryBytes
    return entries
  }

  function remember(
    version: number,
    cacheKey: string,
    texts: readonly string[],
    { hasNextPage, source }: ResponseMeta,
  ): CachedResponse {
    makeRoom()
    const { chunks } = young
    const before = chunks.bytes()
    const ranges = chunks.place(texts)
    const entry: CachedResponse = {
      cacheKey,
      chunks: chunks,
      ranges: ranges,
      length: lengthOf(chunks.partsOf(ranges)),
      hasNextPage,
      source,
      whole: undefined,
      text: undefined,
    }
    ofVersion(version).set(cacheKey, entry)
    young.entries++
    young.bytes += chunks.bytes() - before + cacheKey.length + ranges.length * 8 + entryBytes
    return entry
  }

  /** Copies a response of the old generation into the young one. */
  function renewed(version: number, cacheKey: string): CachedResponse | undefined {
    const aged = old.versions.get(version)?.get(cacheKey)
    if (!aged) return undefined
    return remember(version, cacheKey, aged.chunks.textsOf(aged.ranges), aged)
  }

  function hasRoomToJoin(entry: CachedResponse): boolean {
    if (young.joinedBytes + entry.length > maxJoined) return false
    young.joined.push(entry)
    young.joinedBytes += entry.length
    return true
  }

  /** Joins a body of several parts, if that is worth it and there is room. */
  function wholeOf(entry: CachedResponse): Body | undefined {
    const { whole, chunks, ranges, length } = entry
    if (!whole && ranges.length > 2 && length <= maxWhole && hasRoomToJoin(entry))
      entry.whole = [Buffer.concat(chunks.partsOf(ranges), length)]
    return entry.whole
  }

  return {
    versionOf,
    find: (version, cacheKey) =>
      young.versions.get(version)?.get(cacheKey) ?? renewed(version, cacheKey),
    store: remember,
    textOf(entry) {
      const { chunks, ranges, length } = entry
      if (entry.text !== undefined) return entry.text
      if (length <= maxText) {
        const text = chunks.byteTextOf(ranges)
        if (hasRoomToJoin(entry)) entry.text = text
        return text
      }
      const isInMany = ranges.length > 2 * fewParts && length <= maxInMany
      return isInMany && !wholeOf(entry) ? chunks.byteTextOf(ranges) : undefined
    },
    bodyOf: (entry) => wholeOf(entry) ?? entry.chunks.partsOf(entry.ranges),
    size: () => ({
      entries: young.entries + old.entries,
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
  entries: 0,
  chunks: createChunkStore(),
  parts: new Map(),
  bytes: 0,
  joined: [],
  joinedBytes: 0,
})

/**
 * Numbers the versions of worlds. A response depends on the rows, which the revision counts. It
 * also depends on the second of the clock, for example for the issue of tokens and for ended
 * periods.
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

/** Returns a function that numbers what responses depend on besides their URLs. */
export function createVersionOf(): VersionOf {
  const versionOf = createVersions((world) => world.tokenClock.nowSeconds())
  return (world, dialect) => versionOf(world) * dialects.length + dialects.indexOf(dialect)
}

/** Tells whether a response is a page with a successor. */
export const hasNextPage = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  'nextPageToken' in response &&
  response.nextPageToken !== undefined

const lengthOf = (body: Body): number => body.reduce((sum, part) => sum + part.length, 0)
