import { utils } from '@avalabs/avalanchejs'
import { createAvalancheWalletClient } from '@avalanche-sdk/client'
import { privateKeyToAvalancheAccount } from '@avalanche-sdk/client/accounts'
import { avalancheFuji } from '@avalanche-sdk/client/chains'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'
import { manager, nodeOf, registrationMessage, twoNodes, weightMessage } from '../support/l1.ts'

/** Test key of this file: its account has nothing but what the test gives it. */
const account = privateKeyToAvalancheAccount(`0x${'5a'.repeat(32)}`)
const [onP, onX, onC] = (['P', 'X', 'C'] as const).map((chain) =>
  account.getXPAddress(chain, 'fuji'),
) as [string, string, string]
const nAvax = 10n ** 9n
const world = 'clientsdk'
const server = inject('servers').fuji

// The client takes the origin of a URL alone, so its world is named by the key.
const wallet = () => {
  const url = `${server}/ext/bc/C/rpc`
  return createAvalancheWalletClient({
    account,
    chain: { ...avalancheFuji, rpcUrls: { default: { http: [url] } } },
    transport: { type: 'http', url },
    apiKey: `sg_${world}`,
  })
}

beforeAll(async () => {
  await connect(server, { world }).act([
    { do: 'fund', to: onP.slice(2), chain: 'P', amount: '50000', network: 'fuji' },
    { do: 'fund', to: account.getEVMAddress(), chain: 'C', amount: '50000', network: 'fuji' },
  ])
})

type Wallet = ReturnType<typeof wallet>
type Prepared = Parameters<Wallet['sendXPTransaction']>[0]

/** Sends what a builder prepares, waits for it as an application does, and finds it everywhere. */
async function sent(prepared: Promise<Prepared>): Promise<string> {
  const client = wallet()
  const { txHash, chainAlias } = await client.sendXPTransaction(await prepared)
  await client.waitForTxn({ txHash, chainAlias })
  await findIssued(world, chainAlias, txHash)
  return txHash
}

/** Time of the P-chain, in seconds. */
async function presentTime(): Promise<number> {
  const { timestamp } = await wallet().pChain.getTimestamp()
  return Math.floor(Date.parse(timestamp) / 1000)
}

test('moves AVAX around all three chains', async () => {
  const { pChain, xChain, cChain } = wallet()
  await sent(pChain.prepareBaseTxn({ outputs: [{ addresses: [onP], amount: nAvax }] }))
  await sent(
    pChain.prepareExportTxn({
      destinationChain: 'X',
      exportedOutputs: [{ addresses: [onX], amount: nAvax }],
    }),
  )
  await sent(xChain.prepareImportTxn({ sourceChain: 'P', importedOutput: { addresses: [onX] } }))
  await sent(xChain.prepareBaseTxn({ outputs: [{ addresses: [onX], amount: nAvax / 10n }] }))
  await sent(
    xChain.prepareExportTxn({
      destinationChain: 'P',
      exportedOutputs: [{ addresses: [onP], amount: nAvax / 10n }],
    }),
  )
  await sent(pChain.prepareImportTxn({ sourceChain: 'X', importedOutput: { addresses: [onP] } }))
  await sent(
    pChain.prepareExportTxn({
      destinationChain: 'C',
      exportedOutputs: [{ addresses: [onC], amount: nAvax }],
    }),
  )
  await sent(cChain.prepareImportTxn({ sourceChain: 'P', toAddress: account.getEVMAddress() }))
  await sent(
    cChain.prepareExportTxn({
      destinationChain: 'P',
      fromAddress: account.getEVMAddress(),
      exportedOutput: { addresses: [onP], amount: nAvax / 10n },
    }),
  )
  await sent(pChain.prepareImportTxn({ sourceChain: 'C', importedOutput: { addresses: [onP] } }))
  await sent(
    cChain.prepareExportTxn({
      ...{ destinationChain: 'X', fromAddress: account.getEVMAddress() },
      exportedOutput: { addresses: [onX], amount: nAvax },
    }),
  )
  await sent(xChain.prepareImportTxn({ sourceChain: 'C', importedOutput: { addresses: [onX] } }))
  await sent(
    xChain.prepareExportTxn({
      destinationChain: 'C',
      exportedOutputs: [{ addresses: [onC], amount: nAvax / 2n }],
    }),
  )
  await sent(cChain.prepareImportTxn({ sourceChain: 'X', toAddress: account.getEVMAddress() }))
})

test('owns a subnet, adds a permissioned validator and removes it', async () => {
  const { pChain } = wallet()
  const subnetId = await sent(
    pChain.prepareCreateSubnetTxn({ subnetOwners: { addresses: [onP], threshold: 1 } }),
  )
  await sent(
    pChain.prepareCreateChainTxn({
      subnetId,
      vmId: 'tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH',
      chainName: 'mychain',
      genesisData: { a: 1 },
      subnetAuth: [0],
      fxIds: [],
    }),
  )
  const now = await presentTime()
  const { validators } = await pChain.getCurrentValidators({})
  const node = validators.find(({ endTime }) => Number(endTime) > now + 20 * 86_400)
  if (!node) throw new Error('a validator goes on for three weeks')
  const nodeId = node.nodeID
  const end = BigInt(now + 15 * 86_400)
  await sent(
    pChain.prepareAddSubnetValidatorTxn({ subnetId, nodeId, weight: 20n, end, subnetAuth: [0] }),
  )
  await sent(pChain.prepareRemoveSubnetValidatorTxn({ subnetId, nodeId, subnetAuth: [0] }))
  await sent(
    pChain.prepareAddPermissionlessDelegatorTxn({
      nodeId,
      stakeInAvax: 30n * nAvax,
      end,
      rewardAddresses: [onP],
      threshold: 1,
    }),
  )
})

test('makes an L1 of a subnet, whose validators come, change, get money and go', async () => {
  const { pChain } = wallet()
  const [first, second] = twoNodes()
  const owner = { addresses: [onP], threshold: 1 }
  const subnetId = await sent(pChain.prepareCreateSubnetTxn({ subnetOwners: owner }))
  const chainId = await sent(
    pChain.prepareCreateChainTxn({
      ...{ subnetId, vmId: 'tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH' },
      ...{ chainName: 'manager', genesisData: { a: 1 }, subnetAuth: [0], fxIds: [] },
    }),
  )
  const hex = (bytes: Uint8Array) => utils.bufferToHex(bytes)
  await sent(
    pChain.prepareConvertSubnetToL1Txn({
      ...{ subnetId, blockchainId: chainId, managerContractAddress: hex(manager) },
      subnetAuth: [0],
      validators: [
        {
          ...{ nodeId: first.nodeId, weight: 100n, initialBalanceInAvax: nAvax },
          nodePoP: { publicKey: hex(first.publicKey), proofOfPossession: hex(first.proof) },
          ...{ remainingBalanceOwner: owner, deactivationOwner: owner },
        },
      ],
    }),
  )
  const { message, validationId } = registrationMessage(
    {
      ...{ subnetId, chainId, node: second, weight: 7n, owner: utils.bech32ToBytes(onP) },
      expiry: BigInt((await presentTime()) + 43_200),
    },
    first,
  )
  await sent(
    pChain.prepareRegisterL1ValidatorTxn({
      ...{ initialBalanceInAvax: nAvax, blsSignature: hex(second.proof), message: hex(message) },
    }),
  )
  const weigh = (nonce: bigint, weight: bigint) => {
    const asked = weightMessage({ chainId, validationId, nonce }, weight, first)
    return sent(pChain.prepareSetL1ValidatorWeightTxn({ message: hex(asked) }))
  }
  await weigh(0n, 9n)
  expect(await pChain.getL1Validator({ validationID: validationId })).toMatchObject({
    ...{ nodeID: second.nodeId, weight: 9n },
  })
  await sent(pChain.prepareIncreaseL1ValidatorBalanceTxn({ balanceInAvax: nAvax, validationId }))
  await sent(pChain.prepareDisableL1ValidatorTxn({ validationId, disableAuth: [0] }))
  await weigh(1n, 0n)
})

test('validates the primary network', async () => {
  const validator = nodeOf(0x33)
  await sent(
    wallet().pChain.prepareAddPermissionlessValidatorTxn({
      ...{ nodeId: validator.nodeId, stakeInAvax: 2000n * nAvax },
      publicKey: utils.bufferToHex(validator.publicKey),
      signature: utils.bufferToHex(validator.proof),
      end: BigInt((await presentTime()) + 20 * 86_400),
      ...{ rewardAddresses: [onP], delegatorRewardAddresses: [onP], threshold: 1 },
      delegatorRewardPercentage: 2.5,
    }),
  )
})

const toC = '0x00000000000000000000000000000000000000aa'

// Between C and P its own check counts the base fee in wei as nAVAX, and refuses small amounts.
test.each([
  ['C', 'C', toC, 10n ** 16n],
  ['P', 'P', onP, 10n ** 16n],
  ['C', 'P', onP, 20_000n * 10n ** 18n],
  ['P', 'C', toC, 20_000n * 10n ** 18n],
] as const)('sends AVAX from the %s- to the %s-chain', async (source, destination, to, amount) => {
  const client = wallet()
  const balanceOf = async () =>
    destination === 'C'
      ? client.getBalance({ address: toC })
      : (await client.pChain.getBalance({ addresses: [onP] })).balance * nAvax
  const before = await balanceOf()
  const { txHashes } = await client.send({
    ...{ to, amount, sourceChain: source, destinationChain: destination },
  })
  expect(txHashes.map(({ chainAlias }) => chainAlias)).toEqual(
    source === destination ? [source] : [source, destination],
  )
  for (const { txHash, chainAlias } of txHashes)
    if (source !== 'C' || destination !== 'C') await findIssued(world, chainAlias, txHash)
  // A payment to the payer costs its fee; one to another account arrives whole.
  const received = (await balanceOf()) - before
  const isOwn = source === 'P' && destination === 'P'
  expect(received > (isOwn ? -(10n ** 15n) : amount - 10n ** 17n)).toBe(true)
})

// The check reads the whole world.
test('all of it keeps every rule of the world', { timeout: 300_000 }, async () => {
  expect((await connect(server, { world }).check()).violations).toBe(0)
})
