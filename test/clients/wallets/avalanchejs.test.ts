import {
  addTxSignatures,
  avm,
  Context,
  evm,
  pvm,
  TransferableOutput,
  type UnsignedTx,
  utils,
} from '@avalabs/avalanchejs'
import { beforeAll, expect, inject, test } from 'vitest'
import { ewoqEvm, known, primarySubnetId } from '../support/world.ts'

/** Published test key of local networks. */
const key = utils.hexToBuffer('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')

// A world of its own, since other tests compare what the main one shows.
const server = () => inject('servers').fuji
const node = () => `${server()}/_worlds/avalanchejs`
const { ewoq } = known.fuji
const owner = utils.bech32ToBytes(`P-${ewoq}`)
const avax = 10n ** 9n

let context: Awaited<ReturnType<typeof Context.getContextFromURI>>
let platform: pvm.PVMApi
let exchange: avm.AVMApi
let contract: evm.EVMApi
let now: bigint
beforeAll(async () => {
  context = await Context.getContextFromURI(node())
  platform = new pvm.PVMApi(node())
  exchange = new avm.AVMApi(node())
  contract = new evm.EVMApi(node())
  const { timestamp } = await platform.getTimestamp()
  now = BigInt(Math.floor(Date.parse(timestamp) / 1000))
})

const payment = (amount: bigint) =>
  TransferableOutput.fromNative(context.avaxAssetID, amount, [owner])

/** What builders of the P-chain need of the world and the payer. */
async function common() {
  const { utxos } = await platform.getUTXOs({ addresses: [`P-${ewoq}`] })
  const feeState = await platform.getFeeState()
  return { feeState, fromAddressesBytes: [owner], utxos, minIssuanceTime: now }
}

async function issue(tx: UnsignedTx, api: pvm.PVMApi | avm.AVMApi | evm.EVMApi): Promise<string> {
  await addTxSignatures({ unsignedTx: tx, privateKeys: [key] })
  return (await api.issueSignedTx(tx.getSignedTx())).txID
}

async function transactionOf(chain: 'p-chain' | 'x-chain' | 'c-chain', txID: string) {
  const path = `/v1/networks/fuji/blockchains/${chain}/transactions/${txID}`
  const response = await fetch(server() + path, {
    headers: { 'x-snowglobe-world': 'avalanchejs' },
  })
  return (await response.json()) as { txHash: string; txType: string }
}

test('moves AVAX on the P-chain', async () => {
  const tx = pvm.newBaseTx({ ...(await common()), outputs: [payment(avax)] }, context)
  const txID = await issue(tx, platform)
  expect(await platform.getTxStatus({ txID })).toMatchObject({ status: 'Committed' })
  expect(await transactionOf('p-chain', txID)).toMatchObject({ txHash: txID, txType: 'BaseTx' })
})

test('moves AVAX from P to X, on X, and back', async () => {
  const exported = pvm.newExportTx(
    {
      ...(await common()),
      destinationChainId: context.xBlockchainID,
      outputs: [payment(2n * avax)],
    },
    context,
  )
  await issue(exported, platform)
  const addresses = [`X-${ewoq}`]
  const waiting = await exchange.getUTXOs({ addresses, sourceChain: 'P' })
  const imported = avm.newImportTx(context, context.pBlockchainID, waiting.utxos, [owner], [owner])
  const txID = await issue(imported, exchange)
  expect(await exchange.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
  expect(await transactionOf('x-chain', txID)).toMatchObject({ txType: 'ImportTx' })

  const { utxos } = await exchange.getUTXOs({ addresses })
  const moved = avm.newBaseTx(context, [owner], utxos, [payment(avax)], { minIssuanceTime: now })
  expect(await transactionOf('x-chain', await issue(moved, exchange))).toMatchObject({
    txType: 'BaseTx',
  })

  const left = (await exchange.getUTXOs({ addresses })).utxos
  const back = avm.newExportTx(context, context.pBlockchainID, [owner], left, [payment(avax)], {
    minIssuanceTime: now,
  })
  expect(await transactionOf('x-chain', await issue(back, exchange))).toMatchObject({
    txType: 'ExportTx',
  })
  const fromX = await platform.getUTXOs({ addresses: [`P-${ewoq}`], sourceChain: 'X' })
  const arrived = pvm.newImportTx(
    {
      ...(await common()),
      utxos: fromX.utxos,
      sourceChainId: context.xBlockchainID,
      toAddressesBytes: [owner],
    },
    context,
  )
  expect(await transactionOf('p-chain', await issue(arrived, platform))).toMatchObject({
    txType: 'ImportTx',
  })
})

test('moves AVAX from C to P', async () => {
  const account = utils.hexToBuffer(ewoqEvm)
  const response = await fetch(`${node()}/ext/bc/C/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionCount',
      params: [ewoqEvm, 'latest'],
    }),
  })
  const { result } = (await response.json()) as { result: string }
  const tx = evm.newExportTxFromBaseFee(
    context,
    1n,
    avax,
    context.pBlockchainID,
    account,
    [owner],
    BigInt(result),
  )
  const txID = await issue(tx, contract)
  expect(await transactionOf('c-chain', txID)).toMatchObject({ txHash: txID, txType: 'ExportTx' })
})

test('creates a subnet and delegates to a validator', async () => {
  const subnet = pvm.newCreateSubnetTx({ ...(await common()), subnetOwners: [owner] }, context)
  const subnetID = await issue(subnet, platform)
  expect(await platform.getSubnet({ subnetID })).toMatchObject({ controlKeys: [`P-${ewoq}`] })
  const { validators } = await platform.getCurrentValidators()
  const node = validators.find(({ endTime }) => BigInt(endTime) > now + 20n * 86_400n)
  if (!node) throw new Error('a validator goes on for three weeks')
  const delegation = pvm.newAddPermissionlessDelegatorTx(
    {
      ...(await common()),
      end: now + 15n * 86_400n,
      nodeId: node.nodeID,
      start: 0n,
      weight: 30n * avax,
      rewardAddresses: [owner],
      subnetId: primarySubnetId,
    },
    context,
  )
  expect(await transactionOf('p-chain', await issue(delegation, platform))).toMatchObject({
    txType: 'AddPermissionlessDelegatorTx',
  })
})

test('the reason of a refusal reaches the application', async () => {
  const tx = pvm.newBaseTx({ ...(await common()), outputs: [payment(avax)] }, context)
  await issue(tx, platform)
  const again = pvm.newBaseTx(
    { ...(await common()), outputs: [payment(avax)], memo: Uint8Array.of(1) },
    context,
  )
  await expect(issue(again, platform)).rejects.toThrow('exceeds maximum memo length, 0')
})
