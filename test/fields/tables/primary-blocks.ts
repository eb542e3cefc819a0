import { type Fields, from, nextPage, request, row, text, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { mainnet, onChain } from './primary-parts.ts'

const seq = 8_000_000_000_001
const nodeId = 'NodeID-LFt2dLkxCn8TrQvGcppbKKsnfd87Hbky8'
const url = `${mainnet}/blockchains/p-chain`

/** A block with everything that a block can have, between two others, with two transactions. */
const blockSetup = [
  ...[seq - 1, seq, seq + 1].map((each) =>
    row('primary_block', {
      seq: each,
      network: 'mainnet',
      chain: 'P',
      height: 9_000_000 + each - seq,
      block_id: `block${each - seq}`,
      parent_id: 'parent',
      timestamp: 1_700_000_000,
      block_type: 'BanffStandardBlock',
      tx_count: 3,
      size_bytes: 4,
      l1_validators_accrued_fees: 5,
      active_l1_validators: 6,
      current_supply: '7',
      proposer_id: 'proposal',
      proposer_parent_id: 'parent proposal',
      proposer_node_id: nodeId,
      proposer_p_chain_height: 8,
      proposer_timestamp: 9,
    }),
  ),
  ...transactionsOf('block0', 'P'),
]

/** Two transactions of a block or vertex. */
function transactionsOf(block: string, chain: 'P' | 'X'): string[] {
  return [0, 1].map((position) =>
    row('primary_transaction', {
      seq: seq + position,
      network: 'mainnet',
      chain,
      tx_id: `tx${position}`,
      tx_type: 'BaseTx',
      timestamp: 1_700_000_000,
      block_number: '9000000',
      block_id: block,
      position,
      bytes: "(x'00')",
    }),
  )
}

/** A real id of the world, for requests that check its form. */
const takeId = (table: string, column: string, where: string) => ({
  pick: `SELECT ${column} AS id FROM ${table} WHERE ${where} LIMIT 1`,
  setup: [
    `UPDATE ${table} SET ${column} = :id || '7' WHERE ${column} = :id`,
    `UPDATE ${table} SET ${column} = :id WHERE seq = ${seq}`,
  ],
})

const blockRows = {
  block: `primary_block WHERE seq = ${seq}`,
  transaction: `primary_transaction WHERE seq = ${seq + 1}`,
}
const orNothing = (column: string) => from(`block.${column}`)

/** 2.6 PrimaryNetworkBlock; its transactions have its id. */
const block: Fields = {
  blockNumber: text('block.height'),
  parentHash: 'block.parent_id',
  blockTimestamp: 'block.timestamp',
  blockType: 'block.block_type',
  txCount: 'block.tx_count',
  'transactions.1': 'transaction.tx_id',
  blockSizeBytes: 'block.size_bytes',
  l1ValidatorsAccruedFees: 'block.l1_validators_accrued_fees',
  activeL1Validators: 'block.active_l1_validators',
  currentSupply: 'block.current_supply',
  'proposerDetails.proposerId': from('block.proposer_id', (id) => id, {
    within: 'proposerDetails',
  }),
  'proposerDetails.proposerParentId': orNothing('proposer_parent_id'),
  'proposerDetails.proposerNodeId': orNothing('proposer_node_id'),
  'proposerDetails.proposerPChainHeight': orNothing('proposer_p_chain_height'),
  'proposerDetails.proposerTimestamp': orNothing('proposer_timestamp'),
}
const withHash: Fields = {
  ...block,
  blockHash: 'block.block_id',
  'transactions.1': 'transaction.tx_id',
}
/** Without its transactions, which would be lost with the id. */
const hashOnly = { blockHash: 'block.block_id' }
const noTransactions = "DELETE FROM primary_transaction WHERE block_id = 'block0'"

const listed = (of: string, path: string): View[] => {
  const lists = {
    of,
    url: `${url}/${path}?pageSize=3`,
    item: 'blocks.1',
    rows: blockRows,
  }
  return [
    {
      ...lists,
      setup: blockSetup,
      fields: without(
        block,
        'blockNumber',
        ...(of === 'listNodeBlocks' ? ['proposerDetails.proposerNodeId'] : []),
      ),
      around: { ...onChain(path), nextPageToken: nextPage('blocks') },
    },
    {
      ...lists,
      url: `${url}/${path}?pageSize=2`,
      item: 'blocks.0',
      setup: [...blockSetup, noTransactions, `DELETE FROM primary_block WHERE seq = ${seq + 1}`],
      rows: { block: `primary_block WHERE seq = ${seq}` },
      fields: {
        ...hashOnly,
        blockNumber: text('block.height'),
        ...(of === 'listNodeBlocks' && {
          'proposerDetails.proposerNodeId': request({ [`${url}/${path}`]: nodeId }),
        }),
      },
    },
  ]
}

const ids = takeId('primary_block', 'block_id', "chain = 'P' AND network = 'mainnet'")
const one: View[] = [
  {
    of: 'getPrimaryBlock',
    setup: [...blockSetup, noTransactions],
    url: `${url}/blocks/9000000`,
    rows: { block: `primary_block WHERE seq = ${seq}` },
    fields: { ...without(withHash, 'transactions.1', 'blockNumber') },
  },
  {
    of: 'getPrimaryBlock',
    pick: ids.pick,
    setup: [
      ...blockSetup,
      ...ids.setup,
      "UPDATE primary_transaction SET block_id = :id, position = position + 700 WHERE block_id = 'block0'",
    ],
    url: `${url}/blocks/{id}`,
    rows: blockRows,
    fields: { blockNumber: text('block.height'), blockTimestamp: 'block.timestamp' },
  },
  {
    of: 'getPrimaryBlock',
    setup: blockSetup,
    url: `${url}/blocks/9000000`,
    rows: blockRows,
    fields: { 'transactions.1': 'transaction.tx_id' },
  },
]

/** A vertex with two parents and two transactions, between two others of its height. */
export const vertexSetup = [
  ...[seq - 2, seq - 1, seq, seq + 1].map((each) =>
    row('vertex', {
      seq: each,
      network: 'mainnet',
      vertex_id: `vertex${each - seq}`,
      height: 9_000_000,
      vertex_index: 3 + each - seq,
      timestamp: 1_600_000_000,
      tx_count: 4,
      size_bytes: 5,
    }),
  ),
  ...[0, 1].map((position) =>
    row('vertex_parent', { vertex_seq: seq, position, parent_id: `parent${position}` }),
  ),
  ...transactionsOf('vertex0', 'X'),
]
const vertexRows = {
  vertex: `vertex WHERE seq = ${seq}`,
  parent: `vertex_parent WHERE vertex_seq = ${seq} AND position = 1`,
  transaction: `primary_transaction WHERE seq = ${seq + 1}`,
}

/** 2.6 Vertex; its transactions have its id. */
const vertex: Fields = {
  'parentHashes.1': 'parent.parent_id',
  vertexHeight: 'vertex.height',
  vertexIndex: 'vertex.vertex_index',
  vertexTimestamp: 'vertex.timestamp',
  txCount: 'vertex.tx_count',
  'transactions.1': 'transaction.tx_id',
  vertexSizeBytes: 'vertex.size_bytes',
}
const xChain = `${mainnet}/blockchains/x-chain`
const vertexIds = takeId('vertex', 'vertex_id', "network = 'mainnet'")

const vertices: View[] = ['vertices?', 'vertices:listByHeight?vertexHeight=9000000&'].flatMap(
  (path, byHeight): View[] => {
    const of = byHeight ? 'listVerticesByHeight' : 'listVertices'
    const lists = { of, url: `${xChain}/${path}pageSize=3`, item: 'vertices.1' }
    const heights = request({ [`${xChain}/${path}`]: 9_000_000 })
    return [
      {
        ...lists,
        setup: vertexSetup,
        rows: vertexRows,
        fields: byHeight ? { ...vertex, vertexHeight: heights } : vertex,
        around: {
          'chainInfo.chainName': request({ [`${xChain}/${path}`]: 'x-chain' }),
          'chainInfo.network': request({
            [`${xChain}/${path}`]: 'mainnet',
            [`/v1/networks/fuji/blockchains/x-chain/${path}`]: 'fuji',
          }),
          nextPageToken: nextPage('vertices'),
        },
      },
      {
        ...lists,
        setup: [...vertexSetup, "DELETE FROM primary_transaction WHERE block_id = 'vertex0'"],
        rows: { vertex: `vertex WHERE seq = ${seq}` },
        fields: { vertexHash: 'vertex.vertex_id' },
      },
    ]
  },
)
const oneVertex: View = {
  of: 'getVertex',
  pick: vertexIds.pick,
  setup: [
    ...vertexSetup,
    ...vertexIds.setup,
    "UPDATE primary_transaction SET block_id = :id, position = position + 700 WHERE block_id = 'vertex0'",
    'DELETE FROM primary_transaction WHERE block_id = :id AND position < 700',
  ],
  url: `${xChain}/vertices/{id}`,
  rows: vertexRows,
  fields: { ...vertex, vertexHash: request({ [`${xChain}/vertices/{id}`]: '{id}' }) },
}

/** Specification 4.1.7 and 4.1.8, and blocks and vertices beside them. */
export const primaryBlocks: FieldTable = [
  ...listed('listPrimaryBlocks', 'blocks'),
  ...listed('listNodeBlocks', `nodes/${nodeId}/blocks`),
  ...one,
  ...vertices,
  oneVertex,
]
