import { idOf } from '../../formats/ids.ts'
import { compareBytes, sortByHash } from '../../formats/ordering.ts'
import { decodeVertex } from '../../formats/x-chain-blocks.ts'
import { type Network, networks } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { differences, listDifference } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type ContainerRow, containerBytes, containerRows, idsOfContainer } from './containers.ts'
import { activation, chainId } from './networks.ts'
import { chains } from './primary-blocks.ts'
import { idsOf, keyOf, rowsOfBlock, transactionRows } from './primary-transactions.ts'

interface VertexRow {
  seq: number
  network: Network
  vertex_id: string
  height: number
  vertex_index: number
  timestamp: number
  tx_count: number
  size_bytes: number
}

const vertexRows = perWorld((world) => world.all(selectVertices, {}))

const parents = perWorld((world) =>
  groupBy(world.all(selectParents, {}), ({ vertex_seq }) => vertex_seq),
)

/**
 * Returns the cb58 id of the last vertex of a network, which has no transactions; zeros before it
 * exists.
 */
export function stopVertexId(world: CheckedWorld, network: Network): string {
  if (!chains(world).has(`${network} X`)) return idText(new Uint8Array(32))
  const last = vertexRows(world).findLast((row) => row.network === network)
  if (!last) throw new Error(`${network} has no vertices`)
  return last.vertex_id
}

/**
 * Every vertex matches its container, in the same order. It follows its parents, and the last one
 * is the stop vertex after the X-chain has blocks.
 */
export const vertices: Rule = {
  name: 'vertices',
  check(world, findings) {
    const rows = groupBy(vertexRows(world), ({ network }) => network)
    const containers = groupBy(
      containerRows(world).filter(({ kind }) => kind === 'vtx'),
      ({ network }) => network,
    )
    const byId = indexBy(vertexRows(world), ({ network, vertex_id }) => `${network} ${vertex_id}`)
    for (const [network, list] of rows) {
      const isOver = chains(world).has(`${network} X`)
      const countOf = new Map<number, number>()
      findings.each(
        list.entries(),
        ([, { vertex_id, height }]) => [vertex_id, `${network} vertex of height ${height}`],
        function* ([index, row]) {
          const earlier = countOf.get(row.height) ?? 0
          countOf.set(row.height, earlier + 1)
          const container = containers.get(network)?.[index]
          if (!container) return yield 'has no container'
          const isLast = isOver && index === list.length - 1
          yield* judgeVertex(world, row, container, isLast)
          const parentRows = (parents(world).get(row.seq) ?? []).map(({ parent_id }) =>
            byId.get(`${network} ${parent_id}`),
          )
          if (parentRows.some((parent) => !parent || parent.seq >= row.seq))
            yield 'has a parent that is not an earlier vertex'
          const heights = parentRows.map((parent) => parent?.height ?? 0)
          const height = parentRows.length === 0 ? 0 : Math.max(...heights) + 1
          yield* differences(row, { height, vertex_index: earlier })
          const before = list[index - 1]
          if (before && before.timestamp > row.timestamp)
            yield `has the timestamp ${row.timestamp}, before ${before.timestamp} of the vertex before it`
          if (row.timestamp > activation(network, 'cortina'))
            yield 'was accepted after Cortina, which ended vertices'
        },
      )
    }
    const counts = [...containers].filter(([key, list]) => list.length !== rows.get(key)?.length)
    findings.each(
      counts,
      ([key]) => [key],
      function* ([key, list]) {
        yield `${list.length} containers for ${rows.get(key)?.length ?? 0} vertices`
      },
    )
  },
}

/** The index of X-chain transactions contains all of them, in the order of the table. */
export const transactionIndex: Rule = {
  name: 'transaction-index',
  check(world, findings) {
    const containers = containerRows(world).filter(({ kind }) => kind === 'tx')
    for (const network of networks) {
      const rows = transactionRows(world).filter(
        (row) => row.network === network && row.chain === 'X',
      )
      const list = containers.filter((row) => row.network === network)
      findings.each(
        list.entries(),
        ([, row]) => idsOfContainer(row),
        function* ([index, row]) {
          const expected = rows[index]
          if (!expected) return yield 'is not in the table of transactions'
          yield* differences(row, { id: expected.tx_id })
          if (compareBytes(containerBytes(world, row), expected.bytes) !== 0)
            yield 'has other bytes than its row'
        },
      )
      findings.unexpected(rows.slice(list.length), idsOf, 'is not in the index')
    }
  },
}

function* judgeVertex(
  world: CheckedWorld,
  row: VertexRow,
  container: ContainerRow,
  isLast: boolean,
) {
  const bytes = containerBytes(world, container)
  const vertex = decodeVertex(bytes)
  const isStop = vertex.type === 'StopVertex'
  const transactions = isStop ? [] : vertex.transactions
  if (isStop !== isLast)
    yield isStop
      ? 'is a stop vertex before the last one'
      : 'is the last vertex, but not a stop vertex'
  if (compareBytes(vertex.chainId, chainId(row.network, 'X')) !== 0)
    yield `is of the blockchain ${idText(vertex.chainId)}, not the X-chain`
  yield* differences(row, {
    vertex_id: idText(idOf(bytes)),
    height: vertex.height,
    tx_count: transactions.length,
    size_bytes: bytes.length,
  })
  yield* listDifference(
    'parent',
    (parents(world).get(row.seq) ?? []).map(({ parent_id }) => parent_id),
    vertex.parentIds.map(idText),
  )
  const sorted = [...vertex.parentIds].sort(compareBytes)
  if (sorted.some((id, index) => id !== vertex.parentIds[index])) yield 'parents are out of order'
  const rows = rowsOfBlock(world).get(keyOf(row.network, 'X', row.vertex_id)) ?? []
  yield* listDifference(
    'transaction',
    rows.map(({ tx_id }) => tx_id),
    transactions.map((tx) => idText(idOf(tx))),
  )
  const byHash = sortByHash(transactions)
  if (byHash.some((tx, index) => tx !== transactions[index])) yield 'transactions are out of order'
  for (const tx of rows)
    for (const difference of differences(tx, {
      block_number: String(row.height),
      timestamp: row.timestamp,
    }))
      yield `transaction ${tx.tx_id}: ${difference}`
}

const selectVertices = statement<Record<string, never>, VertexRow>(
  'SELECT * FROM vertex ORDER BY seq',
)

const selectParents = statement<
  Record<string, never>,
  { vertex_seq: number; position: number; parent_id: string }
>('SELECT vertex_seq, position, parent_id FROM vertex_parent ORDER BY vertex_seq, position')
