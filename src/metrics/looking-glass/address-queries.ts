import type { AddressQuery } from '../../../schemas/metrics/composite-query.ts'
import { badRequest } from '../../http/response/errors.ts'
import { daySeconds } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'
import { type BlockSpan, blockSpan } from './block-span.ts'
import { type HeldEnough, holders } from './holders.ts'
import { nftHolders } from './nft-transfers.ts'
import { findEvmChainId, tokenAt } from './tokens.ts'

/** Span after all blocks: the state after the last one is the current state. */
const untilNow: BlockSpan = { before: Number.MAX_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }

/**
 * Returns the addresses of a query. The world has no data of StarsArena. G-137
 * @param name name of the query, for errors
 * @throws 400 for invalid days and contradictory parameters, 404 for an unknown chain
 */
export function addressesOf(world: World, query: AddressQuery, name: string): ReadonlySet<string> {
  const when = query.type.startsWith('AllTime') ? 'all time' : 'any time'
  switch (query.type) {
    case 'AllTimeNativeBalance':
    case 'AnyTimeNativeBalance': {
      const { chainId, span } = partOf(world, query.params, `${name}.params`)
      return holders(world, { chainId }, { min: query.params.minBalance, span, when })
    }
    case 'AllTimeErc20Balance':
    case 'AnyTimeErc20Balance': {
      const { chainId, span } = partOf(world, query.params, `${name}.params`)
      return tokenHolders(world, chainId, query.params, { span, when })
    }
    case 'AllTimeNftHolders':
    case 'AnyTimeNftHolders': {
      const { chainId, span } = partOf(world, query.params, `${name}.params`)
      const contract = tokenAt(world, chainId, query.params.contractAddress)
      return contract ? nftHolders(world, chainId, contract, { span, when }) : noAddresses
    }
    case 'LatestBalance': {
      const { evmChainId, tokenType, contractAddress, minBalance } = query.params
      const chainId = findEvmChainId(world, evmChainId)
      const now = { span: untilNow, when: 'all time' } as const
      if (tokenType === 'NATIVE') return holders(world, { chainId }, { min: minBalance, ...now })
      if (contractAddress === undefined)
        throw badRequest(`${name}.params.contractAddress is required for tokenType ERC20`)
      return tokenHolders(world, chainId, { contractAddress, minBalance }, now)
    }
    case 'AllTimeStarsArenaBalance':
    case 'AnyTimeStarsArenaBalance':
      timesOf(query.params, `${name}.params`)
      return noAddresses
    case 'LatestBalanceStarsArena':
      return noAddresses
  }
}

const noAddresses: ReadonlySet<string> = new Set()

/** Returns the holders of a token; an address without a contract has none. */
function tokenHolders(
  world: World,
  chainId: string,
  { contractAddress, minBalance: min }: { contractAddress: string; minBalance: string },
  held: Pick<HeldEnough, 'span' | 'when'>,
): ReadonlySet<string> {
  const contract = tokenAt(world, chainId, contractAddress)?.seq
  return contract === undefined ? noAddresses : holders(world, { contract }, { min, ...held })
}

interface Times {
  readonly firstDate?: string
  readonly lastDate?: string
  readonly startTs?: number
  readonly endTs?: number
}

/** Returns the blocks of a chain within the times of a query. */
function partOf(world: World, params: Times & { readonly evmChainId: string }, name: string) {
  const chainId = findEvmChainId(world, params.evmChainId)
  const { first, last } = timesOf(params, name)
  return { chainId, span: blockSpan(world, chainId, first, last) }
}

/** Returns the first and last second of a query's time, epoch seconds. */
function timesOf(times: Times, name: string): { first: number; last: number } {
  const { firstDate, lastDate, startTs, endTs } = times
  const areSeconds = startTs !== undefined && endTs !== undefined
  const areDays = firstDate !== undefined && lastDate !== undefined
  if (areSeconds === areDays)
    throw badRequest(`${name} must have either firstDate and lastDate or startTs and endTs`)
  const first = areDays ? dayOf(firstDate, `${name}.firstDate`) : (startTs ?? 0)
  const last = areDays ? dayOf(lastDate, `${name}.lastDate`) + daySeconds - 1 : (endTs ?? 0)
  if (first > last)
    throw badRequest(
      areDays
        ? `${name}.firstDate ${firstDate} must not be after lastDate ${lastDate}`
        : `${name}.startTs ${startTs} must not be after endTs ${endTs}`,
    )
  return { first, last }
}

/** Returns the start of a day. @throws 400 for a day that no calendar has */
function dayOf(text: string, name: string): number {
  const begin = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(begin.getTime()) || !begin.toISOString().startsWith(text))
    throw badRequest(`${name} must be a calendar day as YYYY-MM-DD, not "${text}"`)
  return begin.getTime() / 1000
}
