import { type Static, Type } from '@sinclair/typebox'
import {
  Count,
  DecimalFraction,
  DecimalString,
  EpochSeconds,
  EvmAddress,
  oneOf,
} from '../scalars.ts'
import { LivePChainTransaction, LivePrimaryTransaction } from './live-primary.ts'
import { addressSubEvents, balanceTypes, validatorSubEvents } from './webhooks.ts'

/* Bodies of webhooks as the deployed service sends them. */

const Text = Type.String()
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })

const MovedToken = Type.Object(
  {
    address: EvmAddress,
    name: Text,
    symbol: Text,
    decimals: Count,
    valueWithDecimals: DecimalFraction,
  },
  { $id: 'ERCToken' },
)

const Transfer = Type.Object(
  {
    transactionHash: Hash,
    type: oneOf(['ERC20', 'ERC721', 'ERC1155']),
    from: EvmAddress,
    to: EvmAddress,
    value: DecimalString,
    tokenId: Type.Optional(DecimalString),
    blockTimestamp: EpochSeconds,
    logIndex: Count,
    erc20Token: Type.Optional(MovedToken),
    erc721Token: Type.Optional(MovedToken),
    erc1155Token: Type.Optional(MovedToken),
  },
  { $id: 'ERCTransfer' },
)
/** Transfer in a message. */
export type WebhookTransfer = Static<typeof Transfer>

const InternalTransaction = Type.Object(
  {
    from: EvmAddress,
    to: EvmAddress,
    internalTxType: Text,
    value: DecimalString,
    gasUsed: DecimalString,
    gasLimit: DecimalString,
    transactionHash: Hash,
  },
  { $id: 'WebhookInternalTransaction' },
)

const Log = Type.Object(
  {
    address: EvmAddress,
    topic0: Text,
    topic1: Type.Optional(Hash),
    topic2: Type.Optional(Hash),
    topic3: Type.Optional(Hash),
    data: Text,
    transactionIndex: Count,
    logIndex: Count,
    removed: Type.Boolean(),
  },
  { $id: 'Log' },
)
/** Log in a message. */
export type WebhookLog = Static<typeof Log>

const Transaction = Type.Object(
  {
    blockHash: Hash,
    blockNumber: DecimalString,
    from: EvmAddress,
    gas: DecimalString,
    gasPrice: DecimalString,
    maxFeePerGas: DecimalString,
    maxPriorityFeePerGas: DecimalString,
    txHash: Hash,
    txStatus: oneOf(['0', '1']),
    input: Text,
    nonce: DecimalString,
    to: Type.String({ description: 'In lower case.' }),
    transactionIndex: Count,
    value: DecimalString,
    type: Count,
    chainId: DecimalString,
    receiptCumulativeGasUsed: DecimalString,
    receiptGasUsed: DecimalString,
    receiptEffectiveGasPrice: DecimalString,
    receiptRoot: Hash,
    contractAddress: Type.Optional(EvmAddress),
    blockTimestamp: EpochSeconds,
    erc20Transfers: Type.Array(Transfer),
    erc721Transfers: Type.Array(Transfer),
    erc1155Transfers: Type.Array(Transfer),
    internalTransactions: Type.Optional(Type.Array(InternalTransaction)),
    accessList: Type.Optional(
      Type.Array(
        Type.Object(
          { accessAddresses: EvmAddress, storageKeys: Type.Array(Hash) },
          { $id: 'AccessListData' },
        ),
      ),
    ),
    networkToken: Type.Optional(
      Type.Object(
        {
          tokenName: Type.Optional(Text),
          tokenSymbol: Type.Optional(Text),
          tokenDecimals: Type.Optional(Count),
          valueWithDecimals: Type.Optional(DecimalFraction),
        },
        { $id: 'NetworkTokenInfo' },
      ),
    ),
  },
  { $id: 'WebhookTransaction' },
)
/** Transaction in a message. */
export type WebhookTransaction = Static<typeof Transaction>

const envelope = { webhookId: Text, messageId: Text }

/** Message about addresses of an EVM chain. */
export const EvmMessage = Type.Object(
  {
    ...envelope,
    eventType: Type.Literal('address_activity'),
    event: Type.Object(
      { transaction: Transaction, logs: Type.Optional(Type.Array(Log)) },
      { $id: 'TransactionEvent' },
    ),
  },
  { $id: 'WebhookAddressActivityResponse' },
)

/** Amounts of AVAX by kind of balance, in nAVAX. G-227 */
const Balances = Type.Partial(
  Type.Object(
    Object.fromEntries(balanceTypes.map((type) => [type, DecimalString])) as Record<
      (typeof balanceTypes)[number],
      typeof DecimalString
    >,
  ),
)

/** G-226 */
export const PrimaryMessage = Type.Object(
  {
    ...envelope,
    eventType: Type.Literal('primary_network_address_activity'),
    event: Type.Object({
      version: Type.Literal(1),
      eventType: oneOf(addressSubEvents),
      addresses: Type.Array(Text),
      balances: Balances,
      transaction: LivePrimaryTransaction,
    }),
  },
  { $id: 'WebhookPrimaryNetworkAddressActivity' },
)

/** G-226 */
export const ValidatorMessage = Type.Object(
  {
    ...envelope,
    eventType: Type.Literal('validator_activity'),
    event: Type.Object({
      version: Type.Literal(1),
      eventType: oneOf(validatorSubEvents),
      nodeId: Text,
      subnetId: Text,
      validationId: Type.Optional(Text),
      remainingBalance: Type.Optional(DecimalString),
      blockNumber: DecimalString,
      blockTimestamp: EpochSeconds,
      transaction: Type.Optional(LivePChainTransaction),
    }),
  },
  { $id: 'WebhookValidatorActivity' },
)

/** Bodies by the eventType of their webhooks. */
export const webhookMessages = {
  address_activity: EvmMessage,
  primary_network_address_activity: PrimaryMessage,
  validator_activity: ValidatorMessage,
} as const
