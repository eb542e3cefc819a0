import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkBlock } from '../../../../schemas/data/primary-blocks.ts'
import type { L1Validator } from '../../../../schemas/data/staking.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import { parseId, toHex } from '../../../../src/formats/ids.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { openPrivateWorld, type PrivateWorld } from '../../../fields/support/private-world.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  wholeList,
  withQuery,
} from '../lists.ts'

let server: Snowglobe
let world: PrivateWorld

beforeAll(async () => {
  server = await startServer()
  world = await openPrivateWorld()
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

const path = (network: string) => `/v1/networks/${network}/l1Validators`
const list = (url: string) => wholeList<L1Validator>(server, url, 'validators')
const withInactive = (network: string) =>
  withQuery(path(network), { includeInactiveL1Validators: 'true' })
const idOf = ({ validationId }: L1Validator) => validationId

test.each(networks)('%s: pages have every item once, newest first', async (network) => {
  await expectPagesToAddUp(server, path(network), 'validators', { hasOrder: false })
  await expectPagesToAddUp(server, withInactive(network), 'validators', { hasOrder: false })
  const times = (await list(withInactive(network))).map((each) => each.creationTimestamp)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

test.each(networks)(
  '%s: inactive ones need the flag and have no balance or weight, or were disabled',
  async (network) => {
    const all = await list(withInactive(network))
    const active = new Set((await list(path(network))).map(idOf))
    const inactive = all.filter((each) => !active.has(idOf(each)))
    expect(inactive.length).toBeGreaterThan(0)
    for (const { weight, remainingBalance } of all.filter((each) => active.has(idOf(each)))) {
      expect(weight).toBeGreaterThan(0)
      expect(remainingBalance).toBeGreaterThan(0)
    }
    for (const { remainingBalance } of inactive) expect(remainingBalance).toBe(0)
    for (const { validationId } of inactive) {
      expect(await list(withQuery(path(network), { l1ValidationId: validationId }))).toEqual([])
      const query = { l1ValidationId: validationId, includeInactiveL1Validators: 'true' }
      expect((await list(withQuery(path(network), query))).map(idOf)).toEqual([validationId])
    }
  },
)

test.each(networks)('%s: every filter is its predicate over the list', async (network) => {
  const all = await list(withInactive(network))
  const active = new Set((await list(path(network))).map(idOf))
  const filter = fc.record({
    one: fc.option(fc.constantFrom(...all.map(idOf))),
    node: fc.option(fc.constantFrom(...all.map(({ nodeId }) => nodeId))),
    subnet: fc.option(fc.constantFrom(...all.map(({ subnetId }) => subnetId))),
    flag: fc.constantFrom('true', 'false', undefined),
    pageSize: fc.constantFrom(2, 100),
  })
  await fc.assert(
    fc.asyncProperty(filter, async ({ one, node, subnet, flag, pageSize }) => {
      const url = withQuery(path(network), {
        l1ValidationId: one ?? undefined,
        nodeId: node ?? undefined,
        subnetId: subnet ?? undefined,
        includeInactiveL1Validators: flag,
        pageSize,
      })
      expect(await list(url)).toEqual(
        all.filter(
          (each) =>
            (one === null || each.validationId === one) &&
            (node === null || each.nodeId === node) &&
            (subnet === null || each.subnetId === subnet) &&
            (flag === 'true' || active.has(each.validationId)),
        ),
      )
    }),
    { numRuns: 60 },
  )
})

test.each(networks)(
  '%s: every validator has its id in both forms and a transaction that made it',
  async (network) => {
    const made = new Map<string, PrimaryNetworkTransaction>()
    for (const transaction of await wholeList<PrimaryNetworkTransaction>(
      server,
      `/v1/networks/${network}/blockchains/p-chain/transactions`,
      'transactions',
    ))
      for (const { validationId } of transaction.l1ValidatorDetails ?? [])
        made.set(validationId, transaction)
    const all = await list(withInactive(network))
    expect(new Set(all.map(idOf))).toEqual(new Set(made.keys()))
    for (const validator of all) {
      expect(validator.validationIdHex).toBe(toHex(parseId(validator.validationId)))
      const transaction = made.get(validator.validationId)
      expect(['ConvertSubnetToL1Tx', 'RegisterL1ValidatorTx']).toContain(transaction?.txType)
      expect(validator.creationTimestamp).toBe(transaction?.blockTimestamp)
      const details = transaction?.l1ValidatorDetails?.find(
        ({ validationId }) => validationId === validator.validationId,
      )
      expect(validator).toMatchObject({
        nodeId: details?.nodeId,
        subnetId: details?.subnetId,
        blsCredentials: { publicKey: details?.blsCredentials?.publicKey },
      })
    }
  },
)

test.each(networks)('%s: blockHeight is that of the last P-chain block', async (network) => {
  const blocks = await get(server, `/v1/networks/${network}/blockchains/p-chain/blocks?pageSize=1`)
  const [newest] = (blocks.body as { blocks: PrimaryNetworkBlock[] }).blocks
  expect((await get(server, path(network))).body).toMatchObject({
    blockHeight: newest?.blockNumber,
  })
})

test('testnet is fuji, also for a page that goes on', () =>
  expectTestnetToBeFuji(server, `${path('fuji')}?pageSize=1`))

test('ids of another form are refused', async () => {
  const requests = [
    { l1ValidationId: 'x' },
    { nodeId: 'node' },
    { subnetId: '0x12' },
    { includeInactiveL1Validators: 'yes' },
    { pageSize: 101 },
  ].map((query) => refusal(server, withQuery(path('mainnet'), query)))
  expect(await Promise.all(requests)).toMatchInlineSnapshot(`
    [
      "400 l1ValidationId must be a base-58 id of 32 bytes with checksum, not "x"",
      "400 nodeId must be NodeID- and a base-58 hash, not "node"",
      "400 subnetId must be a base-58 id of 32 bytes with checksum, not "0x12"",
      "400 includeInactiveL1Validators must be true or false, not "yes"",
      "400 pageSize must be an integer from 1 to 100, not "101"",
    ]
  `)
})

/** The list of the private world. */
async function listed(query: Record<string, string>, network = 'mainnet'): Promise<L1Validator[]> {
  const url = withQuery(path(network), {
    ...{ includeInactiveL1Validators: 'true', pageSize: 100 },
    ...query,
  })
  const response = await world.ask({ of: 'listL1Validators' }, 'documented', url)
  return (response as { validators: L1Validator[] }).validators
}

test('filters hold together where each alone would let others in', () =>
  world.tentatively(async () => {
    const otherSubnet = '11111111111111111111111111111111LpoYY'
    world.run(
      `UPDATE l1_validator SET subnet_id = :otherSubnet WHERE seq = (
         SELECT max(seq) FROM l1_validator WHERE network = 'mainnet')`,
      { otherSubnet },
    )
    const all = await listed({})
    const [other, one] = all
    if (!one || !other) throw new Error('mainnet has two L1 validators')
    const { nodeId, subnetId } = one
    await world.tentatively(async () => {
      world.run('UPDATE l1_validator SET node_id = :nodeId', { nodeId })
      expect(await listed({ nodeId })).toHaveLength(all.length)
      const ofSubnet = all.filter((each) => each.subnetId === subnetId).map(idOf)
      expect(ofSubnet.length).toBeLessThan(all.length)
      expect((await listed({ nodeId, subnetId })).map(idOf)).toEqual(ofSubnet)
    })
    await world.tentatively(async () => {
      world.run('UPDATE l1_validator SET subnet_id = :subnetId', { subnetId })
      expect(await listed({ subnetId })).toHaveLength(all.length)
      const ofNode = all.filter((each) => each.nodeId === other.nodeId).map(idOf)
      expect((await listed({ subnetId, nodeId: other.nodeId })).map(idOf)).toEqual(ofNode)
      const query = { subnetId, l1ValidationId: other.validationId, nodeId }
      expect(await listed(query)).toHaveLength(other.nodeId === nodeId ? 1 : 0)
    })
  }))

test('what is left is what was paid for beyond the fees up to the last block', () =>
  world.tentatively(async () => {
    world.run(
      `UPDATE l1_validator SET paid_until = 12345 + (
         SELECT l1_validators_accrued_fees FROM primary_block
         WHERE network = 'mainnet' AND chain = 'P' ORDER BY height DESC LIMIT 1)
       WHERE network = 'mainnet'`,
      {},
    )
    const left = (await listed({})).map(({ remainingBalance }) => remainingBalance)
    expect(new Set(left)).toEqual(new Set([12_345]))
  }))

test('who gets what is left need not be who may disable it', () =>
  world.tentatively(async () => {
    const before = await listed({})
    world.run("UPDATE l1_validator_owner SET address = 'other' WHERE role = 'deactivation'", {})
    const after = await listed({})
    expect(after.map(({ remainingBalanceOwner }) => remainingBalanceOwner)).toEqual(
      before.map(({ remainingBalanceOwner }) => remainingBalanceOwner),
    )
    for (const { deactivationOwner } of after)
      expect(new Set(deactivationOwner.addresses)).toEqual(new Set(['other']))
  }))

test('the scenario of validators without weight concerns the active ones alone', async () => {
  const before = await list(withInactive('mainnet'))
  const active = new Set((await list(path('mainnet'))).map(idOf))
  expect(before.some((each) => !active.has(idOf(each)) && each.weight > 0)).toBe(true)
  await server.scenarios.set('zero-weight-validators')
  try {
    expect(await list(withInactive('mainnet'))).toEqual(
      before.map((each) => (active.has(idOf(each)) ? { ...each, weight: 0 } : each)),
    )
  } finally {
    await server.scenarios.remove('zero-weight-validators')
  }
})
