import type { ResponseCache } from '../http/cache/response-cache.ts'
import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import { perRevision } from '../world/per-revision.ts'
import type { World } from '../world/world.ts'

/** One of the node's five indices: chain and kind of container. */
export interface ContainerIndex {
  readonly chain: PrimaryChain
  readonly kind: 'block' | 'tx' | 'vtx'
}

export interface ContainerRow {
  id: string
  /** Bytes in hex with 0x and checksum. */
  bytes: string
  accepted_at: string
  position: number
}

/** Containers of one index of the world's node, of which the first `length` are visible. */
interface IndexView {
  readonly length: number
  byId(id: string): ContainerRow | undefined
  byPosition(position: number): ContainerRow | undefined
  /**
   * Returns the JSON of `count` containers from `start` on, with commas between them, in pieces.
   */
  rangeJson(
    range: { readonly start: number; readonly count: number },
    format: { readonly encoding: string; readonly hasChecksum: boolean },
    cache: ResponseCache | undefined,
  ): Uint8Array[]
}

/**
 * Opens an index of the node.
 * @param endsAtCortina the live X/tx index: the node stopped feeding it when vertices ended
 */
export function viewIndex(world: World, index: ContainerIndex, endsAtCortina: boolean): IndexView {
  const key = { network: world.nodeNetwork, chain: index.chain, kind: index.kind }
  // G-115: a node that has not caught up has accepted no container.
  const isNew = world.scenarios.node?.personality === 'bootstrapping'
  const length = isNew ? 0 : lengthOf(world, index, endsAtCortina)
  const visible = (row: ContainerRow | undefined) =>
    row !== undefined && row.position < length ? row : undefined
  return {
    length,
    byId: (id) => visible(world.get(selectById, { ...key, id })),
    byPosition: (position) => visible(world.get(selectByPosition, { ...key, position })),
    rangeJson({ start, count }, { encoding, hasChecksum }, cache) {
      const made = (from: number, to: number) =>
        world.get(selectRange, { ...key, from, to, encoding, hasChecksum: hasChecksum ? 1 : 0 })
          ?.json ?? new Uint8Array()
      const end = Math.min(start + count, length)
      if (!cache) return [made(start, end)]
      return segmentsOf(start, end).flatMap(([from, to], i) => {
        const first = from - (from % segmentLength)
        const last = Math.min(first + segmentLength, length)
        const name = `containers ${index.chain} ${index.kind} ${first} ${last} ${encoding} ${hasChecksum}`
        const segment = cache.part(world, name, () => made(first, last))
        const json = containersIn(segment, from - first, to - first)
        return i === 0 ? [json] : [comma, json]
      })
    },
  }
}

const comma = Buffer.from(',')

/** Number of containers that are cached together: overlapping ranges share whole segments. */
const segmentLength = 128

/** Cuts a range at the multiples of the length of segments. */
function segmentsOf(start: number, end: number): [from: number, to: number][] {
  const segments: [number, number][] = []
  for (let from = start; from < end; ) {
    const to = Math.min(end, from - (from % segmentLength) + segmentLength)
    segments.push([from, to])
    from = to
  }
  return segments
}

/** Starts of the containers in a segment, and the end of the last one. */
const beginnings = new WeakMap<Uint8Array, readonly number[]>()

/** Returns the JSON of some containers of a segment, by their positions: a view of its bytes. */
function containersIn(segment: Uint8Array, from: number, to: number): Uint8Array {
  const known = beginnings.get(segment)
  const places = known ?? beginningsIn(segment)
  if (!known) beginnings.set(segment, places)
  return segment.subarray(places[from], (places[to] as number) - comma.length)
}

function beginningsIn(segment: Uint8Array): number[] {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.length)
  const places: number[] = []
  for (let at = 0; at >= 0; at = bytes.indexOf(beginningOfContainer, at + 1)) places.push(at)
  return [...places, bytes.length + comma.length]
}

/** The text is unique, because no value has quotes and braces. */
const beginningOfContainer = '{"id":"'

/** Lengths, counted once each. */
const lengthsOf = perRevision(() => new Map<string, number>())

function lengthOf(world: World, { chain, kind }: ContainerIndex, endsAtCortina: boolean): number {
  const network = world.nodeNetwork
  const known = lengthsOf(world)
  const name = `${network} ${chain} ${kind} ${endsAtCortina}`
  const length =
    known.get(name) ??
    (endsAtCortina
      ? world.get(countBefore, {
          network,
          cortina: Date.parse(networkConstants[network].upgrades.cortina) / 1000,
        })
      : world.get(countAll, { network, chain, kind })
    )?.length ??
    0
  known.set(name, length)
  return length
}

type Key = { network: Network; chain: string; kind: string }

const selectById = statement<Key & { id: string }, ContainerRow>(`
  SELECT id, bytes, accepted_at, position FROM container
  WHERE network = :network AND chain = :chain AND kind = :kind AND id = :id`)

const selectByPosition = statement<Key & { position: number }, ContainerRow>(`
  SELECT id, bytes, accepted_at, position FROM container
  WHERE network = :network AND chain = :chain AND kind = :kind AND position = :position`)

// Shaping a thousand rows in JavaScript costs three times as much as this statement. JavaScript
// would also decode megabytes of text from UTF-8 only to encode them again. printf() costs a third
// more than concat().
const selectRange = statement<
  Key & { from: number; to: number; encoding: string; hasChecksum: 0 | 1 },
  { json: Uint8Array | null }
>(`
  SELECT CAST(group_concat(concat(
    '{"id":"', id,
    '","bytes":"', iif(:hasChecksum, bytes, substr(bytes, 1, length(bytes) - 8)),
    '","timestamp":"', accepted_at,
    '","encoding":"', :encoding,
    '","index":"', position, '"}'
  )) AS BLOB) AS json
  FROM (
    SELECT id, bytes, accepted_at, position FROM container
    WHERE network = :network AND chain = :chain AND kind = :kind
      AND position >= :from AND position < :to
    ORDER BY position)`)

const countAll = statement<Key, { length: number }>(`
  SELECT count(*) AS length FROM container
  WHERE network = :network AND chain = :chain AND kind = :kind`)

const countBefore = statement<{ network: Network; cortina: number }, { length: number }>(`
  SELECT count(*) AS length FROM primary_transaction
  WHERE network = :network AND chain = 'X' AND timestamp < :cortina`)
