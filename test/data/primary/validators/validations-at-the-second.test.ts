import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateWorld, type PrivateWorld } from '../../../fields/support/private-world.ts'
import { type Network, networks, withQuery } from '../lists.ts'
import {
  filteredList,
  filtersAlone,
  now,
  orders,
  path,
  queryOf,
  statuses,
  type Validator,
} from './validations.ts'

/*
 * Times that a built world seldom has: validations that begin and end in the very second of the
 * clock, and a permissioned one that a block ended in the second of its end, where the blocks of
 * other chains and of the other network at its height have times that would say the contrary.
 */
let world: PrivateWorld
/** Transactions of the validations that were moved, by what they became. */
const moved: Record<Network, Record<string, unknown>> = { mainnet: {}, fuji: {} }

const theBlock = `
  FROM primary_block AS b WHERE b.network = v.network AND b.chain = 'P' AND b.height = v.end_height`
const moves = {
  active: {
    pick: `start_timestamp > ${now}`,
    change: `UPDATE staking_period SET start_timestamp = ${now} WHERE tx_seq = :seq`,
  },
  completed: {
    pick: `kind = 'validator' AND end_height IS NULL AND start_timestamp < ${now}`,
    change: `UPDATE staking_period SET end_timestamp = ${now} WHERE tx_seq = :seq`,
  },
  'completed as appointed': {
    pick: `kind = 'appointed' AND end_timestamp = (SELECT b.timestamp ${theBlock})`,
    change: `UPDATE primary_block SET timestamp = 1 WHERE height = :height AND :others`,
  },
  removed: {
    pick: `kind = 'appointed' AND end_timestamp > (SELECT b.timestamp ${theBlock})`,
    change: `UPDATE primary_block SET timestamp = ${now + 2_000} WHERE height = :height AND :others`,
  },
}

/** Nodes with the ids of validators of the other network: what was seen of them belongs to no validator here. */
const namesakes = [
  `UPDATE node SET node_id = (
     SELECT v.node_id FROM staking_period AS v WHERE v.network <> node.network
       AND v.kind = 'validator' AND v.end_height IS NULL AND v.start_timestamp < ${now}
       AND v.node_id NOT IN (SELECT node_id FROM node))`,
]

beforeAll(async () => {
  world = await openPrivateWorld()
  for (const sql of namesakes) world.run(sql, {})
  for (const network of networks)
    for (const [what, { pick, change }] of Object.entries(moves)) {
      const { seq, tx_id, end_height } = world.pick(
        `SELECT tx_seq AS seq, tx_id, end_height FROM staking_period AS v
         WHERE network = :network AND kind <> 'delegator' AND ${pick}`,
        { network },
      )
      const sql = change.replace(':others', "NOT (network = :network AND chain = 'P')")
      world.run(sql, { seq: seq ?? null, network, height: end_height ?? null })
      if (what === 'removed')
        world.run(`UPDATE staking_period SET end_timestamp = ${now + 1_000} WHERE tx_seq = :seq`, {
          seq: seq ?? null,
        })
      moved[network][what] = tx_id
    }
})
afterAll(() => world?.close())

/** All pages of a list. */
async function list(of: string, url: string): Promise<Validator[]> {
  const found: Validator[] = []
  let token: string | undefined
  do {
    const page = token === undefined ? '' : `&pageToken=${token}`
    const response = await world.ask({ of }, 'documented', `${url}${page}`)
    const { validators, nextPageToken } = response as {
      validators: Validator[]
      nextPageToken?: string
    }
    found.push(...validators)
    if (found.length > 1_000) throw new Error(`${url} has no end`)
    token = nextPageToken
  } while (token !== undefined)
  return found
}

const wholeOf = (network: Network) => list('listValidators', `${path(network)}?pageSize=100`)

const nodesOfMoved = (network: Network, all: readonly Validator[]): string[] => {
  const ofMoved = all.filter(({ txHash }) => Object.values(moved[network]).includes(txHash))
  return [...new Set(ofMoved.map(({ nodeId }) => nodeId))]
}

test.each(networks)('%s: a validation begins and ends with its second', async (network) => {
  const all = await wholeOf(network)
  const statusOf = (what: string) =>
    all.find(({ txHash }) => txHash === moved[network][what])?.validationStatus
  expect(Object.keys(moves).map((what) => [what, statusOf(what)])).toEqual([
    ['active', 'active'],
    ['completed', 'completed'],
    ['completed as appointed', 'completed'],
    ['removed', 'removed'],
  ])
})

test.each(networks.flatMap((network) => orders.map((sortBy) => [network, sortBy] as const)))(
  '%s by %s: every filter alone is its predicate, to the second',
  async (network, sortBy) => {
    const all = await wholeOf(network)
    const request = [
      ...filtersAlone(all).map((filter) => ({ filter, pageSize: 20 })),
      // A page ends with each that was moved.
      ...nodesOfMoved(network, all).map((id) => ({ filter: { parts: [id] }, pageSize: 1 })),
      { filter: { status: 'active' }, pageSize: 1 },
    ]
    for (const { filter, pageSize } of request)
      for (const sortOrder of ['asc', 'desc']) {
        const query = { ...queryOf(filter), sortBy, sortOrder, pageSize }
        const found = await list('listValidators', withQuery(path(network), query))
        expect(sortOrder === 'asc' ? found.reverse() : found).toEqual(
          filteredList(all, filter, sortBy),
        )
      }
  },
)

test.each(networks)('%s: the periods of a node are those of the list', async (network) => {
  const all = await wholeOf(network)
  for (const nodeId of nodesOfMoved(network, all))
    for (const status of [undefined, ...statuses])
      for (const sortOrder of ['asc', 'desc']) {
        const query = { validationStatus: status, sortOrder, pageSize: 1 }
        const url = withQuery(`${path(network)}/${nodeId}`, query)
        const found = await list('getSingleValidatorDetails', url)
        expect(sortOrder === 'asc' ? found.reverse() : found).toEqual(
          all.filter((it) => it.nodeId === nodeId && (!status || it.validationStatus === status)),
        )
      }
})
