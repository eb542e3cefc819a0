import type { IcmGroups } from '../../../schemas/metrics/icm.ts'
import { type Network, networkOf, networks } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** Messages that count together; an id is empty if it does not distinguish them. */
export interface Group {
  readonly srcBlockchainId: string
  readonly destBlockchainId: string
}

/** Filters and grouping of a request for messages. */
export interface IcmQuery {
  readonly srcBlockchainId?: string
  readonly destBlockchainId?: string
  readonly groupBy?: IcmGroups
  readonly network?: Network | 'testnet'
}

/** Bindings of the filter. */
export type IcmFilter = {
  source: string | null
  destination: string | null
  network: Network | null
}

export const filterOf = (query: IcmQuery): IcmFilter => ({
  source: query.srcBlockchainId ?? null,
  destination: query.destBlockchainId ?? null,
  network: query.network ? networkOf(query.network) : null,
})

/** Condition for an {@link IcmFilter} on rows with both ids. */
export const passesFilter = `
  (:source IS NULL OR source_blockchain_id = :source)
  AND (:destination IS NULL OR destination_blockchain_id = :destination)
  AND (:network IS NULL OR network = :network)`

/** Condition that lets SQLite reach the periods of each network by their key. */
export const ofAnyNetwork = `network IN (${networks.map((name) => `'${name}'`).join(', ')})`

export interface ChainPair {
  source_blockchain_id: string
  destination_blockchain_id: string
}

export interface PairOfNetwork extends ChainPair {
  network: Network
}

/** Returns the group of messages between two chains. G-134 */
export const groupOf = (query: IcmQuery, pair: ChainPair): Group => ({
  srcBlockchainId: query.groupBy?.includes('srcBlockchainId')
    ? pair.source_blockchain_id
    : (query.srcBlockchainId ?? ''),
  destBlockchainId: query.groupBy?.includes('destBlockchainId')
    ? pair.destination_blockchain_id
    : (query.destBlockchainId ?? ''),
})

export const keyOf = (group: Group): string => `${group.srcBlockchainId} ${group.destBlockchainId}`

/** Returns the first hour with a message of each pair of chains, in the order of these hours. */
export const pairsOf = perRevision((world) => world.all(selectPairs, {}))

/** Tells whether an {@link IcmFilter} accepts a row with both ids; `passesFilter` in SQL. */
export const passes =
  ({ source, destination, network }: IcmFilter) =>
  (row: PairOfNetwork): boolean =>
    (source === null || row.source_blockchain_id === source) &&
    (destination === null || row.destination_blockchain_id === destination) &&
    (network === null || row.network === network)

/**
 * Returns the groups with a message, in the order of their first ones; without groupBy it is one.
 */
export function groupsOf(world: World, query: IcmQuery): Group[] {
  const groups = new Map<string, Group>()
  for (const pair of pairsOf(world).filter(passes(filterOf(query)))) {
    const group = groupOf(query, pair)
    if (!groups.has(keyOf(group))) groups.set(keyOf(group), group)
  }
  return [...groups.values()]
}

/** The month of the first message narrows the search for its hour. */
const selectPairs = statement<Record<string, never>, PairOfNetwork & { first: number }>(`
  SELECT network, source_blockchain_id, destination_blockchain_id,
    (SELECT start FROM icm_period AS hour
     WHERE hour.network = pair.network AND hour.interval = 'hour' AND hour.start >= pair.month
       AND hour.source_blockchain_id = pair.source_blockchain_id
       AND hour.destination_blockchain_id = pair.destination_blockchain_id
     ORDER BY start
     LIMIT 1) AS first
  FROM (
    SELECT network, source_blockchain_id, destination_blockchain_id, min(start) AS month
    FROM icm_period
    WHERE ${ofAnyNetwork} AND interval = 'month'
    GROUP BY network, source_blockchain_id, destination_blockchain_id) AS pair
  ORDER BY first, source_blockchain_id, destination_blockchain_id`)
