import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { BlockchainId, EpochSeconds, EvmAddress, oneOf } from '../scalars.ts'

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  mustBe: 'a day as YYYY-MM-DD',
})

const dates = {
  firstDate: Type.Optional(Day),
  lastDate: Type.Optional(Day),
  startDate: Type.Optional(Type.String({ ...Day, description: 'Deprecated: firstDate.' })),
  endDate: Type.Optional(Type.String({ ...Day, description: 'Deprecated: lastDate.' })),
}

/** G-211: bounds of the lists. */
const list = <Item extends Parameters<typeof Type.Array>[0]>(items: Item) =>
  Type.Array(items, { minItems: 1, maxItems: 64 })

const EvmExport = Type.Object(
  {
    type: Type.Literal('TRANSACTION_EXPORT_EVM'),
    options: Type.Object({
      addresses: list(EvmAddress),
      includeChains: list(Type.String({ description: 'EVM chain ids.' })),
    }),
    ...dates,
  },
  { $id: 'CreateEvmTransactionExportRequest' },
)

/** Kinds of exports of the primary network. */
export const primaryExportTypes = [
  'TRANSACTION_EXPORT_PRIMARY_NETWORK',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
] as const

const PrimaryExport = Type.Object(
  {
    type: oneOf(primaryExportTypes),
    options: Type.Object({
      includeChains: list(BlockchainId),
      addresses: Type.Optional(list(Type.String())),
      cChainEvmAddresses: Type.Optional(list(EvmAddress)),
    }),
    ...dates,
  },
  { $id: 'CreatePrimaryNetworkTransactionExportRequest' },
)
/** Export of an EVM chain. */
export type EvmExport = Static<typeof EvmExport>
/** Export of the primary network. */
export type PrimaryExport = Static<typeof PrimaryExport>

/** Request of an export: its type decides the other fields. */
export const ExportRequest = Type.Union([EvmExport, PrimaryExport])
export type ExportRequest = Static<typeof ExportRequest>

const operationTypes = [...primaryExportTypes, 'TRANSACTION_EXPORT_EVM'] as const

/** State of an export. */
export const OperationStatus = Type.Object(
  {
    operationId: Type.String(),
    operationType: oneOf(operationTypes),
    operationStatus: oneOf(['RUNNING', 'COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED']),
    message: Type.Optional(Type.String()),
    metadata: Type.Optional(
      Type.Object({
        code: Type.Optional(oneOf(['ErrInvalidRequest', 'ErrInternal', 'WarnTruncatedExport'])),
        downloadUrl: Type.Optional(Type.String()),
        nextDate: Type.Optional(Type.String()),
      }),
    ),
    createdAtTimestamp: EpochSeconds,
    updatedAtTimestamp: EpochSeconds,
  },
  { $id: 'OperationStatusResponse' },
)
export type OperationStatus = Static<typeof OperationStatus>

/** Path of the files of exports. */
export const filesPath = '/_files'

/** 400 for chains, addresses and dates that cannot be. G-210, G-211, G-212 */
export const postTransactionExportJob = operation({
  operationId: 'postTransactionExportJob',
  method: 'POST',
  path: '/v1/operations/transactions:export',
  computeUnits: 20,
  section: 'extra',
  tag: 'Exports',
  summary: 'Begins an export of transactions as a CSV file',
  description:
    'The file holds the transactions of the blocks up to now, from the first to the last day.',
  needsWriter: true,
  status: 201,
  params: Type.Object({}),
  query: Type.Object({}),
  body: ExportRequest,
  response: OperationStatus,
})

/** 404 for the export of another key too. G-210 */
export const getOperationResult = operation({
  operationId: 'getOperationResult',
  method: 'GET',
  path: '/v1/operations/{operationId}',
  computeUnits: 10,
  section: 'extra',
  tag: 'Exports',
  summary: 'The state of an export, and the link to its file',
  needsWriter: true,
  params: Type.Object({ operationId: Type.String() }),
  query: Type.Object({}),
  response: OperationStatus,
})
