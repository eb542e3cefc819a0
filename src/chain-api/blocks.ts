import { encode } from '../formats/codec.ts'
import { fromCheckedHex, parseId } from '../formats/ids.ts'
import { PlatformBlock } from '../formats/p-chain-blocks.ts'
import { decodeProposerBlock } from '../formats/proposer-blocks.ts'
import { ExchangeBlock } from '../formats/x-chain-blocks.ts'
import { id, uint64 } from '../json-rpc/argument-readers.ts'
import { defineMethod, type Method, rpcError } from '../json-rpc/method.ts'
import { statement } from '../store/statement.ts'
import type { World } from '../world/world.ts'
import { type ChainEncoding, chainEncoding } from './arguments.ts'
import { encoded } from './bytes.ts'
import { exchangeBlockJson, platformBlockJson } from './node-json/blocks.ts'
import { jsonResult } from './node-json/write-json.ts'
import { hrpOf } from './transactions.ts'

/** Chains whose blocks the node shows by id and by height. */
type Chain = 'P' | 'X'

/** Builds `getBlock`: a block by the id that its chain gives it, as bytes or as JSON. */
export const getBlock = (service: 'platform' | 'avm', chain: Chain): Method =>
  defineMethod(
    `${service}.getBlock`,
    { blockID: id, encoding: chainEncoding },
    (world, { blockID, encoding }) => {
      const row = world.get(selectById, { network: world.nodeNetwork, chain, blockId: blockID })
      if (!row) throw rpcError(`couldn't get block with id ${blockID}: not found`)
      return blockIn(encoding, { world, chain, row })
    },
  )

/** Builds `getBlockByHeight`: the block at a height, as bytes or as JSON. */
export const getBlockByHeight = (service: 'platform' | 'avm', chain: Chain): Method =>
  defineMethod(
    `${service}.getBlockByHeight`,
    { height: uint64, encoding: chainEncoding },
    (world, { height, encoding }) => {
      const place = { network: world.nodeNetwork, chain, height: Number(height) }
      const row = world.get(selectByHeight, place)
      if (!row) throw rpcError(`couldn't get block at height ${height}: not found`)
      return blockIn(encoding, { world, chain, row })
    },
  )

interface Found {
  readonly world: World
  readonly chain: Chain
  readonly row: BlockRow
}

function blockIn(encoding: ChainEncoding, { world, chain, row }: Found) {
  const bytes = bytesOf(world, chain, row)
  if (encoding !== 'json') return { block: encoded(bytes, encoding), encoding }
  return jsonResult({ block: jsonOf[chain](bytes, hrpOf(world)), encoding })
}

const jsonOf = { P: platformBlockJson, X: exchangeBlockJson }

/**
 * Returns the bytes of a block of the chain itself. The index holds them, in the outer block of a
 * proposer since Apricot 4, but for block 0, which follows from the network.
 */
function bytesOf(world: World, chain: Chain, row: BlockRow): Uint8Array {
  const position = row.height - 1
  const container = world.get(selectBytes, { network: world.nodeNetwork, chain, position })
  if (!container) return firstBlock(chain, row)
  const bytes = fromCheckedHex(container.bytes)
  return row.proposer_id === null ? bytes : decodeProposerBlock(bytes).innerBlock
}

/** Returns the bytes of block 0; its parent is the genesis of P, or the last vertex of X. */
function firstBlock(chain: Chain, row: BlockRow): Uint8Array {
  const common = { parentId: parseId(row.parent_id), height: 0n }
  if (chain === 'P') return encode(PlatformBlock, { type: 'ApricotCommitBlock', ...common })
  return encode(ExchangeBlock, {
    type: 'StandardBlock',
    ...common,
    time: BigInt(row.timestamp),
    merkleRoot: new Uint8Array(32),
    transactions: [],
  })
}

interface BlockRow {
  height: number
  parent_id: string
  timestamp: number
  proposer_id: string | null
}

const columns = 'SELECT height, parent_id, timestamp, proposer_id FROM primary_block'

const selectById = statement<{ network: string; chain: string; blockId: string }, BlockRow>(`
  ${columns} WHERE network = :network AND chain = :chain AND block_id = :blockId`)

const selectByHeight = statement<{ network: string; chain: string; height: number }, BlockRow>(`
  ${columns} WHERE network = :network AND chain = :chain AND height = :height`)

const selectBytes = statement<
  { network: string; chain: string; position: number },
  { bytes: string }
>(`
  SELECT bytes FROM container
  WHERE network = :network AND chain = :chain AND kind = 'block' AND position = :position`)
