import { type Static, Type } from '@sinclair/typebox'
import { ChainInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { quirk } from '../quirk.ts'
import { Cb58Id, DecimalString, EpochSeconds, oneOf, SortOrder, withOptions } from '../scalars.ts'
import { LiveUtxo } from './live.ts'
import { primaryChainParams } from './parameters.ts'
import { Utxo } from './transactions.ts'

/* Outputs by their owners. All of them are extra operations. */

/** Sort criterion of a list of outputs. */
export const UtxoOrder = oneOf(['timestamp', 'amount'], { $id: 'UtxoOrder' })
export type UtxoOrder = Static<typeof UtxoOrder>

/** HTTP status of responses to POST. */
export const postedStatus = quirk(
  {
    name: 'Success status of UTXOs and last activity by POST',
    section: '4.1',
    documented: '200',
    live: '201',
  },
  { documented: 200, live: 201 } as const,
)

const someAddresses = (max: number) =>
  Type.String({
    description: `Addresses with or without P- or X- in front. At most ${max}, separated by commas.`,
  })
const query = {
  assetId: Type.Optional(Cb58Id),
  minUtxoAmount: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Least amount, in the smallest unit.' }),
  ),
  includeSpent: Type.Boolean({ default: false }),
  sortBy: withOptions(UtxoOrder, { default: 'timestamp' }),
  sortOrder: SortOrder,
}
/** Body with up to 1,000 addresses. G-126 */
const body = Type.Object({ addresses: someAddresses(1000) })

/**
 * Outputs of the P-chain in the contract's shape, of the others in their own, in both dialects.
 * G-126
 */
export const getUtxosByAddresses = operation({
  operationId: 'getUtxosByAddresses',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/utxos',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Outputs of addresses, by default unspent ones, newest first',
  description: 'One owner among the addresses is enough.',
  params: primaryChainParams,
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    addresses: someAddresses(64),
    ...query,
  }),
  response: Type.Object({
    ...nextPage,
    utxos: Type.Array(Type.Union([Utxo, LiveUtxo])),
    chainInfo: ChainInfo,
  }),
})

/** Operation like {@link getUtxosByAddresses}, with more addresses. */
export const getUtxosByAddressesV2 = operation({
  ...getUtxosByAddresses,
  operationId: 'getUtxosByAddressesV2',
  method: 'POST',
  query: Type.Object({ ...pageQuery({ size: 10, max: 1024 }), ...query }),
  body,
  quirks: [postedStatus],
})

/** Latest creation or spending of an output. */
export const LastActivity = Type.Object(
  {
    timestamp: EpochSeconds,
    blockNumber: DecimalString,
    txHash: Type.String(),
    utxoId: Type.String(),
    isConsumed: Type.Boolean(),
    ...ChainInfo.properties,
  },
  { $id: 'LastActivity' },
)
export type LastActivity = Static<typeof LastActivity>

/** 404 for addresses without activity. G-127 */
export const getLastActivityTimestampByAddresses = operation({
  operationId: 'getLastActivityTimestampByAddresses',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'When an output of addresses was last made or spent',
  params: primaryChainParams,
  query: Type.Object({ addresses: someAddresses(64) }),
  response: LastActivity,
})

/** Operation like {@link getLastActivityTimestampByAddresses}, with more addresses. */
export const getLastActivityTimestampByAddressesV2 = operation({
  ...getLastActivityTimestampByAddresses,
  operationId: 'getLastActivityTimestampByAddressesV2',
  method: 'POST',
  query: Type.Object({}),
  body,
  quirks: [postedStatus],
})
