import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import { perRevision } from '../world/per-revision.ts'
import type { World } from '../world/world.ts'

/** Which of the node's five indices: chain and kind of container. */
export interface ContainerIndex {
  readonly chain: PrimaryChain
  readonly kind: 'block' | 'tx' | 'vtx'
}

export interface ContainerRow {
  id: string
  /** Hex with 0x and checksum. */
  bytes: string
  accepted_at: string
  position: number
}

/** Containers of one index of the world's node, of which the first `length` can be seen. */
export interface IndexView {
  readonly length: number
  byId(id: string): ContainerRow | undefined
  byPosition(position: number): ContainerRow | undefined
  /** JSON texts of `count` containers from `start` on, joined by commas; they are made in SQL. */
  rangeJson(start: number, count: number, encoding: string, checksumDigits: 0 | 8): string
}

/**
 * @param endsAtCortina the live X/tx index: the node stopped feeding it when vertices ended
 */
export function viewIndex(world: World, index: ContainerIndex, endsAtCortina: boolean): IndexView {
  const key = { network: world.nodeNetwork, chain: index.chain, kind: index.kind }
  const length = lengthOf(world, index, endsAtCortina)
  const visible = (row: ContainerRow | undefined) =>
    row !== undefined && row.position < length ? row : undefined
  return {
    length,
    byId: (id) => visible(world.get(selectById, { ...key, id })),
    byPosition: (position) => visible(world.get(selectByPosition, { ...key, position })),
    rangeJson: (start, count, encoding, checksumDigits) =>
      world.get(selectRange, {
        ...key,
        start,
        end: Math.min(start + count, length),
        encoding,
        checksumDigits,
      })?.json ?? '',
  }
}

/** Each length is counted once. */
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

// Shaping a thousand rows in JavaScript costs twice what this does.
const selectRange = statement<
  Key & { start: number; end: number; encoding: string; checksumDigits: number },
  { json: string | null }
>(`
  SELECT group_concat('{"id":"' || id
    || '","bytes":"' || substr(bytes, 1, length(bytes) - 8 + :checksumDigits)
    || '","timestamp":"' || accepted_at
    || '","encoding":"' || :encoding
    || '","index":"' || position || '"}') AS json
  FROM (
    SELECT id, bytes, accepted_at, position FROM container
    WHERE network = :network AND chain = :chain AND kind = :kind
      AND position >= :start AND position < :end
    ORDER BY position)`)

const countAll = statement<Key, { length: number }>(`
  SELECT count(*) AS length FROM container
  WHERE network = :network AND chain = :chain AND kind = :kind`)

const countBefore = statement<{ network: Network; cortina: number }, { length: number }>(`
  SELECT count(*) AS length FROM primary_transaction
  WHERE network = :network AND chain = 'X' AND timestamp < :cortina`)
