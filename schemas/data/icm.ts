import { type Static, Type } from '@sinclair/typebox'
import { pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  DecimalString,
  EpochSeconds,
  EvmAddress,
  NetworkParameter,
  oneOf,
  withOptions,
} from '../scalars.ts'
import { Erc20Token } from './tokens.ts'

/** Status of an interchain message at the world's time. Part 3, G-04, G-08. */
export const IcmStatus = oneOf(['pending', 'delivered', 'delivered_source_not_indexed'], {
  $id: 'IcmStatus',
})
export type IcmStatus = Static<typeof IcmStatus>

const transaction = {
  txHash: Type.String(),
  timestamp: EpochSeconds,
  gasSpent: withOptions(DecimalString, { description: 'Wei.' }),
}

/**
 * Message from one chain to another. A source that is not indexed has no `sourceTransaction`. G-71:
 * `destinationTransaction` is an extra field, official clients demand it after the delivery.
 * Section 2.5.
 */
export const IcmMessage = Type.Object(
  {
    messageId: Type.String(),
    icmContractAddress: Type.String(),
    sourceBlockchainId: Type.String(),
    destinationBlockchainId: Type.String(),
    sourceEvmChainId: DecimalString,
    destinationEvmChainId: DecimalString,
    messageNonce: DecimalString,
    from: Type.String(),
    to: Type.String(),
    data: Type.Optional(Type.String()),
    messageExecuted: Type.Boolean(),
    receipts: Type.Array(
      Type.Object({ receivedMessageNonce: DecimalString, relayerRewardAddress: Type.String() }),
    ),
    receiptDelivered: Type.Boolean(),
    rewardDetails: Type.Object({ ...Erc20Token.properties, value: DecimalString }),
    sourceTransaction: Type.Optional(Type.Object(transaction)),
    destinationTransaction: Type.Optional(
      Type.Object({
        ...transaction,
        rewardRedeemer: Type.String(),
        delivererAddress: Type.String(),
      }),
    ),
    status: IcmStatus,
  },
  { $id: 'IcmMessage' },
)
export type IcmMessage = Static<typeof IcmMessage>

/** Section 4.1.19: by time of sending, else of delivery, newest first. G-27 */
export const listIcmMessages = operation({
  operationId: 'listIcmMessages',
  method: 'GET',
  path: '/v1/icm/addresses/{address}/messages',
  computeUnits: 20,
  section: '4.1.19',
  tag: 'Interchain messages',
  summary: 'Interchain messages from or to an address, newest first',
  params: Type.Object({ address: EvmAddress }),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    network: Type.Optional(NetworkParameter),
  }),
  response: Type.Object({ ...nextPage, messages: Type.Array(IcmMessage) }),
  quirks: [pricesAreNumbers],
})

/** One of {@link listIcmMessages}; 404 when there is no such message. G-36 */
export const getIcmMessage = operation({
  operationId: 'getIcmMessage',
  method: 'GET',
  path: '/v1/icm/messages/{messageId}',
  computeUnits: 20,
  section: '4.1',
  tag: 'Interchain messages',
  summary: 'An interchain message by its id',
  params: Type.Object({
    messageId: Type.String({
      pattern: '^(0x)?[0-9a-fA-F]{64}$',
      mustBe: '64 hex digits, with or without 0x',
    }),
  }),
  query: Type.Object({}),
  response: IcmMessage,
  quirks: [pricesAreNumbers],
})
