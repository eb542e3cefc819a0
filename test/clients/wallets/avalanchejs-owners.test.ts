import {
  addTxSignatures,
  Context,
  pvm,
  secp256k1,
  TransferableOutput,
  type UnsignedTx,
  utils,
} from '@avalabs/avalanchejs'
import { beforeAll, expect, inject, test } from 'vitest'
import { findIssued } from '../support/issued.ts'
import { primarySubnetId } from '../support/world.ts'

const server = inject('servers').fuji
const world = { 'x-snowglobe-world': 'owners' }
const node = `${server}/_worlds/owners`
/** Published test key of local networks. */
const key = utils.hexToBuffer('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
const secondKey = new Uint8Array(32).fill(0x72)
const addressOf = (secret: Uint8Array) =>
  secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(secret))
const [owner, second] = [addressOf(key), addressOf(secondKey)]
const owners = [owner, second].sort(Buffer.compare)
const textOf = (address: Uint8Array) => utils.format('P', 'fuji', address)
const avax = 10n ** 9n
const day = 86_400n

let context: Awaited<ReturnType<typeof Context.getContextFromURI>>
let platform: pvm.PVMApi
let now: bigint
beforeAll(async () => {
  context = await Context.getContextFromURI(node)
  platform = new pvm.PVMApi(node)
  const { timestamp } = await platform.getTimestamp()
  now = BigInt(Math.floor(Date.parse(timestamp) / 1000))
})

/** Parameters of builders from the world, for the outputs of these owners. */
async function common(...owners: Uint8Array[]) {
  const { utxos } = await platform.getUTXOs({ addresses: owners.map(textOf) })
  const feeState = await platform.getFeeState()
  return { feeState, fromAddressesBytes: owners, utxos, minIssuanceTime: now }
}

/** Signs, issues, and returns the id and the transaction as it is found everywhere. */
async function issue(tx: UnsignedTx, ...privateKeys: Uint8Array[]) {
  await addTxSignatures({ unsignedTx: tx, privateKeys })
  const { txID } = await platform.issueSignedTx(tx.getSignedTx())
  return { txID, shown: await findIssued('owners', 'P', txID) }
}

/** Signs as the payer, and as both owners of a subnet, whose credential comes last. */
async function issueByBoth(tx: UnsignedTx) {
  const last = tx.getCredentials().length - 1
  for (const [index, address] of owners.entries()) {
    const secret = address === owner ? key : secondKey
    tx.addSignatureAt(await secp256k1.sign(tx.toBytes(), secret), last, index)
  }
  return issue(tx, key)
}

const pay = (amount: bigint, owners: Uint8Array[], threshold = 1) =>
  TransferableOutput.fromNative(
    ...([context.avaxAssetID, amount, [...owners].sort(Buffer.compare), 0n, threshold] as const),
  )

test('two owners of one output spend it with both signatures, and with one not', async () => {
  const paying = { ...(await common(owner)), outputs: [pay(5n * avax, [owner, second], 2)] }
  const { shown } = await issue(pvm.newBaseTx(paying, context), key)
  expect(shown.emittedUtxos).toContainEqual(
    expect.objectContaining({ amount: String(5n * avax), threshold: 2 }),
  )
  const both = await common(owner, second)
  const shared = both.utxos.filter((utxo) => utxo.getOutputOwners().threshold.value() === 2)
  const spending = () =>
    pvm.newBaseTx(
      { ...both, utxos: shared, outputs: [pay(avax, [second])], changeAddressesBytes: [owner] },
      context,
    )
  await expect(issue(spending(), key)).rejects.toThrow()
  expect((await issue(spending(), key, secondKey)).shown.txType).toBe('BaseTx')
})

test('locked outputs are staked, and stay locked', async () => {
  const before = await common(owner)
  const isLocked = (utxo: (typeof before.utxos)[number]) => utils.isStakeableLockOut(utxo.output)
  expect(before.utxos.some(isLocked)).toBe(true)
  const { validators } = await platform.getCurrentValidators()
  const target = validators.find(({ endTime }) => BigInt(endTime) > now + 20n * day)
  const { shown } = await issue(
    pvm.newAddPermissionlessDelegatorTx(
      {
        ...before,
        ...{ end: now + 15n * day, nodeId: target?.nodeID ?? '', start: 0n, weight: 40n * avax },
        ...{ rewardAddresses: [owner], subnetId: primarySubnetId },
      },
      context,
    ),
    key,
  )
  expect(shown.txType).toBe('AddPermissionlessDelegatorTx')
  const staked = shown.emittedUtxos.filter((utxo) => BigInt(utxo.amount) === 40n * avax)
  expect(staked).toHaveLength(1)
  const balance = await platform.getBalance({ addresses: [textOf(owner)] })
  expect(balance.lockedStakeable).toBeGreaterThan(0n)
})

test('a subnet of two owners gets chain, validator and a new owner', async () => {
  const { txID: subnetId } = await issue(
    pvm.newCreateSubnetTx(
      { ...(await common(owner)), subnetOwners: owners, threshold: 2 },
      context,
    ),
    key,
  )
  const ofSubnet = { subnetId, subnetAuth: [0, 1] }
  const chain = pvm.newCreateChainTx(
    {
      ...{ ...(await common(owner)), ...ofSubnet, chainName: 'two owners', fxIds: [] },
      ...{ genesisData: { a: 1 }, vmId: 'tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH' },
    },
    context,
  )
  expect((await issueByBoth(chain)).shown.txType).toBe('CreateChainTx')

  const { validators } = await platform.getCurrentValidators()
  const target = validators.find(({ endTime }) => BigInt(endTime) > now + 20n * day)
  const nodeId = target?.nodeID ?? ''
  const adding = pvm.newAddSubnetValidatorTx(
    {
      ...{ ...(await common(owner)), ...ofSubnet, nodeId },
      ...{ start: 0n, end: now + 15n * day, weight: 20n },
    },
    context,
  )
  expect((await issueByBoth(adding)).shown.txType).toBe('AddSubnetValidatorTx')
  const removing = pvm.newRemoveSubnetValidatorTx(
    { ...(await common(owner)), ...ofSubnet, nodeId },
    context,
  )
  expect((await issueByBoth(removing)).shown.txType).toBe('RemoveSubnetValidatorTx')

  const handing = pvm.newTransferSubnetOwnershipTx(
    { ...(await common(owner)), ...ofSubnet, subnetOwners: [second] },
    context,
  )
  expect((await issueByBoth(handing)).shown.txType).toBe('TransferSubnetOwnershipTx')
  expect(await platform.getSubnet({ subnetID: subnetId })).toMatchObject({
    ...{ controlKeys: [textOf(second)], threshold: '1' },
  })
})

test('the balance of an L1 validator is raised', async () => {
  const response = await fetch(`${server}/v1/networks/fuji/l1Validators?pageSize=100`, {
    headers: world,
  })
  const { validators } = (await response.json()) as {
    validators: { validationId: string; remainingBalance: string }[]
  }
  const active = validators.find(({ remainingBalance }) => BigInt(remainingBalance) > 0n)
  if (!active) throw new Error('an L1 validator is active')
  const raising = pvm.newIncreaseL1ValidatorBalanceTx(
    { ...(await common(owner)), balance: avax, validationId: active.validationId },
    context,
  )
  expect((await issue(raising, key)).shown.txType).toBe('IncreaseL1ValidatorBalanceTx')
})
