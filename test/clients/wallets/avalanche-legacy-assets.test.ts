import { Avalanche, BinTools, BN } from 'avalanche'
import {
  AVMConstants,
  InitialStates,
  MinterSet,
  SECPMintOutput,
  SECPTransferOutput,
  type UTXOSet,
} from 'avalanche/dist/apis/avm/index.js'
import { OutputOwners } from 'avalanche/dist/common/index.js'
import { UTF8Payload } from 'avalanche/dist/utils/index.js'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'
import { known } from '../support/world.ts'

const { hostname, port } = new URL(inject('servers').fuji)
const server = inject('servers').fuji
const world = 'legacy-assets'

const avalanche = new Avalanche(hostname, Number(port), 'http', known.fuji.networkId)
avalanche.setHeader('x-snowglobe-world', world)

const [platform, exchange] = [avalanche.PChain(), avalanche.XChain()]
for (const chain of [platform, exchange])
  chain.keyChain().importKey(Buffer.alloc(32, 0x74) as never)
const onP = platform.keyChain().getAddressStrings()
const onX = exchange.keyChain().getAddressStrings()
const owners = onX.map((address) => BinTools.getInstance().stringToAddress(address))

beforeAll(async () => {
  const to = onP[0]?.slice(2) ?? ''
  const control = connect(server, { world })
  await control.act([
    { do: 'fund', to, chain: 'P', amount: '20', network: 'fuji' },
    { do: 'fund', to, chain: 'X', amount: '20', network: 'fuji' },
  ])
})

/** Locktimes are compared with the time of the world: the client would take that of the machine. */
const present = async () => {
  const timestamp: unknown = await platform.getTimestamp()
  return new BN(Math.floor(Date.parse(String(timestamp)) / 1000))
}
const held = async (): Promise<UTXOSet> => (await exchange.getUTXOs(onX)).utxos
const none = new BN(0)

/** Ids of the outputs of an asset that have a type of outputs. */
const idsOf = (utxos: UTXOSet, assetId: string, type: number): string[] =>
  utxos
    .getAllUTXOs()
    .filter(
      (utxo) =>
        utxo.getOutput().getTypeID() === type &&
        BinTools.getInstance().cb58Encode(utxo.getAssetID()) === assetId,
    )
    .map((utxo) => utxo.getUTXOID())

test('the legacy client creates an asset of amounts and mints more of it', async () => {
  const states = new InitialStates()
  states.addOutput(new SECPTransferOutput(new BN(1000), owners, none, 1), AVMConstants.SECPFXID)
  const rights = [new SECPMintOutput(owners, none, 1)]
  const creating = await exchange.buildCreateAssetTx(
    ...([await held(), onX, onX, states, 'Old Coin', 'OLD', 3, rights] as const),
    ...([undefined, await present()] as const),
  )
  const assetID = await exchange.issueTx(creating.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', assetID)).txType).toBe('CreateAssetTx')
  expect(await exchange.getAssetDescription(assetID)).toMatchObject({
    ...{ name: 'Old Coin', symbol: 'OLD', denomination: 3 },
  })

  const utxos = await held()
  const [right = ''] = idsOf(utxos, assetID, AVMConstants.SECPMINTOUTPUTID)
  const minting = await exchange.buildSECPMintTx(
    ...([utxos, new SECPMintOutput(owners, none, 1)] as const),
    new SECPTransferOutput(new BN(50), owners, none, 1),
    ...([onX, onX, right, undefined, await present()] as const),
  )
  const minted = await exchange.issueTx(minting.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', minted)).txType).toBe('OperationTx')
  const { balance }: { balance: unknown } = await exchange.getBalance(onX[0] ?? '', assetID)
  expect(String(balance)).toBe('1050')
})

test('the legacy client creates an asset of NFTs, mints one and sends it', async () => {
  const minters = [new MinterSet(1, onX)]
  const creating = await exchange.buildCreateNFTAssetTx(
    ...([await held(), onX, onX, minters, 'Old Picture', 'PIC'] as const),
    ...([undefined, await present()] as const),
  )
  const assetID = await exchange.issueTx(creating.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', assetID)).txType).toBe('CreateAssetTx')

  const created = await held()
  const rights = idsOf(created, assetID, AVMConstants.NFTMINTOUTPUTID)
  const minting = await exchange.buildCreateNFTMintTx(
    ...([created, new OutputOwners(owners, none, 1), onX, onX, rights, 0] as const),
    ...([new UTF8Payload('hello'), undefined, await present()] as const),
  )
  const minted = await exchange.issueTx(minting.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', minted)).txType).toBe('OperationTx')

  const utxos = await held()
  const nfts = idsOf(utxos, assetID, AVMConstants.NFTXFEROUTPUTID)
  expect(nfts).toHaveLength(1)
  const sending = await exchange.buildNFTTransferTx(
    ...([utxos, onX, onX, onX, nfts, undefined, await present()] as const),
  )
  const sent = await exchange.issueTx(sending.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', sent)).txType).toBe('OperationTx')
  expect(idsOf(await held(), assetID, AVMConstants.NFTXFEROUTPUTID)).toHaveLength(1)
})

test('the legacy client creates a subnet', async () => {
  const { utxos } = await platform.getUTXOs(onP)
  const creating = await platform.buildCreateSubnetTx(
    ...([utxos, onP, onP, onP, 1, undefined, await present()] as const),
  )
  const subnetID = await platform.issueTx(creating.sign(platform.keyChain()))
  expect((await findIssued(world, 'P', subnetID)).txType).toBe('CreateSubnetTx')
  const subnets: unknown = await platform.getSubnets([subnetID])
  expect(subnets).toMatchObject([{ id: subnetID, controlKeys: onP, threshold: '1' }])
})

test('a stake of before Durango, which the legacy client builds, is refused as by a node', async () => {
  const { utxos } = await platform.getUTXOs(onP)
  const now = await present()
  // The client compares the start with the clock of the machine.
  const start = new BN(Math.floor(Date.now() / 1000) + 600)
  const node = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
  const delegating = await platform.buildAddDelegatorTx(
    ...([utxos, onP, onP, onP, node, start, start.addn(86_400 * 20)] as const),
    ...([new BN(10 ** 9), onP, none, 1, undefined, now] as const),
  )
  await expect(platform.issueTx(delegating.sign(platform.keyChain()))).rejects.toThrow(
    'AddDelegatorTx is not permitted post-Durango',
  )
})
