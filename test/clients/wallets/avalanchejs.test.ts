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
import { createPublicClient, http } from 'viem'
import { beforeAll, expect, inject, test } from 'vitest'
import { findIssued } from '../support/issued.ts'
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

/** Parameters of P-chain builders from the world and the payer. */
async function common() {
  const { utxos } = await platform.getUTXOs({ addresses: [`P-${ewoq}`] })
  const feeState = await platform.getFeeState()
  return { feeState, fromAddressesBytes: [owner], utxos, minIssuanceTime: now }
}

const apis = { P: () => platform, X: () => exchange, C: () => contract }

/** Signs, issues, finds the transaction in all interfaces, and returns its id and its type. */
async function issue(chain: keyof typeof apis, unsignedTx: UnsignedTx) {
  await addTxSignatures({ unsignedTx, privateKeys: [key] })
  const { txID } = await apis[chain]().issueSignedTx(unsignedTx.getSignedTx())
  return { txID, type: (await findIssued('avalanchejs', chain, txID)).txType }
}

test('moves AVAX on the P-chain', async () => {
  const tx = pvm.newBaseTx({ ...(await common()), outputs: [payment(avax)] }, context)
  const { txID, type } = await issue('P', tx)
  expect(type).toBe('BaseTx')
  expect(await platform.getTxStatus({ txID })).toMatchObject({ status: 'Committed' })
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
  await issue('P', exported)
  const addresses = [`X-${ewoq}`]
  const waiting = await exchange.getUTXOs({ addresses, sourceChain: 'P' })
  const imported = avm.newImportTx(context, context.pBlockchainID, waiting.utxos, [owner], [owner])
  const { txID, type } = await issue('X', imported)
  expect(type).toBe('ImportTx')
  expect(await exchange.getTxStatus({ txID })).toEqual({ status: 'Accepted' })

  const { utxos } = await exchange.getUTXOs({ addresses })
  const moved = avm.newBaseTx(context, [owner], utxos, [payment(avax)], { minIssuanceTime: now })
  expect((await issue('X', moved)).type).toBe('BaseTx')

  const left = (await exchange.getUTXOs({ addresses })).utxos
  const back = avm.newExportTx(context, context.pBlockchainID, [owner], left, [payment(avax)], {
    minIssuanceTime: now,
  })
  expect((await issue('X', back)).type).toBe('ExportTx')
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
  expect((await issue('P', arrived)).type).toBe('ImportTx')
})

const account = utils.hexToBuffer(ewoqEvm)

/** Next nonce of the account on the C-chain, and the base fee in nAVAX. */
async function ofAccount() {
  const client = createPublicClient({ transport: http(`${node()}/ext/bc/C/rpc`) })
  const count = await client.getTransactionCount({ address: ewoqEvm })
  return { nonce: BigInt(count), baseFee: BigInt(await contract.getBaseFee()) / 10n ** 9n }
}

/** Outputs of a transaction that wait for the C-chain; others of the owner may be locked. */
async function waitingOnC(sourceChain: 'P' | 'X', txID: string) {
  const { utxos } = await contract.getUTXOs({ addresses: [`C-${ewoq}`], sourceChain })
  return utxos.filter((utxo) => utxo.utxoId.txID.toString() === txID)
}

test('moves AVAX from C to P with an estimated fee, and back', async () => {
  const { nonce, baseFee } = await ofAccount()
  const { pBlockchainID } = context
  const exported = evm.newExportTxFromBaseFee(
    context,
    baseFee,
    2n * avax,
    pBlockchainID,
    account,
    [owner],
    nonce,
  )
  expect((await issue('C', exported)).type).toBe('ExportTx')

  const outputs = [payment(avax)]
  const back = pvm.newExportTx(
    { ...(await common()), destinationChainId: context.cBlockchainID, outputs },
    context,
  )
  const utxos = await waitingOnC('P', (await issue('P', back)).txID)
  const imported = evm.newImportTxFromBaseFee(
    context,
    account,
    [owner],
    utxos,
    pBlockchainID,
    baseFee,
  )
  expect((await issue('C', imported)).type).toBe('ImportTx')
})

test('moves AVAX from C to X with a fee of its own, and back', async () => {
  const { nonce, baseFee } = await ofAccount()
  const { xBlockchainID } = context
  const cost = evm.estimateExportCost(
    context,
    baseFee,
    2n * avax,
    xBlockchainID,
    account,
    [owner],
    nonce,
  )
  const exported = evm.newExportTx(
    context,
    2n * avax,
    xBlockchainID,
    account,
    [owner],
    2n * cost,
    nonce,
  )
  expect((await issue('C', exported)).type).toBe('ExportTx')

  const addresses = [`X-${ewoq}`]
  const waiting = await exchange.getUTXOs({ addresses, sourceChain: 'C' })
  const arrived = avm.newImportTx(context, context.cBlockchainID, waiting.utxos, [owner], [owner])
  expect((await issue('X', arrived)).type).toBe('ImportTx')
  const own = (await exchange.getUTXOs({ addresses })).utxos
  const back = avm.newExportTx(context, context.cBlockchainID, [owner], own, [payment(avax)], {
    minIssuanceTime: now,
  })
  const utxos = await waitingOnC('X', (await issue('X', back)).txID)
  const imported = evm.newImportTx(context, account, [owner], utxos, xBlockchainID, 2n * cost)
  expect((await issue('C', imported)).type).toBe('ImportTx')
})

test('creates a subnet and delegates to a validator', async () => {
  const subnet = pvm.newCreateSubnetTx({ ...(await common()), subnetOwners: [owner] }, context)
  const { txID: subnetID } = await issue('P', subnet)
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
  expect((await issue('P', delegation)).type).toBe('AddPermissionlessDelegatorTx')
})

test('the reason of a refusal reaches the application', async () => {
  const tx = pvm.newBaseTx({ ...(await common()), outputs: [payment(avax)] }, context)
  await issue('P', tx)
  const again = pvm.newBaseTx(
    { ...(await common()), outputs: [payment(avax)], memo: Uint8Array.of(1) },
    context,
  )
  await expect(issue('P', again)).rejects.toThrow('memo exceeds maximum length: ')
})
