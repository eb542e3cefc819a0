import { Avalanche, BN } from 'avalanche'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'
import { known } from '../support/world.ts'

const { hostname, port } = new URL(inject('servers').fuji)
const server = inject('servers').fuji

// The client takes host and port apart, and a header names its world.
const avalanche = new Avalanche(hostname, Number(port), 'http', known.fuji.networkId)
avalanche.setHeader('x-snowglobe-world', 'legacy')

const [platform, exchange] = [avalanche.PChain(), avalanche.XChain()]
// The client imports and spends what is locked too, so its account has nothing but a gift.
for (const chain of [platform, exchange])
  chain.keyChain().importKey(Buffer.alloc(32, 0x73) as never)
const onP = platform.keyChain().getAddressStrings()
const onX = exchange.keyChain().getAddressStrings()

beforeAll(async () => {
  const to = onP[0]?.slice(2) ?? ''
  const control = connect(server, { world: 'legacy' })
  await control.act({ do: 'fund', to, chain: 'P', amount: '20', network: 'fuji' })
})

const nAvax = new BN(10 ** 9)
/** Locktimes are compared with the time of the world: the client would take that of the machine. */
const present = async () => {
  // Its type says a number; the node sends the time as text.
  const timestamp: unknown = await platform.getTimestamp()
  return new BN(Math.floor(Date.parse(String(timestamp)) / 1000))
}

test('the legacy client moves AVAX from P to X, and on X', async () => {
  const { utxos } = await platform.getUTXOs(onP)
  const now = await present()
  const exporting = await platform.buildExportTx(
    ...([utxos, nAvax.muln(3), known.fuji.xChainId, onX, onP, onP, undefined, now] as const),
  )
  const exported = await platform.issueTx(exporting.sign(platform.keyChain()))
  expect((await findIssued('legacy', 'P', exported)).txType).toBe('ExportTx')

  const source = '11111111111111111111111111111111LpoYY'
  const { utxos: waiting } = await exchange.getUTXOs(onX, source)
  const importing = await exchange.buildImportTx(
    ...([waiting, onX, source, onX, onX, onX, undefined, now] as const),
  )
  const imported = await exchange.issueTx(importing.sign(exchange.keyChain()))
  expect((await findIssued('legacy', 'X', imported)).txType).toBe('ImportTx')

  const { utxos: own } = await exchange.getUTXOs(onX)
  const paying = await exchange.buildBaseTx(
    ...([own, nAvax, known.fuji.avaxAssetId, onX, onX, onX, undefined, now] as const),
  )
  const paid = await exchange.issueTx(paying.sign(exchange.keyChain()))
  expect(await exchange.getTxStatus(paid)).toBe('Accepted')
  expect((await findIssued('legacy', 'X', paid)).txType).toBe('BaseTx')
})
