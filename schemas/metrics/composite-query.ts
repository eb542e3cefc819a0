import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Count, DecimalString, EpochSeconds, EvmAddress, oneOf } from '../scalars.ts'

/** UTC day; the route checks it against the calendar. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', mustBe: 'a day as YYYY-MM-DD' })
const days = { firstDate: Day, lastDate: Day }
const evmChainId = Type.String({ pattern: '^[0-9]+$', mustBe: 'a numeric EVM chain id' })
const coin = { minBalance: DecimalString, evmChainId }
const token = { ...coin, contractAddress: EvmAddress }
const subject = { minBalance: DecimalString, subjectAddress: EvmAddress }

const query = <Type extends string, Params extends TSchema>(type: Type, params: Params) =>
  Type.Object({ id: Type.String(), type: Type.Literal(type), params })

/** Days or epoch seconds: one pair of them. */
const NftHolding = Type.Object({
  evmChainId,
  contractAddress: EvmAddress,
  firstDate: Type.Optional(Day),
  lastDate: Type.Optional(Day),
  startTs: Type.Optional(EpochSeconds),
  endTs: Type.Optional(EpochSeconds),
})

const queries = [
  query('AllTimeNativeBalance', Type.Object({ ...days, ...coin })),
  query('AnyTimeNativeBalance', Type.Object({ ...days, ...coin })),
  query('AllTimeErc20Balance', Type.Object({ ...days, ...token })),
  query('AnyTimeErc20Balance', Type.Object({ ...days, ...token })),
  query('AllTimeNftHolders', NftHolding),
  query('AnyTimeNftHolders', NftHolding),
  query(
    'LatestBalance',
    Type.Object({
      ...coin,
      tokenType: oneOf(['ERC20', 'NATIVE']),
      contractAddress: Type.Optional(EvmAddress),
    }),
  ),
  query('AllTimeStarsArenaBalance', Type.Object({ ...days, ...subject })),
  query('AnyTimeStarsArenaBalance', Type.Object({ ...days, ...subject })),
  query('LatestBalanceStarsArena', Type.Object(subject)),
]

/** Query for addresses: amounts are minimums, in the smallest unit. G-137 */
export const AddressQuery = Type.Union(queries, { $id: 'AddressQuery' })
export type AddressQuery = Static<(typeof queries)[number]>

/** G-137 */
export const compositeQueryV2 = operation({
  operationId: 'compositeQueryV2',
  method: 'POST',
  path: '/v2/lookingGlass/compositeQuery',
  computeUnits: 3000,
  section: 'extra',
  tag: 'Looking glass',
  summary: 'Addresses that several queries find, all of them or any',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    ...pageQuery({ size: 1000, max: 10_000 }),
    queries: Type.Array(AddressQuery, { minItems: 1, maxItems: 20 }),
    operator: oneOf(['AND', 'OR']),
  }),
  response: Type.Object({
    ...nextPage,
    subQueryCounts: Type.Record(Type.String(), Count),
    totalCount: Count,
    addresses: Type.Array(Type.String()),
  }),
})
