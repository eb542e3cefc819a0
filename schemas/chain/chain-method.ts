import { type TObject, type TSchema, Type } from '@sinclair/typebox'

/** Argument of a method of an EVM chain, by its place. */
export interface Argument {
  readonly name: string
  readonly schema: TSchema
  /** Whether a call may leave it out. */
  readonly isOptional?: true
}

/** JSON-RPC method of a chain. */
export interface ChainMethod {
  readonly summary: string
  /** Arguments by name, or in order. */
  readonly params: TObject | readonly Argument[]
  readonly result: TSchema
}

/** 32 bytes in base 58 with checksum. */
export const Id = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{33,50}$', $id: 'Id' })

/** Node id of 20 bytes. */
export const NodeIdText = Type.String({ pattern: '^NodeID-[1-9A-HJ-NP-Za-km-z]{24,33}$' })

/** Address of a chain of the primary network: `P-fuji1…`. */
export const ChainAddress = Type.String({ pattern: '^[PXC]-(avax|fuji)1[02-9ac-hj-np-z]{38}$' })

/** Unsigned integer as decimal text. */
export const Uint = Type.String({ pattern: '^(0|[1-9][0-9]*)$' })

/** Bytes in hex; `hex` and `hexc` end with a checksum of four bytes, `hexnc` has none. */
export const HexBytes = Type.String({ pattern: '^0x([0-9a-f]{2})*$' })

/** Whole number of a chain's configuration. */
export const Whole = Type.Integer({ minimum: 0 })

/** Encodings of bytes in requests and responses. */
export const ByteEncoding = Type.Union(
  ['hex', 'hexc', 'hexnc'].map((name) => Type.Literal(name)),
  { default: 'hex' },
)

/** Time in UTC, seconds: `2026-01-15T00:00:00Z`. */
export const UtcTime = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$' })

/** Owners of outputs, subnets or balances. */
export const Owner = Type.Object(
  { locktime: Uint, threshold: Uint, addresses: Type.Array(ChainAddress) },
  { $id: 'Owner' },
)

/** Place in a list of outputs. */
export const UtxoPlace = Type.Object({ address: Type.String(), utxo: Type.String() })

/** Arguments of `getUTXOs`. */
export const UtxoRequest = Type.Object({
  addresses: Type.Array(Type.String(), { minItems: 1, maxItems: 1024 }),
  sourceChain: Type.Optional(Type.String({ description: 'Chain whose exports are listed.' })),
  limit: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1024 }), Uint])),
  startIndex: Type.Optional(UtxoPlace),
  encoding: Type.Optional(ByteEncoding),
})

/** Page of unspent outputs. */
export const UtxoPage = Type.Object({
  numFetched: Uint,
  utxos: Type.Array(HexBytes),
  endIndex: UtxoPlace,
  encoding: ByteEncoding,
})

/** Arguments of `issueTx`. */
export const IssueRequest = Type.Object({
  tx: Type.String({ description: 'Signed bytes in the encoding.' }),
  encoding: Type.Optional(ByteEncoding),
})

/** Id of an issued transaction. */
export const Issued = Type.Object({ txID: Id })

/** Arguments that name a transaction. */
export const TxRequest = Type.Object({ txID: Id })

/** Reference to an output. */
export const OutputReference = Type.Object({ txID: Id, outputIndex: Whole })

/** Height of a chain in requests. */
const Height = Type.Union([Whole, Uint])

/** Encodings of transactions and blocks of P and X. */
export const Encoding = Type.Union(
  ['hex', 'hexc', 'hexnc', 'json'].map((name) => Type.Literal(name)),
  { default: 'hex' },
)

/** Arguments that name a block by its id. */
export const BlockRequest = Type.Object({ blockID: Id, encoding: Type.Optional(Encoding) })

/** Arguments that name a block by its height. */
export const BlockHeightRequest = Type.Object({
  height: Height,
  encoding: Type.Optional(Encoding),
})

/** Bytes, or their JSON in the form of the node. */
const BytesOrJson = Type.Union([HexBytes, Type.Record(Type.String(), Type.Unknown())], {
  description: 'Bytes in hex, or the JSON of the node with the encoding `json`.',
})

/** Block in the requested encoding. */
export const Block = Type.Object({ block: BytesOrJson, encoding: Encoding })

/** Signed transaction in the requested encoding. */
export const Transaction = Type.Object({ tx: BytesOrJson, encoding: Encoding })
