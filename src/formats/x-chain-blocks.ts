import { bytes, type Decoded, decode, id, u32, u64 } from './codec.ts'
import { list, struct, union, variant, versioned } from './layouts.ts'
import { exchangeTransactions } from './x-chain-transactions.ts'

/**
 * Inner blocks of the X-chain since Cortina (avalanchego vms/avm/block). Time in seconds, merkle
 * root always zero, transactions as whole signed bytes. The id is SHA-256 of the bytes.
 */
export const ExchangeBlock = versioned(
  0,
  union(
    variant(20, 'StandardBlock', {
      parentId: id,
      height: u64,
      time: u64,
      merkleRoot: id,
      transactions: list(exchangeTransactions.embedded),
    }),
  ),
)
export type ExchangeBlock = Decoded<typeof ExchangeBlock>

/**
 * Vertices of the X-chain before Cortina (avalanchego snow/engine/avalanche/vertex): epoch 0,
 * parents ascending, whole signed transactions ascending by hash. The id is SHA-256 of the bytes.
 */
export const Vertex = versioned(
  0,
  struct({
    chainId: id,
    height: u64,
    epoch: u32,
    parentIds: list(id),
    transactions: list(bytes),
  }),
)
export type Vertex = Decoded<typeof Vertex>

/** The last vertex: it has no transactions, and is the parent of X-chain block 0. */
export const StopVertex = versioned(1, struct({ chainId: id, height: u64, parentIds: list(id) }))
export type StopVertex = Decoded<typeof StopVertex>

/**
 * Decodes a vertex of either kind, distinguished by its codec version; throws {@link FormatError}.
 */
export function decodeVertex(
  bytes: Uint8Array,
): ({ readonly type: 'Vertex' } & Vertex) | ({ readonly type: 'StopVertex' } & StopVertex) {
  return bytes[1] === 1
    ? { type: 'StopVertex', ...decode(StopVertex, bytes) }
    : { type: 'Vertex', ...decode(Vertex, bytes) }
}
