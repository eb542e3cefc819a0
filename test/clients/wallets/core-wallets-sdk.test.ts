import { Avalanche } from '@avalabs/core-wallets-sdk'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { findIssued } from '../support/issued.ts'

const world = 'core'
const server = inject('servers').fuji
const key = Buffer.alloc(32, 0x71)
const nAvax = 10n ** 9n

let provider: Avalanche.JsonRpcProvider
let wallet: Avalanche.StaticSigner
beforeAll(async () => {
  provider = await Avalanche.JsonRpcProvider.fromBaseURL(`${server}/_worlds/${world}`)
  wallet = new Avalanche.StaticSigner(key, key, provider)
  const control = connect(server, { world })
  const to = wallet.getAddresses('P')[0]?.slice(2) ?? ''
  await control.act([
    { do: 'fund', to, chain: 'P', amount: '20', network: 'fuji' },
    { do: 'fund', to: wallet.getAddressEVM(), chain: 'C', amount: '20', network: 'fuji' },
  ])
})

type Unsigned = Parameters<Avalanche.StaticSigner['signTx']>[0]['tx']

/** Signs and issues, finds the transaction in all interfaces, and returns its type. */
async function issued(chain: 'P' | 'X' | 'C', tx: Unsigned): Promise<string> {
  const signed = await wallet.signTx({ tx })
  const { txID } = await provider.issueTx(signed.getSignedTx())
  return (await findIssued(world, chain, txID)).txType
}

test('Core moves AVAX from C to P, to X, and on X', async () => {
  const nonce = BigInt(await wallet.getNonce())
  const baseFee = 25n * 10n ** 9n
  expect(await issued('C', wallet.exportC(5n * nAvax, 'P', nonce, baseFee))).toBe('ExportTx')
  const fromC = await wallet.getAtomicUTXOs('P', 'C')
  expect(await issued('P', wallet.importP(fromC, 'C'))).toBe('ImportTx')

  const onP = await wallet.getUTXOs('P')
  expect(await issued('P', wallet.exportP(3n * nAvax, onP, 'X'))).toBe('ExportTx')
  const fromP = await wallet.getAtomicUTXOs('X', 'P')
  expect(await issued('X', wallet.importX(fromP, 'P'))).toBe('ImportTx')

  const onX = await wallet.getUTXOs('X')
  const [to = ''] = wallet.getAddresses('X')
  const amounts = { [provider.getAvaxID()]: nAvax }
  expect(await issued('X', wallet.baseTX(onX, 'X', to, amounts))).toBe('BaseTx')
  const left = await wallet.getUTXOs('X')
  expect(await issued('X', wallet.exportX(nAvax, left, 'C'))).toBe('ExportTx')
  const toC = await wallet.getAtomicUTXOs('C', 'X')
  expect(await issued('C', wallet.importC(toC, 'X', 25n))).toBe('ImportTx')
})

// Its avalanchejs is older than Etna: it pays nothing for a delegation, which the chain refuses.
test('Core pays on P', async () => {
  const [to = ''] = wallet.getAddresses('P')
  const amounts = { [provider.getAvaxID()]: nAvax }
  const paying = wallet.baseTX(await wallet.getUTXOs('P'), 'P', to, amounts)
  expect(await issued('P', paying)).toBe('BaseTx')
})

test("Core's EVM provider reads head and fees", async () => {
  expect(await provider.evmRpc.getBlockNumber()).toBeGreaterThan(0)
  expect((await provider.getEvmFeeData()).maxFeePerGas).toBeGreaterThan(0n)
})
