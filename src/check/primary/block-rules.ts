import { encode } from '../../formats/codec.ts'
import { idOf, nodeIdText, parseId, toHex } from '../../formats/ids.ts'
import { PlatformBlock } from '../../formats/p-chain-blocks.ts'
import { proposerOf } from '../../formats/proposer-blocks.ts'
import { ExchangeBlock } from '../../formats/x-chain-blocks.ts'
import { networkConstants } from '../../networks/constants.ts'
import { type ColumnValue, differences, listDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type BlockContainer, containerRows } from './containers.ts'
import { activation } from './networks.ts'
import { type BlockRow, blockRows, chains, containerOfBlock, idsOfBlock } from './primary-blocks.ts'
import { keyOf, rowsOfBlock, transactionById } from './primary-transactions.ts'
import { stopVertexId } from './vertices.ts'

/**
 * Heights of each chain count up from 0, parents link, times never decrease. Before Banff, P-chain
 * blocks hold no time; only AdvanceTimeTx moves it.
 */
export const blockLinks: Rule = {
  name: 'block-links',
  check(world, findings) {
    for (const rows of chains(world).values())
      findings.each(
        rows.entries(),
        ([, row]) => idsOfBlock(row),
        function* ([index, row]) {
          const before = rows[index - 1]
          yield* differences(row, { height: index })
          if (!before) return
          yield* differences(row, { parent_id: before.block_id })
          if (row.timestamp < before.timestamp)
            yield `has the timestamp ${row.timestamp}, before ${before.timestamp} of its parent`
          if (row.chain === 'P' && row.block_type.startsWith('Apricot'))
            yield* differences(row, { timestamp: timeAfter(world, before, row) })
        },
      )
  },
}

/**
 * Every block matches its container: id, parent, height, time, type, size and, in the same order,
 * its transactions. Block 0 has no container; its bytes follow from the network.
 */
export const blockContents: Rule = {
  name: 'block-contents',
  check: (world, findings) =>
    findings.each(blockRows(world), idsOfBlock, function* (row) {
      if (row.height === 0) return yield* judgeGenesis(world, row)
      const container = containerOfBlock(world).get(
        keyOf(row.network, row.chain, String(row.height)),
      )
      if (!container) return yield 'has no container'
      const { inner, position } = container
      if (position !== row.height - 1) yield `is at the container index ${position}`
      const text = row.chain === 'C' ? toHex : idText
      yield* differences(row, {
        block_id: text(inner.id),
        parent_id: text(inner.parentId),
        block_type: inner.type ?? row.block_type,
        tx_count: inner.transactions.length,
        size_bytes: inner.size,
        ...(inner.time !== undefined && { timestamp: inner.time }),
      })
      const rows = rowsOfBlock(world).get(keyOf(row.network, row.chain, row.block_id)) ?? []
      yield* listDifference(
        'transaction',
        rows.map(({ tx_id }) => tx_id),
        inner.transactions.map((bytes) => idText(idOf(bytes))),
      )
      for (const [position, tx] of rows.entries())
        for (const difference of differences(tx, {
          position,
          block_number: String(row.height),
          timestamp: row.timestamp,
        }))
          yield `transaction ${tx.tx_id}: ${difference}`
    }),
}

/** Proposer columns are those of the outer block; a bare block has none. */
export const blockProposers: Rule = {
  name: 'block-proposers',
  check: (world, findings) =>
    findings.each(blockRows(world), idsOfBlock, (row) => {
      const container = containerOfBlock(world).get(
        keyOf(row.network, row.chain, String(row.height)),
      )
      return differences(row, proposerColumns(container))
    }),
}

/** Every block index has one container per block. */
export const blockIndex: Rule = {
  name: 'block-index',
  check(world, findings) {
    const counts = new Map<string, number>()
    for (const { network, chain, kind } of containerRows(world))
      if (kind === 'block') {
        const key = `${network} ${chain}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    const heights = new Map([...chains(world)].map(([key, rows]) => [key, rows.length - 1]))
    const keys = new Set([...counts.keys(), ...heights.keys()])
    findings.each(
      keys,
      (key) => [key],
      function* (key) {
        const [found = 0, expected = 0] = [counts.get(key), heights.get(key)]
        if (found !== expected) yield `${found} containers for ${expected} blocks after block 0`
      },
    )
  },
}

/**
 * Returns the chain time of the P-chain in an Apricot block: a committed AdvanceTimeTx moves it.
 */
function timeAfter(world: CheckedWorld, before: BlockRow, row: BlockRow): number | bigint {
  const { network, chain, block_id, timestamp } = before
  const [proposal] = rowsOfBlock(world).get(keyOf(network, chain, block_id)) ?? []
  const tx = proposal && transactionById(world).get(keyOf(network, chain, proposal.tx_id))
  const moves = row.block_type === 'ApricotCommitBlock' ? tx?.content.unsigned : undefined
  return moves?.type === 'AdvanceTimeTx' ? moves.time : timestamp
}

function* judgeGenesis(world: CheckedWorld, row: BlockRow) {
  const { network, chain } = row
  const height = 0n
  if (chain === 'C') return
  const bytes =
    chain === 'P'
      ? encode(PlatformBlock, {
          type: 'ApricotCommitBlock',
          parentId: parseId(networkConstants[network].genesisId),
          height,
        })
      : encode(ExchangeBlock, {
          type: 'StandardBlock',
          parentId: parseId(stopVertexId(world, network)),
          height,
          time: BigInt(activation(network, 'cortina')),
          merkleRoot: new Uint8Array(32),
          transactions: [],
        })
  yield* differences(row, {
    block_id: idText(idOf(bytes)),
    size_bytes: bytes.length,
    block_type: chain === 'P' ? 'ApricotCommitBlock' : 'StandardBlock',
    tx_count: 0,
  })
}

function proposerColumns(container: BlockContainer | undefined): Record<string, ColumnValue> {
  const outer = container?.outer
  const nodeId = outer && proposerOf(outer)
  const isProposed = outer !== undefined && outer.type !== 'Option'
  return {
    proposer_id: outer ? (container?.id ?? null) : null,
    proposer_parent_id: outer ? idText(outer.parentId) : null,
    proposer_node_id: nodeId ? nodeIdText(nodeId) : null,
    proposer_p_chain_height: isProposed ? outer.pChainHeight : null,
    proposer_timestamp: isProposed ? outer.timestamp : null,
  }
}
