import { type Delegator, listDelegators } from '../../../../schemas/data/staking.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { remainingRange, seqsOf } from '../seq-lists.ts'
import { readAddresses, readNodeIds } from '../text-lists.ts'
import { type DelegatorFilter, findDelegators, statusAt } from './find-delegators.ts'

/**
 * `GET /v1/networks/{network}/delegators`: by start of the delegation, latest first by default. The
 * status follows from the world's clock. G-07, G-27
 */
export const listDelegatorsRoute = route(listDelegators, (world, { params, query }) => {
  const network = networkOf(params.network)
  const filter: DelegatorFilter = {
    rewardAddresses:
      query.rewardAddresses === undefined
        ? undefined
        : readAddresses('rewardAddresses', query.rewardAddresses, network),
    nodeIds: query.nodeIds === undefined ? undefined : readNodeIds('nodeIds', query.nodeIds),
    status: query.delegationStatus,
  }
  const order = query.sortOrder
  const scope = { operation: listDelegators, filters: [network, JSON.stringify(filter)], order }
  const page = openPage(world, scope, query)

  const wanted = { range: remainingRange(page, order), order, limit: page.limit }
  const { rows, next } = page.cut(findDelegators(world, network, filter, wanted), ({ seq }) => seq)
  const delegators = world.all(selectDelegators, {
    seqs: JSON.stringify(seqsOf(rows)),
    now: world.clock.nowSeconds(),
  })
  return { ...next, delegators: delegators.map(toDelegator) }
})

const selectDelegators = statement<{ seqs: string; now: number }, Row>(`
  SELECT tx_id, node_id, amount, delegation_fee, start_timestamp, end_timestamp, gross_reward,
         net_reward, ${statusAt(':now')} AS status,
         (SELECT json_group_array(address ORDER BY position)
          FROM delegator_reward_address WHERE delegator_seq = seq) AS reward_addresses
  FROM json_each(:seqs) AS asked CROSS JOIN delegator ON seq = asked.value
  ORDER BY asked.key`)

/** `reward_addresses` is a JSON list. */
interface Row {
  tx_id: string
  node_id: string
  amount: string
  delegation_fee: string
  start_timestamp: number
  end_timestamp: number
  gross_reward: string
  net_reward: string
  status: Delegator['delegationStatus']
  reward_addresses: string
}

const toDelegator = (row: Row): Delegator => ({
  txHash: row.tx_id,
  nodeId: row.node_id,
  rewardAddresses: JSON.parse(row.reward_addresses),
  amountDelegated: row.amount,
  delegationFee: row.delegation_fee,
  startTimestamp: row.start_timestamp,
  endTimestamp: row.end_timestamp,
  grossReward: row.gross_reward,
  netReward: row.net_reward,
  // G-40
  estimatedGrossReward: row.gross_reward,
  estimatedNetReward: row.net_reward,
  delegationStatus: row.status,
})
