import { expect, test } from 'vitest'
import { loadBlsPool } from '../../../src/formats/bls-pool.ts'
import { day, now, openNetwork, openTables } from './primary-simulation.ts'

/** Balance that an L1 validator pays with in a second, nAVAX. */
const price = 512

test('without background blocks a network lives for years: stakes, rewards and balances go on', async () => {
  const db = openTables()
  const simulation = openNetwork(db, { network: 'mainnet', blsPool: await loadBlsPool(), pace: 0 })
  const end = now + 800 * day
  while (simulation.nextTime() < end) simulation.step()
  const all = <Row>(sql: string) => db.prepare<[], Row>(sql).all()

  // A node that validated at now, or was to begin and not to end, validates with a stake that began since.
  const validators = all<{ start: number }>(
    `SELECT start_timestamp AS start FROM staking_period
     WHERE kind = 'validator' AND start_height IS NOT NULL AND end_height IS NULL`,
  )
  expect(validators).toHaveLength(7)
  expect(validators.every(({ start }) => start > now)).toBe(true)

  // Every stake that is over has been ended, and paid unless its node was away.
  const ended = all<{ rewarded: number; paid: number }>(
    `SELECT reward > 0 AND NOT has_low_uptime AS rewarded,
            EXISTS (SELECT 1 FROM utxo u WHERE u.tx_id = s.tx_id AND reward_type <> 'VALIDATOR_FEE') AS paid
     FROM staking_period s WHERE kind <> 'appointed' AND end_timestamp < ${end}`,
  )
  expect(ended.length).toBeGreaterThan(60)
  for (const { rewarded, paid } of ended) expect(paid).toBe(rewarded)
  const open = all(
    `SELECT tx_id FROM staking_period WHERE end_timestamp < ${end} AND end_height IS NULL`,
  )
  expect(open).toEqual([])

  // Balances are topped up before they are used up, but that which is left to end.
  const last = all<{ accrued: number; time: number }>(
    `SELECT l1_validators_accrued_fees AS accrued, timestamp AS time FROM primary_block
     WHERE chain = 'P' ORDER BY height DESC LIMIT 1`,
  )[0]
  const l1 = all<{ node: string; until: number | null }>(
    `SELECT node_name AS node, paid_until AS until FROM l1_validator
     JOIN validator_key USING (node_id, bls_public_key) WHERE weight > 0`,
  )
  const left = ({ until }: { until: number | null }) => (until ?? 0) - (last?.accrued ?? 0)
  const active = l1.filter(({ until }) => until !== null)
  expect(active.map(({ node }) => node).sort()).toEqual(['birch', 'ewoq', 'willow'])
  for (const validator of active) expect(left(validator)).toBeGreaterThan(price * day)
  // The balance of this one ends, and a review of the manager removes it.
  const stopped = all<{ time: number; weight: number }>(
    `SELECT timestamp AS time, w.weight FROM l1_validator_weight w
     JOIN l1_validator v USING (network, validation_id)
     JOIN validator_key USING (node_id, bls_public_key)
     JOIN primary_block b ON b.chain = 'P' AND b.height = from_height
     WHERE node_name = 'maple' AND w.is_active = 0
     ORDER BY from_height`,
  )
  expect(stopped.map(({ weight }) => weight)).toEqual([55, 0])
  expect(stopped.every(({ time }) => time > now && time < end)).toBe(true)
  db.close()
})
