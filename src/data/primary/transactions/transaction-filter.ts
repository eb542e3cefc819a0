import type { Static } from '@sinclair/typebox'
import {
  type listPrimaryTransactions,
  validationIdLiftsFilterRule,
} from '../../../../schemas/data/transactions.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { checkTimeRange, type TimeRange } from '../../../http/request/time-range.ts'
import { badRequest } from '../../../http/response/errors.ts'
import type { RequestedChain } from '../requested-chain.ts'
import { readAddresses, readAtomicAddresses } from '../text-lists.ts'

/** Filter of a list of transactions of a chain; an absent field filters nothing. */
export interface TransactionFilter extends TimeRange {
  readonly addresses?: readonly string[] | undefined
  readonly validationId?: string | undefined
  /** Unique and sorted. */
  readonly txTypes?: readonly string[] | undefined
}

/**
 * Reads the filter of a request to 4.1.3.
 * @throws 400 for invalid addresses, and for filters that the chain or the rule of 4.1.3 does not
 *   allow
 */
export function readTransactionFilter(
  { network, chain, info }: RequestedChain,
  query: Static<(typeof listPrimaryTransactions)['query']>,
  dialect: Dialect,
): TransactionFilter {
  const { l1ValidationId: validationId, startTimestamp, endTimestamp } = query
  const isNarrowed =
    query.addresses !== undefined ||
    (validationId !== undefined && validationIdLiftsFilterRule.in(dialect))
  const needsMore = [query.txTypes, startTimestamp, endTimestamp].some((it) => it !== undefined)
  // G-32
  if (needsMore && !isNarrowed)
    throw badRequest('txTypes, startTimestamp and endTimestamp can be used only with addresses')
  if (validationId !== undefined && chain !== 'P')
    throw badRequest(`l1ValidationId can be used only on the p-chain, not on the ${info.chainName}`)
  checkTimeRange(query)
  const readEach = chain === 'C' ? readAtomicAddresses : readAddresses
  return {
    ...(query.addresses !== undefined && {
      addresses: readEach('addresses', query.addresses, network),
    }),
    validationId,
    ...(query.txTypes !== undefined && { txTypes: [...new Set(query.txTypes)].sort() }),
    startTimestamp,
    endTimestamp,
  }
}
