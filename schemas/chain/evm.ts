import { type TSchema, Type } from '@sinclair/typebox'
import { FeeConfig } from '../data/genesis.ts'
import type { Argument, ChainMethod } from './chain-method.ts'
import type { evmMethodNames } from './method-names.ts'

const Quantity = Type.String({ pattern: '^0x(0|[1-9a-f][0-9a-f]*)$', $id: 'Quantity' })
const Bytes = Type.String({ pattern: '^0x([0-9a-f]{2})*$' })
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$', $id: 'Hash' })
const EvmAddress = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const Nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])

const BlockTag = Type.Union([
  Quantity,
  ...['latest', 'accepted', 'finalized', 'safe', 'pending', 'earliest'].map((tag) =>
    Type.Literal(tag),
  ),
  Type.Object({ blockHash: Type.Optional(Hash), blockNumber: Type.Optional(Quantity) }),
])

const AccessList = Type.Array(Type.Object({ address: EvmAddress, storageKeys: Type.Array(Hash) }))

const Log = Type.Object(
  {
    address: EvmAddress,
    topics: Type.Array(Hash),
    data: Bytes,
    blockNumber: Quantity,
    blockHash: Hash,
    transactionHash: Hash,
    transactionIndex: Quantity,
    logIndex: Quantity,
    removed: Type.Boolean(),
  },
  { $id: 'Log' },
)

const Transaction = Type.Object(
  {
    blockHash: Hash,
    blockNumber: Quantity,
    from: EvmAddress,
    gas: Quantity,
    gasPrice: Quantity,
    maxFeePerGas: Type.Optional(Quantity),
    maxPriorityFeePerGas: Type.Optional(Quantity),
    hash: Hash,
    input: Bytes,
    nonce: Quantity,
    to: Nullable(EvmAddress),
    transactionIndex: Quantity,
    value: Quantity,
    type: Quantity,
    accessList: Type.Optional(AccessList),
    chainId: Type.Optional(Quantity),
    v: Quantity,
    r: Quantity,
    s: Quantity,
    yParity: Type.Optional(Quantity),
  },
  { $id: 'EvmTransaction' },
)

const Receipt = Type.Object(
  {
    blockHash: Hash,
    blockNumber: Quantity,
    transactionHash: Hash,
    transactionIndex: Quantity,
    contractAddress: Nullable(EvmAddress),
    cumulativeGasUsed: Quantity,
    effectiveGasPrice: Quantity,
    from: EvmAddress,
    gasUsed: Quantity,
    logs: Type.Array(Log),
    logsBloom: Bytes,
    status: Quantity,
    to: Nullable(EvmAddress),
    type: Quantity,
  },
  { $id: 'Receipt' },
)

const Block = Type.Object(
  {
    difficulty: Quantity,
    extraData: Bytes,
    gasLimit: Quantity,
    gasUsed: Quantity,
    hash: Hash,
    logsBloom: Bytes,
    miner: EvmAddress,
    mixHash: Hash,
    nonce: Bytes,
    number: Quantity,
    parentHash: Hash,
    receiptsRoot: Hash,
    sha3Uncles: Hash,
    stateRoot: Hash,
    timestamp: Quantity,
    transactionsRoot: Hash,
    baseFeePerGas: Type.Optional(Quantity),
    extDataGasUsed: Type.Optional(Quantity),
    blockGasCost: Type.Optional(Quantity),
    blobGasUsed: Type.Optional(Quantity),
    excessBlobGas: Type.Optional(Quantity),
    parentBeaconBlockRoot: Type.Optional(Hash),
    timestampMilliseconds: Type.Optional(Quantity),
    minDelayExcess: Type.Optional(Quantity),
    blockExtraData: Type.Optional(Bytes),
    extDataHash: Type.Optional(Hash),
    size: Quantity,
    totalDifficulty: Quantity,
    transactions: Type.Union([Type.Array(Hash), Type.Array(Transaction)]),
    uncles: Type.Array(Hash),
  },
  { $id: 'EvmBlock' },
)

const FeeHistory = Type.Object({
  oldestBlock: Quantity,
  reward: Type.Optional(Type.Array(Type.Array(Quantity))),
  baseFeePerGas: Type.Optional(Type.Array(Quantity)),
  gasUsedRatio: Nullable(Type.Array(Type.Number({ minimum: 0, maximum: 1 }))),
})

const Call = Type.Object({
  from: Type.Optional(EvmAddress),
  to: Type.Optional(Nullable(EvmAddress)),
  gas: Type.Optional(Quantity),
  gasPrice: Type.Optional(Quantity),
  maxFeePerGas: Type.Optional(Quantity),
  maxPriorityFeePerGas: Type.Optional(Quantity),
  value: Type.Optional(Quantity),
  data: Type.Optional(Bytes),
  input: Type.Optional(Bytes),
  accessList: Type.Optional(AccessList),
})

/** Accounts that a read sees instead of their own, by address. */
const StateOverrides = Type.Record(
  Type.String(),
  Type.Object({
    nonce: Type.Optional(Quantity),
    balance: Type.Optional(Quantity),
    code: Type.Optional(Bytes),
    state: Type.Optional(Type.Record(Type.String(), Hash)),
    stateDiff: Type.Optional(Type.Record(Type.String(), Hash)),
  }),
)

const BlockOverrides = Type.Object({
  number: Type.Optional(Quantity),
  time: Type.Optional(Quantity),
  gasLimit: Type.Optional(Quantity),
  coinbase: Type.Optional(EvmAddress),
  difficulty: Type.Optional(Quantity),
  baseFee: Type.Optional(Quantity),
  blobBaseFee: Type.Optional(Quantity),
})

const LogFilter = Type.Object({
  blockHash: Type.Optional(Hash),
  fromBlock: Type.Optional(BlockTag),
  toBlock: Type.Optional(BlockTag),
  address: Type.Optional(Type.Union([EvmAddress, Type.Array(EvmAddress)])),
  topics: Type.Optional(
    Type.Array(Type.Union([Type.Null(), Hash, Type.Array(Nullable(Hash))]), { maxItems: 4 }),
  ),
})

const Proof = Type.Object({
  address: EvmAddress,
  accountProof: Type.Array(Bytes),
  balance: Quantity,
  codeHash: Hash,
  nonce: Quantity,
  storageHash: Hash,
  storageProof: Type.Array(
    Type.Object({ key: Type.String(), value: Quantity, proof: Type.Array(Bytes) }),
  ),
})

const traceFields = {
  tracer: Type.Optional(
    Type.Union(['callTracer', 'prestateTracer'].map((name) => Type.Literal(name))),
  ),
  tracerConfig: Type.Optional(
    Type.Object({
      onlyTopCall: Type.Optional(Type.Boolean()),
      withLog: Type.Optional(Type.Boolean()),
      diffMode: Type.Optional(Type.Boolean()),
    }),
  ),
  enableMemory: Type.Optional(Type.Boolean()),
  disableStack: Type.Optional(Type.Boolean()),
  disableStorage: Type.Optional(Type.Boolean()),
  enableReturnData: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
}

const TraceConfig = Type.Object(traceFields)

const TraceCallConfig = Type.Object({
  ...traceFields,
  stateOverrides: Type.Optional(StateOverrides),
  blockOverrides: Type.Optional(BlockOverrides),
})

/** By tracer: a tree of calls, accounts, or struct logs. */
const Trace = Type.Record(Type.String(), Type.Unknown())

const PriceOption = Type.Object({ maxPriorityFeePerGas: Quantity, maxFeePerGas: Quantity })

const BlockTraces = Type.Array(Type.Object({ txHash: Hash, result: Trace }))

const address: Argument = { name: 'address', schema: EvmAddress }
const hash: Argument = { name: 'hash', schema: Hash }
const block: Argument = { name: 'block', schema: BlockTag }
const stateOf: Argument = { ...block, isOptional: true }
const index: Argument = { name: 'index', schema: Quantity }
const isFull: Argument = { name: 'isFull', schema: Type.Boolean() }
const call: Argument = { name: 'call', schema: Call }
const anything = (name: string): Argument => ({ name, schema: Type.Unknown(), isOptional: true })

const overrides: Argument = { name: 'overrides', schema: StateOverrides, isOptional: true }
const trace: Argument = { name: 'trace', schema: TraceConfig, isOptional: true }
const unknownAccount = 'Refused: the node has no keys'

/** Methods of an EVM chain. */
export const evmMethods: Readonly<Record<(typeof evmMethodNames)[number], ChainMethod>> = {
  debug_traceBlockByHash: {
    summary: 'Traces of all transactions of a block',
    params: [hash, trace],
    result: BlockTraces,
  },
  debug_traceBlockByNumber: {
    summary: 'Traces of all transactions of a block',
    params: [block, trace],
    result: BlockTraces,
  },
  debug_traceCall: {
    summary: 'Trace of a call',
    params: [call, block, { ...trace, schema: TraceCallConfig }],
    result: Trace,
  },
  debug_traceTransaction: {
    summary: 'Trace of a transaction, executed again',
    params: [hash, trace],
    result: Trace,
  },
  eth_accounts: { summary: 'None', params: [], result: Type.Array(EvmAddress) },
  eth_baseFee: { summary: 'Base fee of the next block, wei', params: [], result: Quantity },
  eth_blockNumber: { summary: 'Number of the last block', params: [], result: Quantity },
  eth_call: {
    summary: 'Output of a call; a revert has code 3 and its bytes as data',
    params: [
      call,
      stateOf,
      overrides,
      { name: 'blockOverrides', schema: BlockOverrides, isOptional: true },
    ],
    result: Bytes,
  },
  eth_callDetailed: {
    summary: 'Gas, output and error of a call',
    params: [call, block, overrides],
    result: Type.Object({
      gas: Type.Integer(),
      errCode: Type.Integer(),
      err: Type.String(),
      returnData: Bytes,
    }),
  },
  eth_chainId: { summary: 'Chain id', params: [], result: Quantity },
  eth_createAccessList: {
    summary: 'Accounts and slots that a call accesses',
    params: [call, stateOf],
    result: Type.Object({
      accessList: AccessList,
      error: Type.Optional(Type.String()),
      gasUsed: Quantity,
    }),
  },
  eth_estimateGas: {
    summary: 'Gas that lets a call succeed, at most 1.5 percent above the least',
    params: [call, stateOf, overrides],
    result: Quantity,
  },
  eth_feeConfig: {
    summary: 'Fee configuration of an L1; the C-chain does not have the method',
    params: [stateOf],
    result: Type.Object({ feeConfig: FeeConfig, lastChangedAt: Type.Integer() }),
  },
  eth_feeHistory: {
    summary: 'Base fees, fullness and tips of blocks up to one',
    params: [
      { name: 'count', schema: Type.Union([Quantity, Type.Integer({ minimum: 0 })]) },
      block,
      { name: 'percentiles', schema: Type.Array(Type.Number()) },
    ],
    result: FeeHistory,
  },
  eth_gasPrice: { summary: 'Price that the next block accepts, wei', params: [], result: Quantity },
  eth_getActiveRulesAt: {
    summary: 'Rules of an L1 at a time, epoch seconds; the C-chain does not have the method',
    params: [{ name: 'timestamp', schema: Type.Integer({ minimum: 0 }), isOptional: true }],
    result: Type.Object({
      ethRules: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Integer()])),
      avalancheRules: Type.Record(Type.String(), Type.Boolean()),
      precompiles: Type.Record(Type.String(), Type.Object({ timestamp: Type.Integer() })),
    }),
  },
  eth_getBalance: {
    summary: 'Balance of an account after a block, wei',
    params: [address, block],
    result: Quantity,
  },
  eth_getBlockByHash: { summary: 'Block', params: [hash, isFull], result: Nullable(Block) },
  eth_getBlockByNumber: { summary: 'Block', params: [block, isFull], result: Nullable(Block) },
  eth_getBlockReceipts: {
    summary: 'Receipts of a block',
    params: [block],
    result: Nullable(Type.Array(Receipt)),
  },
  eth_getBlockTransactionCountByHash: {
    summary: 'Number of transactions of a block',
    params: [hash],
    result: Nullable(Quantity),
  },
  eth_getBlockTransactionCountByNumber: {
    summary: 'Number of transactions of a block',
    params: [block],
    result: Nullable(Quantity),
  },
  eth_getChainConfig: {
    summary: 'Blocks and times since which the chain has its rules',
    params: [],
    result: Type.Record(Type.String(), Type.Unknown()),
  },
  eth_getCode: {
    summary: 'Code of an account',
    params: [address, block],
    result: Bytes,
  },
  eth_getLogs: {
    summary: 'Logs of a block or a range of blocks',
    params: [{ name: 'filter', schema: LogFilter }],
    result: Type.Array(Log),
  },
  eth_getProof: {
    summary: 'Merkle proof of an account and of slots, of the latest block alone',
    params: [address, { name: 'slots', schema: Type.Array(Type.String()) }, block],
    result: Proof,
  },
  eth_getStorageAt: {
    summary: 'Value of a slot',
    params: [address, { name: 'slot', schema: Type.String() }, block],
    result: Hash,
  },
  eth_getTransactionByBlockHashAndIndex: {
    summary: 'Transaction of a block',
    params: [hash, index],
    result: Nullable(Transaction),
  },
  eth_getTransactionByBlockNumberAndIndex: {
    summary: 'Transaction of a block',
    params: [block, index],
    result: Nullable(Transaction),
  },
  eth_getTransactionByHash: {
    summary: 'Transaction',
    params: [hash],
    result: Nullable(Transaction),
  },
  eth_getTransactionCount: {
    summary: 'Nonce of the next transaction of an account',
    params: [address, block],
    result: Quantity,
  },
  eth_getTransactionReceipt: {
    summary: 'Receipt of a transaction',
    params: [hash],
    result: Nullable(Receipt),
  },
  eth_maxPriorityFeePerGas: { summary: 'Suggested tip, wei', params: [], result: Quantity },
  eth_sendRawTransaction: {
    summary: 'Issues a signed transaction; answers when it is in an accepted block',
    params: [{ name: 'bytes', schema: Bytes }],
    result: Hash,
  },
  eth_sendTransaction: {
    summary: unknownAccount,
    params: [anything('call')],
    result: Type.Unknown(),
  },
  eth_sign: {
    summary: unknownAccount,
    params: [anything('address'), anything('bytes')],
    result: Type.Unknown(),
  },
  eth_signTransaction: {
    summary: unknownAccount,
    params: [anything('call')],
    result: Type.Unknown(),
  },
  eth_suggestPriceOptions: {
    summary: 'Three offers for the next block, wei per gas',
    params: [],
    result: Type.Object({ slow: PriceOption, normal: PriceOption, fast: PriceOption }),
  },
  eth_syncing: { summary: 'Never', params: [], result: Type.Literal(false) },
  net_listening: { summary: 'Always', params: [], result: Type.Literal(true) },
  net_peerCount: { summary: 'Number of peers', params: [], result: Quantity },
  net_version: {
    summary: 'Chain id in decimal',
    params: [],
    result: Type.String({ pattern: '^[1-9][0-9]*$' }),
  },
  web3_clientVersion: { summary: 'Name of the client', params: [], result: Type.String() },
  web3_sha3: {
    summary: 'Keccak-256 of bytes',
    params: [{ name: 'bytes', schema: Bytes }],
    result: Hash,
  },
}
