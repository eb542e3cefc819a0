import type { ExportRequest } from '../../../schemas/data/exports.ts'
import type { Ends } from '../../accounts/export-jobs.ts'
import { badRequest, quoteInput } from '../../http/response/errors.ts'
import { type Network, networks } from '../../networks/network.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { daySeconds } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'

/** Times of an export, epoch seconds, both inclusive. */
interface ExportTimes {
  readonly startTimestamp: number
  readonly endTimestamp: number
}

/**
 * Reads the first and the last day of an export, both included. The deprecated names count where
 * the others are absent.
 * @throws 400 for a day that does not exist, and for a last day before the first
 */
export function exportTimes(request: ExportRequest): ExportTimes {
  const first = request.firstDate ?? request.startDate
  const last = request.lastDate ?? request.endDate
  const firstName = request.firstDate === undefined ? 'startDate' : 'firstDate'
  const lastName = request.lastDate === undefined ? 'endDate' : 'lastDate'
  const startTimestamp = first === undefined ? 0 : startOfDay(firstName, first)
  const endTimestamp =
    last === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(lastName, last) + daySeconds - 1
  if (startTimestamp > endTimestamp)
    throw badRequest(`${firstName} ${first} must not be after ${lastName} ${last}`)
  return { startTimestamp, endTimestamp }
}

function startOfDay(name: string, day: string): number {
  const ms = Date.parse(`${day}T00:00:00Z`)
  // Some dates that do not exist parse as the next month.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day))
    throw badRequest(`${name} must be a day as YYYY-MM-DD, not ${quoteInput(day)}`)
  return ms / 1000
}

/** Returns the key of the last transaction of each chain. */
export function endsOf(world: World): Ends {
  const ends: Record<string, number> = {}
  for (const { chain_id: chainId } of world.all(selectChains, {}))
    ends[chainId] = world.get(selectLastEvm, { chainId })?.seq ?? 0
  for (const network of networks)
    for (const chain of primaryChains)
      ends[`${network} ${chain}`] = world.get(selectLastPrimary, { network, chain })?.seq ?? 0
  return ends
}

const selectChains = statement<Record<string, never>, { chain_id: string }>(
  'SELECT chain_id FROM evm_chain ORDER BY chain_id',
)

const selectLastEvm = statement<{ chainId: string }, { seq: number }>(`
  SELECT seq FROM evm_transaction
  WHERE chain_id = :chainId
  ORDER BY block_number DESC, block_index DESC LIMIT 1`)

const selectLastPrimary = statement<{ network: Network; chain: PrimaryChain }, { seq: number }>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain
  ORDER BY seq DESC LIMIT 1`)
