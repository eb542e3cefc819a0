import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AtomicTransaction,
  atomicTransactions,
} from '../../src/formats/c-chain-atomic-transactions.ts'
import { encodeCb58, fromCheckedHex, idOf, toHex } from '../../src/formats/ids.ts'
import { evmAddressOf, ewoqKey, publicKeyOf } from '../../src/formats/secp256k1.ts'
import { decodeUtxo } from '../../src/formats/utxos.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  avaxId,
  call,
  chainIds,
  ewoq,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  spendable,
  utxosOf,
} from './support/wallet.ts'

let server: Snowglobe
let nonce: bigint
let waiting: Spendable
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const from = { do: 'export', from: 'ewoq', sourceChain: 'P', destinationChain: 'C' } as const
  await server.act([{ ...from, amount: '1' }])
  await server.snapshots.save('begun')
})
afterAll(() => server.close())

const account = evmAddressOf(publicKeyOf(ewoqKey))
const balance = async (address: Uint8Array) =>
  BigInt((await call(server, '/ext/bc/C/rpc', 'eth_getBalance', [toHex(address), 'latest'])).result)
beforeEach(async () => {
  await server.snapshots.restore('begun')
  const params = [toHex(account), 'latest']
  nonce = BigInt((await call(server, '/ext/bc/C/rpc', 'eth_getTransactionCount', params)).result)
  const { result } = await call(server, '/ext/bc/C/avax', 'avax.getUTXOs', {
    addresses: [`C-${ewoqText}`],
    sourceChain: 'P',
  })
  const [found] = spendable(result.utxos.map((text: string) => decodeUtxo(fromCheckedHex(text))))
  if (!found) throw new Error('something waits on the way from P to C')
  waiting = found
})

type Of<Type extends AtomicTransaction['type']> = Extract<AtomicTransaction, { type: Type }>
const coin = 10n ** 9n
/** nAVAX, more than any fee here. */
const plenty = 10_000_000n
const asset = new Uint8Array(32).fill(9)

const importing = (): Of<'ImportTx'> => ({
  ...{ type: 'ImportTx', networkId: 5, blockchainId: chainIds.C, sourceChain: chainIds.P },
  importedInputs: [inputOf(waiting)],
  outputs: [{ address: account, amount: waiting.amount - plenty, assetId: avaxId }],
})
const exporting = (): Of<'ExportTx'> => ({
  ...{ type: 'ExportTx', networkId: 5, blockchainId: chainIds.C, destinationChain: chainIds.P },
  inputs: [{ address: account, amount: coin + plenty, assetId: avaxId, nonce }],
  exportedOutputs: [outputTo(coin)],
})

const signed = (tx: AtomicTransaction, key = ewoqKey): Uint8Array =>
  atomicTransactions.sign(
    tx,
    atomicTransactions
      .credentialSlots(tx)
      .map(({ signatures }) => Array.from({ length: signatures }, () => key)),
  ).bytes
const issued = (bytes: Uint8Array) => issue(server, '/ext/bc/C/avax', 'avax', bytes)
const withInput = (change: Partial<Of<'ExportTx'>['inputs'][number]>): Of<'ExportTx'> => {
  const tx = exporting()
  return { ...tx, inputs: tx.inputs.map((input) => ({ ...input, ...change })) }
}
const withImported = (change: object, inside: object = {}): Of<'ImportTx'> => {
  const tx = importing()
  const importedInputs = tx.importedInputs.map((each) => ({
    ...{ ...each, ...change },
    input: { ...each.input, ...inside },
  }))
  return { ...tx, importedInputs }
}

test('an import that a wallet signs is accepted, and the account has it', async () => {
  const before = await balance(account)
  const bytes = signed(importing())
  const txID = encodeCb58(idOf(bytes))
  expect(await issued(bytes)).toMatchObject({ result: { txID } })
  expect(await balance(account)).toBe(before + (waiting.amount - plenty) * 10n ** 9n)
  const { result } = await call(server, '/ext/bc/C/avax', 'avax.getAtomicTxStatus', { txID })
  expect(result).toMatchObject({ status: 'Accepted' })
  const url = `/v1/networks/fuji/blockchains/c-chain/transactions/${txID}`
  expect((await server.inject(url)).json()).toMatchObject({ txHash: txID, txType: 'ImportTx' })
  expect((await server.check()).violations).toBe(0)
})

test('an export that a wallet signs is accepted, and its output waits for the other chain', async () => {
  const bytes = signed(exporting())
  const txID = encodeCb58(idOf(bytes))
  expect(await issued(bytes)).toMatchObject({ result: { txID } })
  const utxos = spendable(await utxosOf(server, 'P', 'C'))
  expect(utxos.map(({ txId }) => encodeCb58(txId))).toContain(txID)
  const url = `/v1/networks/fuji/blockchains/c-chain/transactions/${txID}`
  expect((await server.inject(url)).json()).toMatchObject({ txHash: txID, txType: 'ExportTx' })
  expect((await server.check()).violations).toBe(0)
})

test('an export of more than 64 KiB is refused after everything else', async () => {
  const bytes = signed({
    ...exporting(),
    exportedOutputs: Array.from({ length: 830 }, () => outputTo(1n)),
  })
  const id = encodeCb58(idOf(bytes))
  const text = `tx too large: ${id} size (${bytes.length}) > max size (65536)`
  expect((await issued(bytes)).error?.message).toBe(text)
})

type Broken = () => Uint8Array

/** Transactions that are broken in one place, and the node's text for each. */
const broken: readonly (readonly [name: string, make: Broken, text: string])[] = [
  [
    'import of another network',
    () => signed({ ...importing(), networkId: 1 }),
    'tx was issued with a different network ID',
  ],
  [
    'import of another chain',
    () => signed({ ...importing(), blockchainId: chainIds.X }),
    'tx has wrong chain ID',
  ],
  [
    'import of nothing',
    () => signed({ ...importing(), importedInputs: [] }),
    'tx has no imported inputs',
  ],
  ['import to nobody', () => signed({ ...importing(), outputs: [] }), 'tx has no EVM outputs'],
  [
    'import from its own chain',
    () => signed({ ...importing(), sourceChain: chainIds.C }),
    'tx has wrong chain ID',
  ],
  [
    'import of an amount of nothing',
    () => signed({ ...importing(), outputs: [{ address: account, amount: 0n, assetId: avaxId }] }),
    'EVM Output failed verification: output has no value',
  ],
  [
    'import to another asset',
    () => signed({ ...importing(), outputs: [{ address: account, amount: 1n, assetId: asset }] }),
    'import output cannot contain non-AVAX in Banff',
  ],
  [
    'import from an amount of nothing',
    () => signed(withImported({}, { amount: 0n })),
    'atomic input failed verification: input has no value',
  ],
  [
    'import of another asset',
    () => signed(withImported({ assetId: asset })),
    'import input cannot contain non-AVAX in Banff',
  ],
  [
    'import of an output twice',
    () => {
      const tx = importing()
      return signed({ ...tx, importedInputs: [...tx.importedInputs, ...tx.importedInputs] })
    },
    'inputs not sorted and unique',
  ],
  [
    'import to an account twice',
    () => {
      const tx = importing()
      return signed({ ...tx, outputs: [...tx.outputs, ...tx.outputs] })
    },
    'outputs not sorted and unique',
  ],
  [
    'import that pays no fee',
    () => {
      const outputs = [{ address: account, amount: waiting.amount, assetId: avaxId }]
      return signed({ ...importing(), outputs })
    },
    'import tx flow check failed due to: insufficient funds',
  ],
  [
    'import without a credential',
    () => atomicTransactions.encode({ unsigned: importing(), credentials: [] }),
    'import tx contained mismatched number of inputs/credentials (1 vs. 0)',
  ],
  [
    'import of what does not wait',
    () => signed(withImported({ txId: new Uint8Array(32).fill(9) })),
    `failed to fetch import UTXOs from ${encodeCb58(chainIds.P)} due to: not found`,
  ],
  [
    'import from another chain than it comes from',
    () => signed({ ...importing(), sourceChain: chainIds.X }),
    `failed to fetch import UTXOs from ${encodeCb58(chainIds.X)} due to: not found`,
  ],
  [
    'import of more than waits',
    () => signed(withImported({}, { amount: waiting.amount + 1n })),
    'import tx transfer failed verification: utxo amount and input amount are not equal: AMOUNT != MORE',
  ],
  [
    'import with too few signers',
    () => signed(withImported({}, { signatureIndices: [] })),
    'import tx transfer failed verification: input has less signers than expected',
  ],
  [
    'import with a signer who is no owner',
    () => signed(withImported({}, { signatureIndices: [4] })),
    'import tx transfer failed verification: input referenced a nonexistent address in the output',
  ],
  [
    'import signed by another key',
    () => signed(importing(), new Uint8Array(32).fill(3)),
    'import tx transfer failed verification: wrong signature: expected signature from OWNER but got from SIGNER',
  ],
  [
    'export of another network',
    () => signed({ ...exporting(), networkId: 1 }),
    'tx was issued with a different network ID',
  ],
  [
    'export of another chain',
    () => signed({ ...exporting(), blockchainId: chainIds.X }),
    'tx has wrong chain ID',
  ],
  [
    'export of nothing',
    () => signed({ ...exporting(), exportedOutputs: [] }),
    'tx has no export outputs',
  ],
  [
    'export to its own chain',
    () => signed({ ...exporting(), destinationChain: chainIds.C }),
    'tx has wrong chain ID',
  ],
  [
    'export from an amount of nothing',
    () => signed(withInput({ amount: 0n })),
    'input has no value',
  ],
  [
    'export from another asset',
    () => signed(withInput({ assetId: asset })),
    'export input cannot contain non-AVAX in Banff',
  ],
  [
    'export of an amount of nothing',
    () => signed({ ...exporting(), exportedOutputs: [outputTo(0n)] }),
    'output has no value',
  ],
  [
    'export of another asset to the P-chain',
    () => signed({ ...exporting(), exportedOutputs: [{ ...outputTo(1n), assetId: asset }] }),
    'tx has wrong chain ID',
  ],
  [
    'export of another asset to the X-chain',
    () =>
      signed({
        ...exporting(),
        destinationChain: chainIds.X,
        exportedOutputs: [{ ...outputTo(1n), assetId: asset }],
      }),
    'export output cannot contain non-AVAX in Banff',
  ],
  [
    'export with outputs out of order',
    () => signed({ ...exporting(), exportedOutputs: [outputTo(9n), outputTo(5n)] }),
    'tx outputs not sorted',
  ],
  [
    'export from an account twice',
    () => {
      const tx = exporting()
      return signed({ ...tx, inputs: [...tx.inputs, ...tx.inputs] })
    },
    'inputs not sorted and unique',
  ],
  [
    'export that pays no fee',
    () => signed(withInput({ amount: coin })),
    'export tx flow check failed due to: insufficient funds',
  ],
  [
    'export without a credential',
    () => atomicTransactions.encode({ unsigned: exporting(), credentials: [] }),
    'export tx contained mismatched number of inputs/credentials (1 vs. 0)',
  ],
  [
    'export signed twice',
    () => {
      const { unsigned, credentials } = atomicTransactions.decode(signed(exporting()))
      const twice = credentials.map((each) => ({
        ...each,
        signatures: [...each.signatures, ...each.signatures],
      }))
      return atomicTransactions.encode({ unsigned, credentials: twice })
    },
    'expected one signature for EVM Input Credential, but found: 2',
  ],
  [
    'export signed by another key',
    () => signed(exporting(), new Uint8Array(32).fill(3)),
    "signature doesn't match public key",
  ],
  [
    'export of more than the account has',
    () => signed(withInput({ amount: 2n ** 62n })),
    'insufficient funds',
  ],
  ['export with a nonce that was', () => signed(withInput({ nonce: nonce - 1n })), 'invalid nonce'],
  ['export with a nonce ahead', () => signed(withInput({ nonce: nonce + 1n })), 'invalid nonce'],
]

test.each(broken)('an %s is refused with the words of the node', async (_name, make, text) => {
  const before = await server.export()
  const bytes = make()
  const { error } = await issued(bytes)
  const signer = /but got from ([1-9A-HJ-NP-Za-km-z]+)$/.exec(error?.message ?? '')?.[1]
  const expected = text
    .replace('AMOUNT', String(waiting.amount))
    .replace('MORE', String(waiting.amount + 1n))
    .replace('OWNER', encodeCb58(ewoq))
    .replace('SIGNER', signer ?? 'SIGNER')
  expect(signer).not.toBe(encodeCb58(ewoq))
  expect(error).toEqual({ code: -32000, message: expected, data: null })
  expect(await server.export()).toEqual(before)
  const txID = encodeCb58(idOf(bytes))
  const status = await call(server, '/ext/bc/C/avax', 'avax.getAtomicTxStatus', { txID })
  expect(status.result).toEqual({ status: 'Dropped' })
})

test('what was imported is imported once', async () => {
  expect(await issued(signed(importing()))).toHaveProperty('result.txID')
  const other = { ...importing(), outputs: [{ address: ewoq, amount: 1n, assetId: avaxId }] }
  expect((await issued(signed(other))).error?.message).toBe(
    `failed to fetch import UTXOs from ${encodeCb58(chainIds.P)} due to: not found`,
  )
})
