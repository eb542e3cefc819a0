import type { Static } from '@sinclair/typebox'
import { type L1Validator, listL1Validators } from '../../../../schemas/data/staking.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { remainingRange } from '../seq-lists.ts'

/**
 * `GET /v1/networks/{network}/l1Validators`: newest first, as they are at the last block of the
 * P-chain; inactive ones only with the flag, also for a filter. G-27, G-37
 */
export const listL1ValidatorsRoute = route(listL1Validators, (world, { params, query }) => {
  const network = networkOf(params.network)
  const { l1ValidationId, includeInactiveL1Validators, nodeId, subnetId } = query
  const page = openPage(
    world,
    {
      operation: listL1Validators,
      filters: [network, l1ValidationId, includeInactiveL1Validators, nodeId, subnetId],
    },
    query,
  )

  const head = world.get(selectHead, { network })
  const found = world.all(statementFor(query), {
    network,
    accrued: head?.accrued ?? 0,
    validationId: l1ValidationId ?? null,
    minActive: includeInactiveL1Validators ? 0 : 1,
    nodeId: nodeId ?? null,
    subnetId: subnetId ?? null,
    high: remainingRange(page, 'desc').high,
    limit: page.limit,
  })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  const isWeightless = world.scenarios['zero-weight-validators'] !== undefined
  return {
    ...next,
    validators: rows.map((row) =>
      toL1Validator(isWeightless && row.is_active ? { ...row, weight: 0 } : row),
    ),
    blockHeight: String(head?.height ?? 0),
  }
})

type Bindings = {
  network: string
  /** Fees since Etna up to the last block, in nAVAX. */
  accrued: number
  validationId: string | null
  minActive: 0 | 1
  nodeId: string | null
  subnetId: string | null
  high: number
  limit: number
}

/** Lists of addresses are JSON. */
interface Row {
  seq: number
  validation_id: string
  validation_id_hex: string
  node_id: string
  subnet_id: string
  weight: number
  is_active: 0 | 1
  remaining_balance: number
  created_at: number
  bls_public_key: string
  balance_owner_threshold: number
  balance_owners: string
  deactivation_owner_threshold: number
  deactivation_owners: string
}

/**
 * Builds the statement; `selective` is the condition whose index it walks. `index` is named if
 * SQLite has a choice.
 */
const select = (selective: string, index = '') =>
  statement<Bindings, Row>(`
  SELECT seq, validation_id, validation_id_hex, node_id, subnet_id, weight,
         paid_until IS NOT NULL AS is_active,
         coalesce(paid_until - :accrued, 0) AS remaining_balance, created_at, bls_public_key, balance_owner_threshold, deactivation_owner_threshold,
         (SELECT json_group_array(address ORDER BY position) FROM l1_validator_owner
          WHERE l1_validator_seq = seq AND role = 'balance') AS balance_owners,
         (SELECT json_group_array(address ORDER BY position) FROM l1_validator_owner
          WHERE l1_validator_seq = seq AND role = 'deactivation') AS deactivation_owners
  FROM l1_validator ${index}
  WHERE network = :network AND ${selective} AND seq <= :high
    AND (paid_until IS NOT NULL) >= :minActive
    AND (:validationId IS NULL OR validation_id = :validationId)
    AND (:nodeId IS NULL OR node_id = :nodeId)
    AND (:subnetId IS NULL OR subnet_id = :subnetId)
  ORDER BY seq DESC LIMIT :limit + 0`)

const selectOne = select('validation_id = :validationId')
const selectOfNode = select('node_id = :nodeId')
const selectOfSubnet = select('subnet_id = :subnetId')
const selectActive = select('paid_until IS NOT NULL', 'INDEXED BY l1_validator_active')
const selectAll = select('TRUE')

function statementFor(filters: Static<(typeof listL1Validators)['query']>) {
  if (filters.l1ValidationId !== undefined) return selectOne
  if (filters.nodeId !== undefined) return selectOfNode
  if (filters.subnetId !== undefined) return selectOfSubnet
  return filters.includeInactiveL1Validators ? selectAll : selectActive
}

const selectHead = statement<{ network: string }, { height: number; accrued: number | null }>(`
  SELECT height, l1_validators_accrued_fees AS accrued FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)

const toL1Validator = (row: Row): L1Validator => ({
  validationId: row.validation_id,
  validationIdHex: row.validation_id_hex,
  nodeId: row.node_id,
  subnetId: row.subnet_id,
  weight: row.weight,
  remainingBalance: row.remaining_balance,
  creationTimestamp: row.created_at,
  // G-05
  blsCredentials: { publicKey: row.bls_public_key },
  remainingBalanceOwner: {
    addresses: JSON.parse(row.balance_owners),
    threshold: row.balance_owner_threshold,
  },
  deactivationOwner: {
    addresses: JSON.parse(row.deactivation_owners),
    threshold: row.deactivation_owner_threshold,
  },
})
