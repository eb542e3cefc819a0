import { fromCheckedHex } from '../../formats/ids.ts'
import { decodeProposerBlock, type ProposerBlock } from '../../formats/proposer-blocks.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'
import type { CheckedWorld } from '../rule.ts'
import { decodeInner, type InnerBlock } from './inner-blocks.ts'

/** Row of the table `container` without its bytes, which are a third of a world's data. */
export interface ContainerRow {
  seq: number
  network: Network
  chain: PrimaryChain
  kind: 'block' | 'tx' | 'vtx'
  position: number
  id: string
  accepted_at: string
}

/** A decoded container of a block index. */
export interface BlockContainer extends ContainerRow {
  /** Outer block; undefined for a bare block, from before Apricot 4. */
  readonly outer: ProposerBlock | undefined
  readonly inner: InnerBlock
}

/** Returns all rows, by index and position. */
export const containerRows = perWorld((world) => world.all(selectContainers, {}))

/**
 * Returns the containers of each block index that decode, by their rows; the rule `container-ids`
 * reports the others.
 */
export const containerByRow = perWorld((world): ReadonlyMap<ContainerRow, BlockContainer> => {
  const rows = containerRows(world).filter(({ kind }) => kind === 'block')
  return new Map(readable(rows, (row) => [[row, decodeContainer(world, row)] as const]))
})

/** Returns the same containers as a list. */
export const blockContainers = perWorld((world): readonly BlockContainer[] => [
  ...containerByRow(world).values(),
])

/** Returns the rows of each index in the order of their positions. */
export const indices = perWorld((world) =>
  groupBy(containerRows(world), ({ network, chain, kind }) => `${network} ${chain} ${kind}`),
)

/**
 * Decodes a block's container as official readers do: bytes that are no outer block are a bare
 * block. Throws FormatError.
 */
export function decodeContainer(world: CheckedWorld, row: ContainerRow): BlockContainer {
  const bytes = containerBytes(world, row)
  const outer = outerBlock(bytes)
  return { ...row, outer, inner: decodeInner(row.chain, outer?.innerBlock ?? bytes) }
}

/** Reads the bytes of one container. All texts together do not fit into the memory of a process. */
export function containerBytes(world: CheckedWorld, { seq }: ContainerRow): Uint8Array {
  const [row] = world.all(selectBytes, { seq })
  return fromCheckedHex(row?.bytes ?? '')
}

/** Returns the ids of a container for violations. */
export const idsOfContainer = ({ id, network, chain, kind, position }: ContainerRow) => [
  id,
  `${network} ${chain}/${kind} ${position}`,
]

function outerBlock(bytes: Uint8Array): ProposerBlock | undefined {
  try {
    return decodeProposerBlock(bytes)
  } catch {
    return undefined
  }
}

const selectContainers = statement<Record<string, never>, ContainerRow>(`
  SELECT seq, network, chain, kind, position, id, accepted_at FROM container
  ORDER BY network, chain, kind, position`)

const selectBytes = statement<{ seq: number }, { bytes: string }>(
  'SELECT bytes FROM container WHERE seq = :seq',
)
