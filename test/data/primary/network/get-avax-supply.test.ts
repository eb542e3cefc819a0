import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AvaxSupply } from '../../../../schemas/data/primary-network.ts'
import { networkConstants, primaryNetworkId } from '../../../../src/networks/constants.ts'
import { openPrivateWorld, type PrivateWorld } from '../../../fields/support/private-world.ts'

let world: PrivateWorld
beforeAll(async () => {
  world = await openPrivateWorld()
})
afterAll(() => world?.close())

const supply = async () =>
  (await world.ask({ of: 'getAvaxSupply' }, 'documented', '/v1/avax/supply')) as AvaxSupply
/** nAVAX of a decimal text. */
const nAvax = (text: string) => {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(9, '0').slice(0, 9))
}
const change = (sql: string, bindings: Record<string, string | number> = {}) =>
  world.run(sql, bindings)

/** Effect of a change of the rows on an amount, nAVAX. */
async function grown(name: keyof AvaxSupply, sql: string, bindings = {}): Promise<bigint> {
  const before = nAvax((await supply())[name])
  return world.tentatively(async () => {
    change(sql, bindings)
    return nAvax((await supply())[name]) - before
  })
}

const avax = networkConstants.mainnet.avaxAssetId

test('nothing of fuji counts, even were its AVAX the same asset', () =>
  world.tentatively(async () => {
    const before = await supply()
    for (const table of ['transaction_amount', 'utxo'])
      change(`UPDATE ${table} SET asset_id = :avax WHERE network = 'fuji'`, { avax })
    change("UPDATE staking_period SET weight = '7000000' WHERE network = 'fuji'")
    change("UPDATE l1_validator SET paid_until = 1 WHERE network = 'fuji'")
    expect(await supply()).toEqual(before)
  }))

test('an output is locked until the second in which it can be moved', () =>
  world.tentatively(async () => {
    const isFree = `network = 'mainnet' AND consumed_by IS NULL AND consumed_on_chain = 'P'
      AND asset_id = '${avax}' AND locktime = 0 AND coalesce(stakeable_locktime, 0) = 0`
    const { seq, amount } = world.pick(`SELECT seq, amount FROM utxo WHERE ${isFree} LIMIT 1`, {})
    const locked = (column: string, until: number) =>
      grown('totalLocked', `UPDATE utxo SET ${column} = :until WHERE seq = :seq`, { until, seq })
    for (const column of ['locktime', 'stakeable_locktime']) {
      expect(await locked(column, world.now)).toBe(0n)
      expect(await locked(column, world.now + 1)).toBe(BigInt(String(amount)))
    }
  }))

test('a stake counts while it runs, on the primary network alone', async () => {
  const { seq, weight } = world.pick(
    `SELECT tx_seq AS seq, weight FROM staking_period
     WHERE network = 'mainnet' AND subnet_id = '${primaryNetworkId}'
       AND start_height IS NOT NULL AND end_height IS NULL LIMIT 1`,
    {},
  )
  for (const lost of ['start_height = NULL', 'end_height = start_height', "subnet_id = 'other'"])
    expect(
      await grown('totalStaked', `UPDATE staking_period SET ${lost} WHERE tx_seq = :seq`, { seq }),
    ).toBe(-BigInt(String(weight)))
})

test('rewards are made, burned amounts and fees of L1 validators are gone', async () => {
  const { totalSupply, totalRewards, totalPBurned, totalXBurned, totalCBurned } = await supply()
  const burned = nAvax(totalPBurned) + nAvax(totalXBurned) + nAvax(totalCBurned)
  // The amount that C burned has more digits than nine.
  const difference = 360_000_000_000_000_000n + nAvax(totalRewards) - burned - nAvax(totalSupply)
  expect(difference === 0n || difference === 1n).toBe(true)

  const { active } = world.pick(
    "SELECT count(*) AS active FROM l1_validator WHERE network = 'mainnet' AND paid_until > 0",
    {},
  )
  // A second of every active validator.
  const later = `UPDATE primary_block SET l1_validators_accrued_fees = l1_validators_accrued_fees + 512
    WHERE network = 'mainnet' AND chain = 'P' AND height = (
      SELECT max(height) FROM primary_block WHERE network = 'mainnet' AND chain = 'P')`
  const fees = BigInt(Number(active)) * 512n
  expect(await grown('l1ValidatorFees', later)).toBe(fees)
  expect(await grown('totalPBurned', later)).toBe(fees)
})
