import {
  addTxSignatures,
  Context,
  L1Validator,
  PChainOwner,
  pvm,
  pvmSerial,
  secp256k1,
  type UnsignedTx,
  utils,
} from '@avalabs/avalanchejs'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'
import { manager, nodeOf, registrationMessage, twoNodes, weightMessage } from '../support/l1.ts'
import { known, primarySubnetId } from '../support/world.ts'

const world = 'l1s'
const server = inject('servers').fuji
const node = `${server}/_worlds/${world}`
/** Published test key of local networks. */
const key = utils.hexToBuffer('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
const owner = utils.bech32ToBytes(`P-${known.fuji.ewoq}`)
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

/** Parameters of builders from the world and the payer. */
async function common() {
  const { utxos } = await platform.getUTXOs({ addresses: [`P-${known.fuji.ewoq}`] })
  const feeState = await platform.getFeeState()
  return { feeState, fromAddressesBytes: [owner], utxos, minIssuanceTime: now }
}

/** Signs, issues, finds the transaction everywhere, and returns its id and its type. */
async function issue(unsignedTx: UnsignedTx, isAuthorized = false) {
  await addTxSignatures({ unsignedTx, privateKeys: [key] })
  // The client signs its inputs alone; the credential of an authorization comes last.
  const last = unsignedTx.getCredentials().length - 1
  if (isAuthorized)
    unsignedTx.addSignatureAt(await secp256k1.sign(unsignedTx.toBytes(), key), last, 0)
  const { txID } = await platform.issueSignedTx(unsignedTx.getSignedTx())
  return { txID, type: (await findIssued(world, 'P', txID)).txType }
}

const [first, second] = twoNodes()

/** Validators of a subnet, by node. */
async function validatorsOf(subnetID: string) {
  const response = await fetch(`${server}/v1/networks/fuji/l1Validators?subnetId=${subnetID}`, {
    headers: { 'x-snowglobe-world': world },
  })
  const { validators } = (await response.json()) as {
    validators: { nodeId: string; weight: number; remainingBalance: number; validationId: string }[]
  }
  return new Map(validators.map((each) => [each.nodeId, each]))
}

test('a subnet becomes an L1, whose validators come, change, get money and go', async () => {
  const subnet = pvm.newCreateSubnetTx({ ...(await common()), subnetOwners: [owner] }, context)
  const { txID: subnetId } = await issue(subnet)
  const ofSubnet = { subnetId, subnetAuth: [0] }
  const chain = pvm.newCreateChainTx(
    {
      ...{ ...(await common()), ...ofSubnet, chainName: 'manager', fxIds: [] },
      ...{ genesisData: { a: 1 }, vmId: 'tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH' },
    },
    context,
  )
  const { txID: chainId } = await issue(chain, true)

  const owners = PChainOwner.fromNative([owner])
  const signer = new pvmSerial.ProofOfPossession(first.publicKey, first.proof)
  const converting = pvm.newConvertSubnetToL1Tx(
    {
      ...{ ...(await common()), ...ofSubnet, chainId, address: manager },
      validators: [L1Validator.fromNative(first.nodeId, 100n, avax, signer, owners, owners)],
    },
    context,
  )
  expect((await issue(converting, true)).type).toBe('ConvertSubnetToL1Tx')
  expect(await platform.getSubnet({ subnetID: subnetId })).toMatchObject({
    managerChainID: chainId,
    managerAddress: utils.bufferToHex(manager),
  })

  const asked = { subnetId, chainId, node: second, expiry: now + day / 2n, owner, weight: 7n }
  const { message, validationId } = registrationMessage(asked, first)
  const registering = pvm.newRegisterL1ValidatorTx(
    { ...(await common()), balance: avax, blsSignature: second.proof, message },
    context,
  )
  expect((await issue(registering)).type).toBe('RegisterL1ValidatorTx')
  expect((await validatorsOf(subnetId)).get(second.nodeId)).toMatchObject({
    ...{ validationId, weight: 7 },
  })

  const weighing = pvm.newSetL1ValidatorWeightTx(
    {
      ...(await common()),
      message: weightMessage({ chainId, validationId, nonce: 0n }, 9n, first),
    },
    context,
  )
  expect((await issue(weighing)).type).toBe('SetL1ValidatorWeightTx')
  const weighed = (await validatorsOf(subnetId)).get(second.nodeId)
  expect(weighed?.weight).toBe(9)

  const raising = pvm.newIncreaseL1ValidatorBalanceTx(
    { ...(await common()), balance: avax, validationId },
    context,
  )
  expect((await issue(raising)).type).toBe('IncreaseL1ValidatorBalanceTx')
  const raised = (await validatorsOf(subnetId)).get(second.nodeId)
  expect(Number(raised?.remainingBalance)).toBeGreaterThan(Number(weighed?.remainingBalance))

  const disabling = pvm.newDisableL1ValidatorTx(
    { ...(await common()), disableAuth: [0], validationId },
    context,
  )
  expect((await issue(disabling, true)).type).toBe('DisableL1ValidatorTx')
  expect((await validatorsOf(subnetId)).has(second.nodeId)).toBe(false)

  const removing = pvm.newSetL1ValidatorWeightTx(
    {
      ...(await common()),
      message: weightMessage({ chainId, validationId, nonce: 1n }, 0n, first),
    },
    context,
  )
  expect((await issue(removing)).type).toBe('SetL1ValidatorWeightTx')
})

test('a node validates the primary network, with a BLS key of its own', async () => {
  const validator = nodeOf(0x33)
  const adding = pvm.newAddPermissionlessValidatorTx(
    {
      ...(await common()),
      ...{ nodeId: validator.nodeId, publicKey: validator.publicKey, signature: validator.proof },
      ...{ start: 0n, end: now + 20n * day, weight: 2000n * avax, shares: 20_000 },
      ...{ subnetId: primarySubnetId, rewardAddresses: [owner], delegatorRewardsOwner: [owner] },
    },
    context,
  )
  const { txID, type } = await issue(adding)
  expect(type).toBe('AddPermissionlessValidatorTx')
  const { validators } = await platform.getCurrentValidators({ nodeIDs: [validator.nodeId] })
  expect(validators).toMatchObject([{ nodeID: validator.nodeId, txID, weight: `${2000n * avax}` }])
})

// These types come with an upgrade after Granite, which no network of the world has.
test('validators that renew themselves are refused, since no upgrade has brought them', async () => {
  const validator = nodeOf(0x44)
  const adding = pvm.newAddAutoRenewedValidatorTx(
    {
      ...(await common()),
      ...{ nodeId: validator.nodeId, publicKey: validator.publicKey, signature: validator.proof },
      ...{ weight: 2000n * avax, shares: 20_000, rewardAddresses: [owner] },
      ...{ delegatorRewardsOwner: [owner], ownerAddresses: [owner] },
      ...{ autoCompoundRewardShares: 0, period: 20n * day },
    },
    context,
  )
  await expect(issue(adding)).rejects.toThrow("couldn't parse tx: ")
})

// The check reads the whole world.
test('all of it keeps every rule of the world', { timeout: 300_000 }, async () => {
  expect((await connect(server, { world }).check()).violations).toBe(0)
})
