import { expect, test } from 'vitest'
import { primaryNetworkId } from '../../../src/networks/constants.ts'
import { createIdText } from '../../../src/simulator/primary/id-text.ts'
import { StakerSet } from '../../../src/simulator/primary/staking/stakers.ts'
import { Supplies } from '../../../src/simulator/primary/staking/supplies.ts'
import { worldStoreOver } from '../../../src/store/world-store.ts'
import { day, now, openTables } from './primary-simulation.ts'

const node = (number: number) => Buffer.alloc(20, number)

test('the weight of a validator includes delegations that wait or run, and none that have ended', () => {
  const db = openTables()
  const store = worldStoreOver(db)
  const transaction = db.prepare(`
    INSERT INTO primary_transaction (seq, network, chain, tx_id, tx_type, timestamp, block_number,
      block_id, position, bytes)
    VALUES (:seq, 'fuji', 'P', :seq, '', 0, '', '', :seq, x'')`)
  const stakers = new StakerSet('fuji', createIdText('fuji'), store, new Supplies('fuji', store))
  let count = 0
  const add = (kind: 'validator' | 'delegator', of: number, weight: bigint, height?: number) => {
    const txSeq = ++count
    transaction.run({ seq: txSeq })
    const txId = Buffer.alloc(32, txSeq)
    const [start, end] = [height === undefined ? now + day : now, now + 30 * day]
    const stake = { txSeq, txId, kind, nodeId: node(of), subnetId: primaryNetworkId, weight }
    const terms = { start, end, shares: 20_000, hasLowUptime: false, blsPublicKey: undefined }
    stakers.add({ ...stake, ...terms, rewardAddresses: [] }, height)
    return stakers.of(createIdText('fuji').id(txId))
  }
  const weights = () => [1, 2, 3].map((of) => stakers.weightWithDelegations(node(of)))

  add('validator', 1, 1_000n, 1)
  add('validator', 2, 5_000n, 1)
  expect(weights()).toEqual([1_000n, 5_000n, 0n])
  const early = add('delegator', 1, 10n, 2)
  add('delegator', 1, 200n, 3)
  add('delegator', 2, 7n, 3)
  add('delegator', 1, 3_000n)
  expect(weights()).toEqual([4_210n, 5_007n, 0n])
  stakers.end(early, 4)
  expect(weights()).toEqual([4_200n, 5_007n, 0n])
  stakers.passTime({ height: 5, time: now + day })
  expect(weights()).toEqual([4_200n, 5_007n, 0n])
  // One that has not begun to validate, with a delegation that waits for it.
  add('validator', 3, 2_000n)
  add('delegator', 3, 30n)
  expect(weights()).toEqual([4_200n, 5_007n, 2_030n])
})
