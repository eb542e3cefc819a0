import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uncompressPublicKey } from '../../src/formats/bls.ts'
import { fromHex, parseNodeId } from '../../src/formats/ids.ts'
import { networkConstants, primaryNetworkId } from '../../src/networks/constants.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'snowglobe-validators-'))

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0, dataDir })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const data = async (path: string) => (await server.inject(`/v1/networks/fuji${path}`)).json()
const platform = (method: string, params: unknown = {}) =>
  call(server, '/ext/bc/P', `platform.${method}`, params)

interface Validator {
  readonly txHash: string
  readonly nodeId: string
  readonly subnetId: string
  readonly amountStaked: string
  readonly startTimestamp: number
  readonly endTimestamp: number
  readonly delegationFee?: string
  readonly uptimePerformance: number
  readonly delegatorCount: number
  readonly amountDelegated?: string
  readonly blsCredentials?: { readonly publicKey: string; readonly proofOfPossession: string }
  readonly potentialRewards: {
    readonly validationRewardAmount: string
    readonly rewardAddresses: readonly string[]
  }
}

async function validatorsOf(subnetId: string): Promise<Validator[]> {
  const { validators } = await data(
    `/validators?pageSize=100&validationStatus=active&subnetId=${subnetId}`,
  )
  return validators.filter((each: Validator) => each.subnetId === subnetId)
}

/** Subnets of validators that the owner added, and elastic ones, with validators of the present. */
async function otherSubnets(): Promise<string[]> {
  const { validators } = await data('/validators?pageSize=100&validationStatus=active')
  const ids = (validators as Validator[]).map(({ subnetId }) => subnetId)
  return [...new Set(ids)].filter((id) => id !== primaryNetworkId)
}

test('validators of the primary network are described as in the Data API', async () => {
  const expected = await validatorsOf(primaryNetworkId)
  const { result } = await platform('getCurrentValidators')
  expect(result.validators.length).toBe(expected.length)
  const ends = result.validators.map(({ endTime }: { endTime: string }) => Number(endTime))
  expect(ends).toEqual([...ends].sort((a, b) => a - b))
  for (const each of expected) {
    const found = result.validators.find(({ nodeID }: { nodeID: string }) => nodeID === each.nodeId)
    expect(found).toMatchObject({
      txID: each.txHash,
      startTime: String(each.startTimestamp),
      endTime: String(each.endTimestamp),
      weight: each.amountStaked,
      potentialReward: each.potentialRewards.validationRewardAmount,
      delegationFee: Number(each.delegationFee).toFixed(4),
      uptime: each.uptimePerformance.toFixed(4),
      delegatorCount: String(each.delegatorCount),
      delegatorWeight: each.amountDelegated,
    })
    const { publicKey, proofOfPossession } = each.blsCredentials ?? {}
    expect(found.signer).toEqual(publicKey ? { publicKey, proofOfPossession } : undefined)
    const { addresses } = found.validationRewardOwner
    for (const address of addresses) expect(address).toMatch(/^P-fuji1/)
    expect(each.potentialRewards.rewardAddresses).toEqual(
      addresses.map((address: string) => address.slice(2)),
    )
    expect(typeof found.connected).toBe('boolean')
    expect(found).not.toHaveProperty('delegators')
  }
})

test('a request for one node lists its delegations, and one for two nodes does not', async () => {
  const all = await validatorsOf(primaryNetworkId)
  const [first] = all.filter(({ delegatorCount }) => delegatorCount > 1)
  const other = all.find(({ nodeId }) => nodeId !== first?.nodeId)
  if (!first || !other) throw new Error('a validator has delegations')
  const { result } = await platform('getCurrentValidators', { nodeIDs: [first.nodeId] })
  const [validator] = result.validators
  const path = `/delegators?pageSize=100&delegationStatus=active&nodeIds=${first.nodeId}`
  const { delegators } = await data(path)
  const key = ({ txID }: { txID: string }) => txID
  expect(validator.delegators.map(key).sort()).toEqual(
    delegators.map(({ txHash }: { txHash: string }) => txHash).sort(),
  )
  for (const { txHash, amountDelegated, estimatedGrossReward, rewardAddresses } of delegators)
    expect(
      validator.delegators.find((each: { txID: string }) => key(each) === txHash),
    ).toMatchObject({
      weight: amountDelegated,
      nodeID: first.nodeId,
      potentialReward: estimatedGrossReward,
      rewardOwner: {
        addresses: rewardAddresses.map((address: string) => `P-${address.replace(/^P-/, '')}`),
      },
    })
  const two = await platform('getCurrentValidators', { nodeIDs: [first.nodeId, other.nodeId] })
  expect(two.result.validators.length).toBe(2)
  for (const each of two.result.validators) expect(each).not.toHaveProperty('delegators')
  const none = await platform('getCurrentValidators', { nodeIDs: [emptyNode] })
  expect(none.result).toEqual({ validators: [] })
})

const emptyNode = 'NodeID-111111111111111111116DBWJs'

test('validators of other subnets have what their kind has', async () => {
  const subnets = await otherSubnets()
  expect(subnets.length).toBeGreaterThan(0)
  for (const subnetID of subnets) {
    const expected = await validatorsOf(subnetID)
    const { result } = await platform('getCurrentValidators', { subnetID })
    const nodes = result.validators.map(({ nodeID }: { nodeID: string }) => nodeID)
    expect([...nodes].sort()).toEqual(expected.map(({ nodeId }) => nodeId).sort())
    for (const each of result.validators) {
      expect(each).not.toHaveProperty('uptime')
      if (each.potentialReward === undefined)
        expect(Object.keys(each)).toEqual(['txID', 'startTime', 'endTime', 'weight', 'nodeID'])
      else expect(each).toHaveProperty('validationRewardOwner')
    }
  }
})

test('validators of an L1 are those of the Data API, one by one and together', async () => {
  const { validators } = await data('/l1Validators?pageSize=100&includeInactiveL1Validators=true')
  const own = validators.filter(({ weight }: { weight: number }) => weight > 0)
  expect(own.length).toBeGreaterThan(1)
  const { height } = (await platform('getHeight')).result
  for (const each of own) {
    const { validationId: validationID, subnetId: subnetID, nodeId: nodeID } = each
    const { result } = await platform('getL1Validator', { validationID })
    expect(result).toMatchObject({ nodeID, subnetID, height, validationID })
    expect(result).toMatchObject({
      weight: String(each.weight),
      startTime: String(each.creationTimestamp),
      publicKey: each.blsCredentials.publicKey,
      balance: String(each.remainingBalance),
      remainingBalanceOwner: {
        locktime: '0',
        threshold: String(each.remainingBalanceOwner.threshold),
        addresses: each.remainingBalanceOwner.addresses.map((address: string) => `P-${address}`),
      },
    })
    const { subnetID: _, height: __, ...ofSubnet } = result
    const all = await platform('getCurrentValidators', { subnetID })
    expect(all.result.validators).toContainEqual(ofSubnet)
    const one = await platform('getCurrentValidators', { subnetID, nodeIDs: [nodeID] })
    expect(one.result.validators).toContainEqual(ofSubnet)
  }
})

test('the conversion of an L1 has the id of its Warp message', async () => {
  const { subnets } = await data('/subnets?pageSize=100')
  const l1s = subnets.filter(({ isL1 }: { isL1: boolean }) => isL1)
  expect(l1s.length).toBeGreaterThan(0)
  const conversions = new Set<string>()
  for (const { subnetId: subnetID } of l1s) {
    const { result } = await platform('getSubnet', { subnetID })
    expect(result.isPermissioned).toBe(false)
    expect(result.conversionID).not.toBe(primaryNetworkId)
    conversions.add(result.conversionID)
  }
  expect(conversions.size).toBe(l1s.length)
})

/** Each subnet but the primary network, with its transformation, which few have. */
async function transformations() {
  const { subnets } = (await platform('getSubnets')).result
  const found: { subnetID: string; transformation?: { [field: string]: number | string } }[] = []
  for (const { id: subnetID } of subnets) {
    if (subnetID === primaryNetworkId) continue
    const { subnetTransformationTxID: txID } = (await platform('getSubnet', { subnetID })).result
    if (txID === primaryNetworkId) found.push({ subnetID })
    else {
      const { tx } = (await platform('getTx', { txID, encoding: 'json' })).result
      found.push({ subnetID, transformation: tx.unsignedTx })
    }
  }
  expect(new Set(found.map((each) => 'transformation' in each))).toEqual(new Set([true, false]))
  return found
}

test('an elastic subnet has the bounds and the asset of its transformation', async () => {
  for (const { subnetID, transformation } of await transformations()) {
    const { result, error } = await platform('getMinStake', { subnetID })
    if (!transformation) {
      expect(error?.message).toBe(
        `failed fetching subnet transformation for ${subnetID}: not found`,
      )
      continue
    }
    expect(result).toEqual({
      minValidatorStake: String(transformation.minValidatorStake),
      minDelegatorStake: String(transformation.minDelegatorStake),
    })
    expect((await platform('getStakingAssetID', { subnetID })).result).toEqual({
      assetID: transformation.assetID,
    })
  }
})

/** What the simulator reckons rewards with, by subnet. */
function suppliesIn(folder: string): Map<string, string> {
  const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('world.sqlite'),
  )
  const db = new Database(join(folder, file), { readonly: true })
  const rows = db
    .prepare<[], { key: string; value: string }>(
      "SELECT key, value FROM kept WHERE part = 'fuji supplies'",
    )
    .all()
  db.close()
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value).supply]))
}

test('the supply of an elastic subnet grows by the rewards of its stakes', async () => {
  await server.clock.advance('1h')
  const supplies = suppliesIn(dataDir)
  const { height } = (await platform('getHeight')).result
  for (const { subnetID, transformation } of await transformations()) {
    const { result, error } = await platform('getCurrentSupply', { subnetID })
    if (!transformation) {
      expect(error?.message).toBe('fetching current supply failed: not found')
      continue
    }
    expect(result).toEqual({ supply: supplies.get(subnetID), height })
    expect(BigInt(result.supply)).toBeGreaterThan(BigInt(transformation.initialSupply ?? 0))
  }
  const { result } = await platform('getCurrentSupply')
  expect(result).toEqual({ supply: supplies.get(primaryNetworkId), height })
})

interface Signer {
  readonly publicKey: string
  readonly weight: string
  readonly nodeIDs: readonly string[]
}

test('all validators of a height are those of its subnets, in the order of bit sets', async () => {
  const { validatorSets } = (await platform('getAllValidatorsAt', { height: 'proposed' })).result
  expect(Object.keys(validatorSets)).toContain(primaryNetworkId)
  expect(Object.keys(validatorSets).length).toBeGreaterThan(2)
  for (const [subnetID, set] of Object.entries(validatorSets)) {
    const { validators, totalWeight } = set as { validators: Signer[]; totalWeight: string }
    const { result } = await platform('getValidatorsAt', { height: 'proposed', subnetID })
    const nodes = Object.entries(result as Record<string, { publicKey: string; weight: string }>)
    const sum = nodes.reduce((total, [, { weight }]) => total + BigInt(weight), 0n)
    expect(totalWeight).toBe(String(sum))
    const keys = new Set(nodes.flatMap(([, { publicKey }]) => publicKey ?? []))
    expect(new Set(validators.map(({ publicKey }) => publicKey))).toEqual(keys)
    for (const { publicKey, weight, nodeIDs } of validators) {
      const own = nodes.filter(([, each]) => each.publicKey === publicKey)
      expect([...nodeIDs]).toEqual(own.map(([node]) => node).sort())
      expect(weight).toBe(String(own.reduce((total, [, each]) => total + BigInt(each.weight), 0n)))
    }
    const uncompressed = validators.map(({ publicKey }) =>
      Buffer.from(uncompressPublicKey(fromHex(publicKey))),
    )
    expect(uncompressed).toEqual([...uncompressed].sort(Buffer.compare))
  }
  const { height } = (await platform('getHeight')).result
  const above = String(Number(height) + 1)
  const { error } = await platform('getAllValidatorsAt', { height: above })
  const beyond = `current P-chain height (${height}) < requested P-Chain height (${above})`
  const prefix = 'failed to get validator set: failed to fetch validator set at unfinalized height'
  expect(error?.message).toBe(`${prefix}: ${beyond}`)
  const subnetID = primaryNetworkId
  expect((await platform('getValidatorsAt', { height: above, subnetID })).error?.message).toBe(
    `${prefix} with SubnetID = ${subnetID}: ${beyond}`,
  )
})

test('a sample has nodes of the subnet by their ids, as many as wanted, the same each time', async () => {
  const nodes = new Set((await validatorsOf(primaryNetworkId)).map(({ nodeId }) => nodeId))
  const { result } = await platform('sampleValidators', { size: 50 })
  const { validators } = result
  expect(validators.length).toBe(50)
  for (const node of validators) expect(nodes).toContain(node)
  const bytes = validators.map((node: string) => Buffer.from(parseNodeId(node)))
  expect(bytes).toEqual([...bytes].sort(Buffer.compare))
  expect((await platform('sampleValidators', { size: 50 })).result).toEqual(result)
  expect((await platform('sampleValidators', { size: '0' })).result).toEqual({ validators: [] })
})

test('a sample of all the weight of a subnet has each node as often as it weighs', async () => {
  const { validatorSets } = (await platform('getAllValidatorsAt', { height: 'proposed' })).result
  const sets = Object.entries(validatorSets as Record<string, { totalWeight: string }>)
  const small = sets.find(([, { totalWeight }]) => Number(totalWeight) < 10_000)
  if (!small) throw new Error('a subnet has little weight')
  const [subnetID, { totalWeight }] = small
  const size = Number(totalWeight)
  const { validators } = (await platform('sampleValidators', { size, subnetID })).result
  const { result } = await platform('getValidatorsAt', { height: 'proposed', subnetID })
  for (const [node, { weight }] of Object.entries(result as Record<string, { weight: string }>))
    expect(validators.filter((each: string) => each === node).length).toBe(Number(weight))
  const { error } = await platform('sampleValidators', { size: size + 1, subnetID })
  expect(error?.message).toBe(`sampling ${subnetID} errored with insufficient weight`)
})

test.each([
  [
    { size: 1, subnetID: networkConstants.fuji.avaxAssetId },
    `sampling ${networkConstants.fuji.avaxAssetId} errored with missing validators`,
  ],
  [
    { size: 65_536 },
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  ],
])('a sample by %j is refused', async (params, message) => {
  const { error } = await platform('sampleValidators', params)
  expect(error?.message).toBe(message)
})
