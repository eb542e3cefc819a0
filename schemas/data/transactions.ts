import { type Static, Type } from '@sinclair/typebox'
import {
  AssetAmount,
  BlsCredentials,
  ChainInfo,
  L1ValidatorManagerDetails,
  OwnerInfo,
} from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { type Quirk, quirk } from '../quirk.ts'
import {
  Cb58Id,
  DecimalFraction,
  DecimalString,
  EpochSeconds,
  oneOf,
  SortOrder,
  withOptions,
} from '../scalars.ts'
import { GenesisData, genesisNumbers } from './genesis.ts'
import { addressList, primaryChainParams, timestampQuery } from './parameters.ts'

/** Every transaction type of the three chains; the filter takes the same names. G-02 */
export const PrimaryNetworkTxType = oneOf(
  [
    'AddValidatorTx',
    'AddSubnetValidatorTx',
    'AddDelegatorTx',
    'CreateChainTx',
    'CreateSubnetTx',
    'ImportTx',
    'ExportTx',
    'AdvanceTimeTx',
    'RewardValidatorTx',
    'RemoveSubnetValidatorTx',
    'TransformSubnetTx',
    'AddPermissionlessValidatorTx',
    'AddPermissionlessDelegatorTx',
    'BaseTx',
    'TransferSubnetOwnershipTx',
    'ConvertSubnetToL1Tx',
    'RegisterL1ValidatorTx',
    'SetL1ValidatorWeightTx',
    'DisableL1ValidatorTx',
    'IncreaseL1ValidatorBalanceTx',
    'CreateAssetTx',
    'OperationTx',
  ],
  { $id: 'PrimaryNetworkTxType' },
)
export type PrimaryNetworkTxType = Static<typeof PrimaryNetworkTxType>

/** Reason for a reward, on reward outputs only. G-01 */
export const RewardType = oneOf(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE'], { $id: 'RewardType' })
export type RewardType = Static<typeof RewardType>

/** Whether an output is locked in a stake. G-01 */
export const UtxoType = oneOf(['STAKE', 'TRANSFER'], { $id: 'UtxoType' })
export type UtxoType = Static<typeof UtxoType>

/** Output of a transaction with its spending, if any. Amounts in the asset's smallest unit. 2.2 */
export const Utxo = Type.Object(
  {
    addresses: Type.Array(Type.String({ description: 'Bech32 without the prefix of a chain.' })),
    asset: AssetAmount,
    consumedOnChainId: Type.String(),
    consumingTxHash: Type.Optional(Type.String()),
    createdOnChainId: Type.String(),
    utxoId: Type.String(),
    utxoBytes: Type.Optional(
      Type.String({ description: 'Hex of the output and the last four bytes of its sha256.' }),
    ),
    amount: DecimalString,
    assetId: Type.String(),
    blockNumber: DecimalString,
    blockTimestamp: EpochSeconds,
    consumingBlockNumber: Type.Optional(DecimalString),
    consumingBlockTimestamp: Type.Optional(EpochSeconds),
    platformLocktime: Type.Optional(EpochSeconds),
    outputIndex: Type.Integer({ minimum: 0 }),
    rewardType: Type.Optional(RewardType),
    stakeableLocktime: Type.Optional(EpochSeconds),
    staked: Type.Optional(Type.Boolean()),
    threshold: Type.Optional(Type.Integer({ minimum: 0 })),
    txHash: Type.String(),
    utxoEndTimestamp: Type.Optional(EpochSeconds),
    utxoStartTimestamp: Type.Optional(EpochSeconds),
    utxoType: UtxoType,
  },
  { $id: 'Utxo' },
)
export type Utxo = Static<typeof Utxo>

/** L1 validator before or after a transaction; balances in nAVAX. Section 2.2. */
export const L1ValidatorDetails = Type.Object(
  {
    validationId: Type.String(),
    validationIdHex: Type.String(),
    nodeId: Type.String(),
    subnetId: Type.String(),
    weight: Type.Integer({ minimum: 0 }),
    remainingBalance: Type.Integer({ minimum: 0 }),
    balanceChange: Type.Optional(Type.Integer({ description: 'Negative when it shrank.' })),
    blsCredentials: Type.Optional(Type.Partial(BlsCredentials)),
  },
  { $id: 'L1ValidatorDetails' },
)
export type L1ValidatorDetails = Static<typeof L1ValidatorDetails>

/** Chain that a transaction created. Section 2.2. */
export const BlockchainInfo = Type.Object(
  {
    chainName: Type.String(),
    vmId: Type.String(),
    genesisData: Type.Optional(GenesisData),
  },
  { $id: 'BlockchainInfo' },
)
export type BlockchainInfo = Static<typeof BlockchainInfo>

/**
 * A transaction of the P-, X- or C-chain; amounts in the asset's smallest unit. The optional fields
 * belong to some transaction types only. Section 2.2, G-06, G-39.
 */
export const PrimaryNetworkTransaction = Type.Object(
  {
    txHash: Type.String(),
    txType: PrimaryNetworkTxType,
    blockTimestamp: EpochSeconds,
    blockNumber: DecimalString,
    blockHash: Type.String(),
    consumedUtxos: Type.Array(Utxo),
    emittedUtxos: Type.Array(Utxo),
    sourceChain: Type.Optional(Type.String()),
    destinationChain: Type.Optional(Type.String()),
    value: Type.Array(AssetAmount, { description: 'Sums of the outputs.' }),
    amountBurned: Type.Array(AssetAmount),
    amountStaked: Type.Array(AssetAmount),
    amountL1ValidatorBalanceBurned: Type.Array(AssetAmount),
    startTimestamp: Type.Optional(EpochSeconds),
    endTimestamp: Type.Optional(EpochSeconds),
    delegationFeePercent: Type.Optional(DecimalFraction),
    nodeId: Type.Optional(Type.String()),
    subnetId: Type.Optional(Type.String()),
    l1ValidatorManagerDetails: Type.Optional(L1ValidatorManagerDetails),
    l1ValidatorDetails: Type.Optional(Type.Array(L1ValidatorDetails)),
    estimatedReward: Type.Optional(DecimalString),
    rewardTxHash: Type.Optional(Type.String()),
    rewardAddresses: Type.Optional(Type.Array(Type.String())),
    memo: Type.Optional(Type.String()),
    stakingTxHash: Type.Optional(Type.String()),
    subnetOwnershipInfo: Type.Optional(OwnerInfo),
    blsCredentials: Type.Optional(BlsCredentials),
    blockchainInfo: Type.Optional(BlockchainInfo),
  },
  { $id: 'PrimaryNetworkTransaction' },
)
export type PrimaryNetworkTransaction = Static<typeof PrimaryNetworkTransaction>

/** Whether imports and exports name their own chain besides the other one. */
export const bothChains = quirk(
  {
    name: 'sourceChain and destinationChain of X- and P-chain transactions',
    section: '2.2',
    documented: 'The other chain: source of an ImportTx, destination of an ExportTx',
    live: 'Both',
  },
  { documented: false, live: true },
)

/** Transactions in the specific shapes of the X- and C-chain. */
const consumedUtxoTime: Quirk = {
  name: 'Time of a consumed UTXO of the X- and C-chain',
  section: '2.2',
  documented: 'When it was made, as blockTimestamp',
  live: 'When it was consumed, as timestamp; of an emitted one when it was made',
}

/** Transactions in the specific shapes of the X- and C-chain. G-96 */
const utxoCredentials: Quirk = {
  name: 'Credentials of spent UTXOs and of accounts on the X- and C-chain',
  section: '2.2',
  documented: 'Absent',
  live: 'publicKey and signature of each signer, base64 without padding',
}

/** Whether X- and C-chain transactions have shapes of their own. G-39 */
export const ownTransactionShapes = quirk(
  {
    name: 'X- and C-chain transactions',
    section: '2.2, 4.1.3',
    documented: 'The shape of P-chain transactions; vertex or block as the block',
    live: 'Shapes of their own: linear and non-linear on the X-chain, import and export on the C-chain',
  },
  { documented: false, live: true },
)

/** Whether l1ValidationId alone allows txTypes and timestamps. G-32 */
export const validationIdLiftsFilterRule = quirk(
  {
    name: 'txTypes and timestamps with l1ValidationId but without addresses',
    section: '4.1.3',
    documented: '400',
    live: 'Allowed',
  },
  { documented: false, live: true },
)

/** Quirks of transactions of the P-chain. */
export const platformTransactionQuirks = [genesisNumbers, bothChains]

const transactionQuirks = [
  ownTransactionShapes,
  ...platformTransactionQuirks,
  consumedUtxoTime,
  utxoCredentials,
]

/** Section 4.1.3: newest first unless requested otherwise; a page may be short. G-10, G-32, G-68 */
export const listPrimaryTransactions = operation({
  operationId: 'listPrimaryTransactions',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions',
  computeUnits: 100,
  section: '4.1.3',
  tag: 'Primary network',
  summary: 'Transactions of a primary-network chain',
  description:
    'Newest first unless sortOrder says otherwise. Without addresses, txTypes, startTimestamp ' +
    'and endTimestamp are refused. A page ends early when its transactions hold many UTXOs.',
  params: primaryChainParams,
  query: Type.Object({
    addresses: addressList(
      'Addresses of the P- or X-chain, with or without P- or X- in front, or 0x addresses for ' +
        'the atomic transactions of the C-chain.',
    ),
    l1ValidationId: Type.Optional(
      withOptions(Cb58Id, { description: 'P-chain transactions about this L1 validator.' }),
    ),
    txTypes: Type.Optional(
      Type.Array(PrimaryNetworkTxType, { description: 'Repeated or separated by commas.' }),
    ),
    ...timestampQuery,
    sortOrder: SortOrder,
    ...pageQuery({ size: 10, max: 100 }),
  }),
  response: Type.Object({
    ...nextPage,
    transactions: Type.Array(PrimaryNetworkTransaction),
    chainInfo: ChainInfo,
  }),
  quirks: [...transactionQuirks, validationIdLiftsFilterRule],
})

/** One of {@link listPrimaryTransactions}; 404 when the chain has no such transaction. G-36 */
export const getPrimaryTransaction = operation({
  operationId: 'getPrimaryTransaction',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions/{txHash}',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'A transaction of a primary-network chain',
  params: Type.Object({ ...primaryChainParams.properties, txHash: Cb58Id }),
  query: Type.Object({}),
  response: PrimaryNetworkTransaction,
  quirks: transactionQuirks,
})
