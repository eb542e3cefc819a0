import { Avalanche, BinTools, BN } from 'avalanche'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'
import { known } from '../support/world.ts'

const { hostname, port } = new URL(inject('servers').fuji)
const server = inject('servers').fuji
const world = 'legacy-chains'

const avalanche = new Avalanche(hostname, Number(port), 'http', known.fuji.networkId)
avalanche.setHeader('x-snowglobe-world', world)

const [platform, exchange, contract] = [avalanche.PChain(), avalanche.XChain(), avalanche.CChain()]
const secret = Buffer.alloc(32, 0x72)
for (const chain of [platform, exchange, contract]) chain.keyChain().importKey(secret as never)
const onP = platform.keyChain().getAddressStrings()
const onX = exchange.keyChain().getAddressStrings()
const onC = contract.keyChain().getAddressStrings()
const account = privateKeyToAccount(`0x${'72'.repeat(32)}`)

const nAvax = new BN(10 ** 9)
const none = new BN(0)
const pChainId = '11111111111111111111111111111111LpoYY'
/** nAVAX, more than any atomic fee at a base fee of 1 nAVAX. */
const atomicFee = new BN(10 ** 7)

const control = connect(server, { world })
beforeAll(async () => {
  const to = onP[0]?.slice(2) ?? ''
  await control.act([
    { do: 'fund', to, chain: 'P', amount: '20', network: 'fuji' },
    { do: 'fund', to, chain: 'X', amount: '20', network: 'fuji' },
    { do: 'fund', to: account.address, chain: 'C', amount: '20', network: 'fuji' },
  ])
})

/** Locktimes are compared with the time of the world: the client would take that of the machine. */
const present = async () => {
  const timestamp: unknown = await platform.getTimestamp()
  return new BN(Math.floor(Date.parse(String(timestamp)) / 1000))
}
const rpc = createWalletClient({
  account,
  transport: http(`${server}/_worlds/${world}/ext/bc/C/rpc`),
})
const quantity = async (method: 'eth_getBalance' | 'eth_getTransactionCount') =>
  BigInt(await rpc.request({ method, params: [account.address, 'latest'] } as never))

test('the legacy client moves AVAX from X to P', async () => {
  const { utxos } = await exchange.getUTXOs(onX)
  const exporting = await exchange.buildExportTx(
    ...([utxos, nAvax.muln(2), pChainId, onP, onX, onX, undefined, await present()] as const),
  )
  const exported = await exchange.issueTx(exporting.sign(exchange.keyChain()))
  expect((await findIssued(world, 'X', exported)).txType).toBe('ExportTx')

  const { utxos: waiting } = await platform.getUTXOs(onP, known.fuji.xChainId)
  const importing = await platform.buildImportTx(
    ...([waiting, onP, known.fuji.xChainId, onP, onP, onP, undefined, await present()] as const),
  )
  const imported = await platform.issueTx(importing.sign(platform.keyChain()))
  expect(await platform.getTxStatus(imported)).toMatchObject({ status: 'Committed' })
  const { txType, emittedUtxos } = await findIssued(world, 'P', imported)
  expect({ txType, addresses: emittedUtxos[0]?.addresses }).toEqual({
    ...{ txType: 'ImportTx', addresses: [onP[0]?.slice(2)] },
  })
})

test('the legacy client moves AVAX from C to P and X, and from P to C', async () => {
  for (const [destination, to] of [
    [pChainId, onP],
    [known.fuji.xChainId, onX],
  ] as const) {
    const nonce = Number(await quantity('eth_getTransactionCount'))
    const exporting = await contract.buildExportTx(
      ...([
        nAvax.muln(2),
        known.fuji.avaxAssetId,
        destination,
        account.address,
        onC[0] ?? '',
        to,
      ] as const),
      ...([nonce, none, 1, atomicFee] as const),
    )
    const exported = await contract.issueTx(exporting.sign(contract.keyChain()))
    expect(await contract.getAtomicTxStatus(exported)).toBe('Accepted')
    expect((await findIssued(world, 'C', exported)).txType).toBe('ExportTx')
  }

  const { utxos } = await platform.getUTXOs(onP)
  const exporting = await platform.buildExportTx(
    ...([utxos, nAvax, known.fuji.cChainId, onC, onP, onP, undefined, await present()] as const),
  )
  const exported = await platform.issueTx(exporting.sign(platform.keyChain()))
  expect((await findIssued(world, 'P', exported)).txType).toBe('ExportTx')

  const before = await quantity('eth_getBalance')
  const { utxos: waiting } = await contract.getUTXOs(onC, pChainId)
  const importing = await contract.buildImportTx(
    ...([waiting, account.address, onC, pChainId, onC, atomicFee] as const),
  )
  const imported = await contract.issueTx(importing.sign(contract.keyChain()))
  expect((await findIssued(world, 'C', imported)).txType).toBe('ImportTx')
  expect((await quantity('eth_getBalance')) - before).toBe((10n ** 9n - 10n ** 7n) * 10n ** 9n)
})

test('the legacy client creates a chain on a subnet of its own', async () => {
  const { utxos } = await platform.getUTXOs(onP)
  const subnet = await platform.buildCreateSubnetTx(
    ...([utxos, onP, onP, onP, 1, undefined, await present()] as const),
  )
  const subnetID = await platform.issueTx(subnet.sign(platform.keyChain()))
  const { utxos: rest } = await platform.getUTXOs(onP)
  const owner = BinTools.getInstance().stringToAddress(onP[0] ?? '')
  const extensions = ['secp256k1fx']
  const signers: [number, typeof owner][] = [[0, owner]]
  const creating = await platform.buildCreateChainTx(
    ...([rest, onP, onP, subnetID, 'Old Chain', 'timestamp', extensions] as const),
    ...(['hello', undefined, await present(), signers] as const),
  )
  const blockchainID = await platform.issueTx(creating.sign(platform.keyChain()))
  expect((await findIssued(world, 'P', blockchainID)).txType).toBe('CreateChainTx')
  expect(await platform.validatedBy(blockchainID)).toBe(subnetID)
  const blockchains = (await platform.getBlockchains()) as { id: string; name: string }[]
  expect(blockchains.find(({ id }) => id === blockchainID)).toMatchObject({ name: 'Old Chain' })
})

test('a validator of before Durango, which the legacy client builds, is refused as by a node', async () => {
  const { utxos } = await platform.getUTXOs(onP)
  // The client compares the start with the clock of the machine.
  const start = new BN(Math.floor(Date.now() / 1000) + 600)
  const node = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
  const validating = await platform.buildAddValidatorTx(
    ...([utxos, onP, onP, onP, node, start, start.addn(86_400 * 20)] as const),
    ...([nAvax, onP, 2, none, 1, undefined, await present()] as const),
  )
  await expect(platform.issueTx(validating.sign(platform.keyChain()))).rejects.toThrow(
    'AddValidatorTx is not permitted post-Durango',
  )
})

test('the world is consistent after all of it', { timeout: 600_000 }, async () => {
  expect((await control.check()).violations).toBe(0)
})
