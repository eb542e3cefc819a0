import { afterAll, beforeAll, expect, test } from 'vitest'
import { blsPublicKey, blsSecretKey, proofOfPossession } from '../../src/formats/bls.ts'
import {
  encodeCb58,
  nodeIdText,
  parseId,
  parseNodeId,
  primaryNetworkIdBytes,
} from '../../src/formats/ids.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { refusalOf } from './support/refusals.ts'
import {
  authorization,
  avaxId,
  base,
  call,
  ewoq,
  type PlatformTransactionOf as Of,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
} from './support/wallet.ts'

/*
 * Texts about stakes, typed by hand from avalanchego's vms/platformvm/txs and
 * vms/platformvm/txs/executor/staker_tx_verification.go, in the order of their rules.
 */

type Validator = Of<'AddPermissionlessValidatorTx'>
type Delegator = Of<'AddPermissionlessDelegatorTx'>
type Permissioned = Of<'AddSubnetValidatorTx'>
type Removal = Of<'RemoveSubnetValidatorTx'>

const coin = 10n ** 9n
const day = 86_400n
const stranger = new Uint8Array(20).fill(7)
const secret = blsSecretKey(new Uint8Array(32).fill(7))
const key = blsPublicKey(secret)
const proof = proofOfPossession(secret)
const owners = { type: 'Owners' as const, locktime: 0n, threshold: 1, addresses: [ewoq] }

let server: Snowglobe
let utxo: Spendable
let now = 0n
/** The validator of the primary network that ends last. */
let validator: { nodeId: Uint8Array; end: bigint }
/** A subnet of the member with a permissioned validator, and the built-in one that is elastic. */
let subnet: Uint8Array
let elastic: Uint8Array
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { validators } = (await call(server, '/ext/bc/P', 'platform.getCurrentValidators')).result
  const [last] = validators.sort(
    (a: { endTime: string }, b: { endTime: string }) => Number(b.endTime) - Number(a.endTime),
  )
  validator = { nodeId: parseNodeId(last.nodeID), end: BigInt(last.endTime) }
  const { results } = await server.act([
    { do: 'createSubnet', name: 'mine', by: 'ewoq', network: 'fuji' },
  ])
  subnet = parseId(results[0]?.subnetId ?? '')
  const { subnets } = (await call(server, '/ext/bc/P', 'platform.getSubnets', { ids: [] })).result
  for (const { id: subnetID } of subnets) {
    const { result } = await call(server, '/ext/bc/P', 'platform.getSubnet', { subnetID })
    if (result && result.subnetTransformationTxID !== encodeCb58(primaryNetworkIdBytes))
      elastic = parseId(subnetID)
  }
  now = BigInt(Date.parse((await server.world()).now) / 1000)
  utxo = spendable(await utxosOf(server))[0] as Spendable
  const { result } = await call(server, '/ext/bc/P', 'platform.issueTx', {
    tx: `0x${Buffer.from(signed(permissioned())).toString('hex')}`,
    encoding: 'hexnc',
  })
  expect(result).toHaveProperty('txID')
  utxo = spendable(await utxosOf(server))[0] as Spendable
})
afterAll(() => server.close())

const validation = (change: Partial<Validator> = {}, staker: object = {}): Validator => ({
  type: 'AddPermissionlessValidatorTx',
  ...base(utxo),
  validator: { nodeId: stranger, start: 0n, end: now + 20n * day, weight: 2n * coin, ...staker },
  subnetId: primaryNetworkIdBytes,
  signer: { type: 'ProofOfPossession', publicKey: key, proof },
  stake: [outputTo(2n * coin)],
  validatorRewardsOwner: owners,
  delegatorRewardsOwner: owners,
  shares: 20_000,
  ...change,
})
const weighing = (weight: bigint) => validation({ stake: [outputTo(weight)] }, { weight })
const delegation = (change: Partial<Delegator> = {}, staker: object = {}): Delegator => ({
  type: 'AddPermissionlessDelegatorTx',
  ...base(utxo),
  validator: {
    ...{ nodeId: validator.nodeId, start: 0n, end: now + 2n * day, weight: coin },
    ...staker,
  },
  subnetId: primaryNetworkIdBytes,
  stake: [outputTo(coin)],
  rewardsOwner: owners,
  ...change,
})
const permissioned = (change: Partial<Permissioned> = {}, staker: object = {}): Permissioned => ({
  type: 'AddSubnetValidatorTx',
  ...base(utxo, change.outputs ? [] : [outputTo(utxo.amount - coin)]),
  validator: {
    ...{ nodeId: validator.nodeId, start: 0n, end: now + 2n * day, weight: 1n },
    ...staker,
  },
  subnetId: subnet,
  authorization,
  ...change,
})
const removal = (change: Partial<Removal> = {}): Removal => ({
  type: 'RemoveSubnetValidatorTx',
  ...base(utxo),
  nodeId: validator.nodeId,
  subnetId: subnet,
  authorization,
  ...change,
})

const tooLate = new Uint8Array(32).fill(3)
const rows: Readonly<Record<string, () => readonly [PlatformTransaction, string | RegExp]>> = {
  'a validator without a node id': () => [
    validation({}, { nodeId: new Uint8Array(20) }),
    'validator nodeID cannot be empty',
  ],
  'a validator without a stake': () => [validation({ stake: [] }), 'no stake'],
  'a validator that keeps more than all': () => [
    validation({ shares: 1_000_001 }),
    'a staker may only require at most 1000000 shares from delegators',
  ],
  'a validator of another network': () => [
    validation({ networkId: 1 }),
    'failed to verify BaseTx: metadata failed verification: tx has wrong network ID',
  ],
  'a validator of no weight': () => [
    validation({}, { weight: 0n }),
    'failed to verify validator, signer, or rewards owners: weight of this validator is too low',
  ],
  'a validator whose key another proof belongs to': () => [
    validation({
      signer: {
        type: 'ProofOfPossession',
        publicKey: key,
        proof: proofOfPossession(blsSecretKey(new Uint8Array(32).fill(8))),
      },
    }),
    'failed to verify validator, signer, or rewards owners: invalid proof of possession',
  ],
  'a validator whose rewards nobody gets': () => [
    validation({ validatorRewardsOwner: { ...owners, threshold: 2 } }),
    'failed to verify validator, signer, or rewards owners: output is unspendable',
  ],
  'a validator whose delegation rewards have owners that are not needed': () => [
    validation({ delegatorRewardsOwner: { ...owners, threshold: 0 } }),
    'failed to verify validator, signer, or rewards owners: output representation should be optimized',
  ],
  'a validator of the primary network without a key': () => [
    validation({ signer: { type: 'EmptySigner' } }),
    'invalid signer: hasKey=false != isPrimaryNetwork=true',
  ],
  'a validator of a subnet with a key': () => [
    validation({ subnetId: elastic }),
    'invalid signer: hasKey=true != isPrimaryNetwork=false',
  ],
  'a validator whose stake has an empty output': () => [
    validation({ stake: [outputTo(0n)] }),
    'failed to verify output: output has no value',
  ],
  'a validator with two assets': () => [
    validation({ stake: [outputTo(coin), { ...outputTo(coin), assetId: tooLate }] }),
    `multiple staked assets: "${encodeCb58(avaxId)}" and "${encodeCb58(tooLate)}"`,
  ],
  'a validator with unsorted stakes': () => [
    validation({ stake: [outputTo(2n * coin), outputTo(coin)] }, { weight: 3n * coin }),
    'outputs not sorted',
  ],
  'a validator whose stake is not its weight': () => [
    validation({}, { weight: 2n * coin + 1n }),
    `validator weight mismatch: weight ${2n * coin + 1n} != stake ${2n * coin}`,
  ],
  'a validator with a memo': () => [
    validation({ memo: Uint8Array.of(1) }),
    'memo exceeds maximum length: 1 > 0',
  ],
  'a validator with less than the least': () => [
    weighing(coin - 1n),
    'weight of this validator is too low',
  ],
  'a validator with more than the most': () => [
    weighing(3_000_000n * coin + 1n),
    'weight of this validator is too large',
  ],
  'a validator that keeps too little': () => [
    validation({ shares: 19_999 }),
    'staker charges an insufficient delegation fee',
  ],
  'a validator for less than a day': () => [
    validation({}, { end: now + day - 1n }),
    'staking period is too short',
  ],
  'a validator for more than a year': () => [
    validation({}, { end: now + 366n * day }),
    'staking period is too long',
  ],
  'a validator that stakes another asset': () => [
    validation({ stake: [{ ...outputTo(2n * coin), assetId: tooLate }] }),
    `incorrect staked assetID: ${encodeCb58(avaxId)} != ${encodeCb58(tooLate)}`,
  ],
  'a validator that is one already': () => [
    validation({}, { nodeId: validator.nodeId }),
    `duplicate validator: ${nodeIdText(validator.nodeId)} on 11111111111111111111111111111111LpoYY`,
  ],
  'a validator of a subnet that is not elastic': () => [
    validation({ subnetId: subnet, signer: { type: 'EmptySigner' } }),
    `failed fetching subnet transformation for ${encodeCb58(subnet)}: not found`,
  ],
  'a validator that has not what it stakes': () => [
    weighing(2_999_999n * coin),
    new RegExp(
      `^flow check failed: insufficient unlocked funds: needs \\d+ more ${encodeCb58(avaxId)}$`,
    ),
  ],

  'a delegator without a stake': () => [delegation({ stake: [] }), 'no stake'],
  'a delegator of another network': () => [
    delegation({ networkId: 1 }),
    'failed to verify BaseTx: metadata failed verification: tx has wrong network ID',
  ],
  'a delegator of no weight': () => [
    delegation({}, { weight: 0n }),
    'failed to verify validator or rewards owner: weight of this validator is too low',
  ],
  'a delegator with addresses out of order': () => [
    delegation({
      rewardsOwner: { ...owners, addresses: [stranger, ewoq].sort(Buffer.compare).reverse() },
    }),
    'failed to verify validator or rewards owner: addresses not sorted and unique',
  ],
  'a delegator whose stake is not its weight': () => [
    delegation({}, { weight: coin + 1n }),
    `delegator weight mismatch, delegator weight ${coin + 1n} total stake weight ${coin}`,
  ],
  'a delegator that stakes another asset': () => [
    delegation({ stake: [{ ...outputTo(coin), assetId: tooLate }] }),
    `incorrect staked assetID: ${encodeCb58(avaxId)} != ${encodeCb58(tooLate)}`,
  ],
  'a delegator that has not what it stakes': () => [
    { ...delegation(), inputs: [] },
    new RegExp(
      `^flow check failed: insufficient unlocked funds: needs \\d+ more ${encodeCb58(avaxId)}$`,
    ),
  ],

  'a permissioned validator of the primary network': () => [
    permissioned({ subnetId: primaryNetworkIdBytes }),
    "can't add primary network validator with AddSubnetValidatorTx",
  ],
  'a permissioned validator of no weight': () => [
    permissioned({}, { weight: 0n, nodeId: stranger }),
    'weight of this validator is too low',
  ],
  'a permissioned validator for less than a day': () => [
    permissioned({}, { end: now + day - 60n }),
    'staking period is too short',
  ],
  'a permissioned validator that is one already': () => [
    permissioned(),
    `attempted to issue duplicate validator for ${nodeIdText(validator.nodeId)} on subnet ${encodeCb58(subnet)}`,
  ],
  'the removal of a validator of the primary network': () => [
    removal({ subnetId: primaryNetworkIdBytes }),
    "can't remove primary network validator with RemoveSubnetValidatorTx",
  ],
  'the removal with indices out of order': () => [
    removal({ authorization: { type: 'Input', signatureIndices: [1, 0] } }),
    'address indices not sorted and unique',
  ],
  'the removal by too few': () => [
    removal({ authorization: { type: 'Input', signatureIndices: [] } }),
    'unauthorized modification: input has less signers than expected',
  ],
  'the removal that pays nothing': () => [
    { ...removal(), inputs: [] },
    /^flow check failed: insufficient unlocked funds: needs \d+ more /,
  ],
}

test.each(Object.keys(rows))('%s is refused in the words of the node', async (name) => {
  const [tx, text] = rows[name]?.() ?? []
  if (!tx || text === undefined) throw new Error(`${name} is a row`)
  const reason = await refusalOf(server, signed(tx))
  if (typeof text === 'string') expect(reason).toBe(text)
  else expect(reason).toMatch(text)
})
