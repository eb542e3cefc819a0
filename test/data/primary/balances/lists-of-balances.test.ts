import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateWorld, type PrivateWorld } from '../../../fields/support/private-world.ts'

let world: PrivateWorld
beforeAll(async () => {
  world = await openPrivateWorld()
})
afterAll(() => world?.close())

/** Columns of the one output that an address has; times are seconds after now. */
interface Output {
  locktime?: number
  stakeable_locktime?: number
  stake_start?: number
  stake_end?: number
  consumed_on_chain?: 'X'
}

const cases: readonly [Output, list: string][] = [
  [{}, 'unlockedUnstaked'],
  [{ locktime: 0 }, 'unlockedUnstaked'],
  [{ locktime: 1 }, 'lockedPlatform'],
  [{ stakeable_locktime: 0 }, 'unlockedUnstaked'],
  [{ stakeable_locktime: 1 }, 'lockedStakeable'],
  [{ locktime: 1, stakeable_locktime: 1 }, 'lockedPlatform'],
  [{ stake_start: -9, stake_end: 1 }, 'unlockedStaked'],
  [{ stake_start: 0, stake_end: 9 }, 'unlockedStaked'],
  [{ stake_end: 9 }, 'unlockedStaked'],
  [{ stake_start: 1, stake_end: 9 }, 'pendingStaked'],
  [{ stake_start: -9, stake_end: 0 }, 'unlockedUnstaked'],
  [{ stake_start: -9, stake_end: 0, stakeable_locktime: 5 }, 'lockedStakeable'],
  [{ stake_start: -9, stake_end: 9, stakeable_locktime: 9 }, 'unlockedStaked'],
  [{ stake_start: -9, stake_end: 9, stakeable_locktime: 10 }, 'lockedStaked'],
  [{ stake_start: -9, stake_end: 9, locktime: 10 }, 'lockedStaked'],
  [{ stake_start: 1, stake_end: 9, stakeable_locktime: 10 }, 'pendingStaked'],
  [{ consumed_on_chain: 'X' }, 'atomicMemoryUnlocked'],
  [{ consumed_on_chain: 'X', locktime: 0 }, 'atomicMemoryUnlocked'],
  [{ consumed_on_chain: 'X', locktime: 1 }, 'atomicMemoryLocked'],
]

/** As sums tell stakes apart: by what comes later, the end or a lock. */
function stakeOf({ locktime = 0, stakeable_locktime = 0, stake_end }: Output) {
  if (stake_end === undefined) return 'none'
  return Math.max(locktime, stakeable_locktime) > stake_end ? 'locked' : 'unlocked'
}

test.each(cases)('an output with %j counts as %s', (output, list) =>
  world.tentatively(async () => {
    const {
      seq = null,
      address = null,
      owners = null,
    } = world.pick(
      `SELECT seq, a.address, owners FROM utxo JOIN address_utxo a ON a.utxo_seq = seq
       WHERE utxo.network = 'mainnet' AND created_on_chain = 'P' AND consumed_on_chain = 'P'
         AND threshold = 1 AND consumed_by IS NULL AND staked = 0 AND output_type = 'transfer'
       ORDER BY seq LIMIT 1`,
      {},
    )
    world.run(
      `DELETE FROM utxo WHERE seq <> :seq
         AND seq IN (SELECT utxo_seq FROM address_utxo WHERE address = :address)`,
      { address, seq },
    )
    world.run('DELETE FROM unspent_sum WHERE instr(owners, :address)', { address })
    const { consumed_on_chain: consumer = 'P', ...times } = output
    const none = { locktime: null, stakeable_locktime: null, stake_start: null, stake_end: null }
    const columns = Object.entries({ ...none, ...times }).map(([name, after]) => [
      name,
      after === null ? (name === 'locktime' ? 0 : null) : world.now + after,
    ])
    world.run(
      `UPDATE utxo SET consumed_on_chain = :consumer, locktime = :locktime, stake_end = :stake_end,
         stakeable_locktime = :stakeable_locktime, stake_start = :stake_start,
         staked = :stake_end IS NOT NULL
       WHERE seq = :seq`,
      { ...Object.fromEntries(columns), consumer, seq },
    )
    world.run(
      `INSERT INTO unspent_sum
       SELECT network, owners, asset_id, created_on_chain, consumed_on_chain, locktime,
         coalesce(stakeable_locktime, 0), :stake, 1, amount
       FROM utxo WHERE owners = :owners AND seq = :seq`,
      { owners, seq, stake: stakeOf(output) },
    )
    const url = `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${address}`
    const { balances } = (await world.ask({ of: 'getBalances' }, 'documented', url)) as {
      balances: Record<string, object[]>
    }
    const filled = Object.entries(balances).filter(([, items]) => items.length > 0)
    expect(filled.map(([name]) => name)).toEqual([list])
  }),
)
