import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { parseId, parseNodeId } from '../../src/formats/ids.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { tinyWorld } from '../support/tiny-world.ts'
import { refusalOf } from './support/refusals.ts'
import {
  authorization,
  base,
  call,
  ewoq,
  outputTo,
  type PlatformTransactionOf,
  type Spendable,
  signed,
  spendable,
  utxosOf,
} from './support/wallet.ts'

/*
 * Texts about validators of an elastic subnet, typed by hand from avalanchego's
 * vms/platformvm/txs/executor/staker_tx_verification.go. Elastic subnets end with Etna, so the world
 * is of the year after it: a validator that the owner added before the transformation is still there,
 * and one that staked the subnet's asset afterwards.
 */

const elasticWorld = {
  ...tinyWorld,
  now: '2025-02-01T00:00:00Z',
  primary: {
    ...tinyWorld.primary,
    assets: defaultWorld.primary.assets
      .filter(({ name }) => name === 'Frost')
      .map((asset) => ({ ...asset, by: 'ewoq' })),
    subnets: [
      {
        ...{ name: 'frost', network: 'fuji', owners: ['ewoq'], threshold: 1, chains: [] },
        at: 'etna-20d',
        validators: [{ node: 'ewoq', at: 'etna-19d', days: 300, weight: 1_000_000 }],
        elastic: { at: 'etna-10d', asset: 'Frost', node: 'birch', days: 120 },
      },
    ],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-elastic-'))
let server: Snowglobe
let utxo: Spendable
let now = 0n
let subnetID = ''
interface Validator {
  readonly nodeID: string
  readonly potentialReward?: string
}
let validators: Validator[]

beforeAll(async () => {
  const file = join(folder, 'elastic.json')
  writeFileSync(file, JSON.stringify(elasticWorld))
  server = await startServer({ network: 'fuji', pace: 0, definition: file })
  const { subnets } = (await call(server, '/ext/bc/P', 'platform.getSubnets', { ids: [] })).result
  subnetID = subnets[0].id
  const current = await call(server, '/ext/bc/P', 'platform.getCurrentValidators', { subnetID })
  validators = current.result.validators
  now = BigInt(Date.parse((await server.world()).now) / 1000)
  utxo = spendable(await utxosOf(server))[0] as Spendable
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const nodeOf = (isAdded: boolean): Uint8Array => {
  // Only who stakes is rewarded.
  const found = validators.find(
    ({ potentialReward }) => (potentialReward === undefined) === isAdded,
  )
  if (!found) throw new Error(`there is no ${isAdded ? 'added' : 'staking'} validator`)
  return parseNodeId(found.nodeID)
}

const textOf = (tx: PlatformTransaction): Promise<string> => refusalOf(server, signed(tx))

test('no account delegates to a validator that the owner of the subnet added', async () => {
  const { result } = await call(server, '/ext/bc/P', 'platform.getStakingAssetID', { subnetID })
  const delegation = (isAdded: boolean): PlatformTransaction => ({
    type: 'AddPermissionlessDelegatorTx',
    ...base(utxo),
    validator: { nodeId: nodeOf(isAdded), start: 0n, end: now + 2n * 86_400n, weight: 100n },
    subnetId: parseId(subnetID),
    stake: [{ ...outputTo(100n), assetId: parseId(result.assetID) }],
    rewardsOwner: { type: 'Owners', locktime: 0n, threshold: 1, addresses: [ewoq] },
  })
  expect(await textOf(delegation(true))).toBe('delegation to permissioned validator')
  expect(await textOf(delegation(false))).toBe(
    `flow check failed: insufficient unlocked funds: needs 100 more ${result.assetID}`,
  )
})

test('the owner of a subnet removes no validator that staked', async () => {
  const removal = (isAdded: boolean): PlatformTransactionOf<'RemoveSubnetValidatorTx'> => ({
    type: 'RemoveSubnetValidatorTx',
    ...base(utxo),
    nodeId: nodeOf(isAdded),
    subnetId: parseId(subnetID),
    authorization,
  })
  expect(await textOf(removal(false))).toBe('attempting to remove permissionless validator')
  // One that the owner added is judged by the next rule.
  expect(
    await textOf({ ...removal(true), authorization: { type: 'Input', signatureIndices: [] } }),
  ).toMatch(/^unauthorized modification: /)
})
