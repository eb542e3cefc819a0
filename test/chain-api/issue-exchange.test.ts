import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeCb58, idOf } from '../../src/formats/ids.ts'
import { sortInputs, sortOutputs } from '../../src/formats/ordering.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import { utxoId } from '../../src/formats/utxos.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  avaxId,
  call,
  chainIds,
  ewoq,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  spendable,
  utxosOf,
} from './support/wallet.ts'

let server: Snowglobe
let utxo: Spendable
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  await server.act([
    { do: 'export', from: 'ewoq', sourceChain: 'P', destinationChain: 'X', amount: '1' },
  ])
  await server.snapshots.save('begun')
})
afterAll(() => server.close())
beforeEach(async () => {
  const [first] = spendable(await utxosOf(server, 'X'))
  if (!first) throw new Error('ewoq has AVAX on the X-chain')
  utxo = first
})

type Of<Type extends ExchangeTransaction['type']> = Extract<ExchangeTransaction, { type: Type }>
const fee = 1_000_000n
const other = new Uint8Array(20).fill(7)

const base = (from: Spendable, outputs = [outputTo(from.amount - fee)]) => ({
  networkId: 5,
  blockchainId: chainIds.X,
  outputs: sortOutputs(outputs),
  inputs: [inputOf(from)],
  memo: new Uint8Array(),
})
const transfer = (): Of<'BaseTx'> => ({
  type: 'BaseTx',
  ...base(utxo, [outputTo(5n, other), outputTo(utxo.amount - fee - 5n)]),
})
const exporting = (): Of<'ExportTx'> => ({
  type: 'ExportTx',
  ...base(utxo, [outputTo(utxo.amount - fee - 9n)]),
  destinationChain: chainIds.P,
  exportedOutputs: [outputTo(9n)],
})
/** Imports what waits for the member from the P-chain. */
async function importing(): Promise<Of<'ImportTx'>> {
  const [waiting] = spendable(await utxosOf(server, 'X', 'P'))
  if (!waiting) throw new Error('something waits on the way from P to X')
  const { inputs: importedInputs, ...rest } = base(waiting)
  return { type: 'ImportTx', ...rest, inputs: [], sourceChain: chainIds.P, importedInputs }
}

const signed = (tx: ExchangeTransaction, key = ewoqKey): Uint8Array =>
  exchangeTransactions.sign(
    tx,
    exchangeTransactions
      .credentialSlots(tx)
      .map(({ signatures }) => Array.from({ length: signatures }, () => key)),
  ).bytes
const issued = (bytes: Uint8Array) => issue(server, '/ext/bc/X', 'avm', bytes)
const first = <Item>(items: readonly Item[]): Item => items[0] as Item

/** Returns the transaction with another first input. */
const withInput = (change: (input: ReturnType<typeof inputOf>) => ReturnType<typeof inputOf>) => {
  const tx = transfer()
  return { ...tx, inputs: [change(first(tx.inputs) as ReturnType<typeof inputOf>)] }
}
const withIndices = (...signatureIndices: number[]) =>
  withInput((input) => ({ ...input, input: { ...input.input, signatureIndices } }))

/** A transfer from an output that this member makes first. */
async function fromOutput(
  made: Partial<ReturnType<typeof outputTo>['output']>,
  signatureIndices: number[],
): Promise<Uint8Array> {
  const amount = utxo.amount - fee
  const output = { ...outputTo(amount), output: { ...outputTo(amount).output, ...made } }
  const funding = signed({ type: 'BaseTx', ...base(utxo, [output]) })
  expect(await issued(funding)).toHaveProperty('result.txID')
  const from = { ...utxo, txId: idOf(funding), outputIndex: 0, amount }
  const spending = { ...base(from), inputs: [inputOf(from)] }
  const [input] = spending.inputs as [ReturnType<typeof inputOf>]
  return signed({
    type: 'BaseTx',
    ...spending,
    inputs: [{ ...input, input: { ...input.input, signatureIndices } }],
  })
}

const noted = (): Of<'BaseTx'> => ({ ...transfer(), memo: new Uint8Array(256).fill(7) })

const accepted: Readonly<Record<string, () => ExchangeTransaction | Promise<ExchangeTransaction>>> =
  { transfer, export: exporting, import: importing, 'transfer with a memo': noted }

test.each(Object.keys(accepted))(
  'an %s that a wallet signs is accepted and listed',
  async (name) => {
    const tx = await accepted[name]?.()
    if (!tx) throw new Error('it has a transaction')
    const bytes = signed(tx)
    const txID = encodeCb58(idOf(bytes))
    expect(await issued(bytes)).toMatchObject({ result: { txID } })
    expect(await call(server, '/ext/bc/X', 'avm.getTxStatus', { txID })).toMatchObject({
      result: { status: 'Accepted' },
    })
    const url = `/v1/networks/fuji/blockchains/x-chain/transactions/${txID}`
    expect((await server.inject(url)).json()).toMatchObject({ txHash: txID, txType: tx.type })
    expect((await server.check()).violations).toBe(0)
    await server.snapshots.restore('begun')
  },
)

type Broken = () => Uint8Array | Promise<Uint8Array>

/** Transactions that are broken in one place, and the node's text for each. */
const broken: readonly (readonly [name: string, make: Broken, text: string])[] = [
  ['of another network', () => signed({ ...transfer(), networkId: 1 }), 'tx has wrong network ID'],
  [
    'of another chain',
    () => signed({ ...transfer(), blockchainId: chainIds.P }),
    'tx has wrong chain ID',
  ],
  [
    'with a long memo',
    () => signed({ ...transfer(), memo: new Uint8Array(257) }),
    'memo exceeds maximum length: 257 > 256',
  ],
  [
    'with outputs out of order',
    () => signed({ ...transfer(), outputs: transfer().outputs.toReversed() }),
    'outputs not sorted',
  ],
  [
    'with an input twice',
    () => signed({ ...transfer(), inputs: [...transfer().inputs, ...transfer().inputs] }),
    'inputs not sorted and unique',
  ],
  [
    'with inputs out of order',
    () => {
      const unknown = inputOf({ ...utxo, txId: new Uint8Array(32) })
      const inputs = sortInputs([...transfer().inputs, unknown]).toReversed()
      return signed({ ...transfer(), inputs })
    },
    'inputs not sorted and unique',
  ],
  [
    'with an output of nothing',
    () => signed({ type: 'BaseTx', ...base(utxo, [outputTo(0n)]) }),
    'output has no value',
  ],
  [
    'with an output that no key can spend',
    () => {
      const output = { ...outputTo(5n), output: { ...outputTo(5n).output, threshold: 2 } }
      return signed({ type: 'BaseTx', ...base(utxo, [output]) })
    },
    'output is unspendable',
  ],
  [
    'with owners of an output out of order',
    () => {
      const addresses = [other, ewoq].sort((a, b) => -Buffer.compare(a, b))
      const output = { ...outputTo(5n), output: { ...outputTo(5n).output, addresses } }
      return signed({ type: 'BaseTx', ...base(utxo, [output]) })
    },
    'addresses not sorted and unique',
  ],
  [
    'with an input of nothing',
    () => signed(withInput((input) => ({ ...input, input: { ...input.input, amount: 0n } }))),
    'input has no value',
  ],
  [
    'that pays less than the fee',
    () => signed({ type: 'BaseTx', ...base(utxo, [outputTo(utxo.amount - fee + 1n)]) }),
    'insufficient funds',
  ],
  [
    'without a credential',
    () => exchangeTransactions.encode({ unsigned: transfer(), credentials: [] }),
    'wrong number of credentials: 0 != 1',
  ],
  [
    'that spends nothing there is',
    () => signed(withInput((input) => ({ ...input, txId: new Uint8Array(32).fill(9) }))),
    'failed to verify transfer: failed to get utxo UTXO: not found',
  ],
  [
    'that takes an output for another asset',
    () => {
      const asset = new Uint8Array(32).fill(9)
      const tx = withInput((input) => ({ ...input, assetId: asset }))
      // The fee comes from a second output.
      const [, second] = spendables
      return signed({
        ...tx,
        inputs: sortInputs([...tx.inputs, inputOf(second as Spendable)]),
        outputs: [],
      })
    },
    "failed to verify transfer: asset IDs in the input don't match the utxo",
  ],
  [
    'that takes an output for more',
    () =>
      signed(
        withInput((input) => ({
          ...input,
          input: { ...input.input, amount: input.input.amount + 1n },
        })),
      ),
    'failed to verify transfer: utxo amount and input amount are not equal: AMOUNT != MORE',
  ],
  [
    'with too few signers',
    () => signed(withIndices()),
    'failed to verify transfer: input has less signers than expected',
  ],
  [
    'with too many signers',
    () => signed(withIndices(0, 1)),
    'failed to verify transfer: input has more signers than expected',
  ],
  [
    'with a signer who is no owner',
    () => signed(withIndices(3)),
    'failed to verify transfer: input referenced a nonexistent address in the output',
  ],
  [
    'with signers out of order',
    () => signed(withIndices(1, 0)),
    'address indices not sorted and unique',
  ],
  [
    'signed by another key',
    () => signed(transfer(), new Uint8Array(32).fill(3)),
    'failed to verify transfer: wrong signature: expected signature from OWNER but got from SIGNER',
  ],
  [
    'of an output whose time has not come',
    () => fromOutput({ locktime: 2n ** 40n }, [0]),
    'failed to verify transfer: output is time locked',
  ],
  [
    'of an output of two with one signature',
    () => fromOutput({ threshold: 2, addresses: [ewoq, other].sort(Buffer.compare) }, [0]),
    'failed to verify transfer: input has less signers than expected',
  ],
  [
    'that imports nothing',
    async () => signed({ ...(await importing()), importedInputs: [], inputs: transfer().inputs }),
    'no import inputs',
  ],
  [
    'that imports from its own chain',
    async () => signed({ ...(await importing()), sourceChain: chainIds.X }),
    'same chainID',
  ],
  [
    'that imports from no chain',
    async () => signed({ ...(await importing()), sourceChain: new Uint8Array(32).fill(9) }),
    `failed to get subnet of "${encodeCb58(new Uint8Array(32).fill(9))}": not found`,
  ],
  [
    'that imports what comes from another chain',
    async () => signed({ ...(await importing()), sourceChain: chainIds.C }),
    'not found',
  ],
  [
    'that exports nothing',
    () => signed({ ...exporting(), exportedOutputs: [] }),
    'no export outputs',
  ],
  [
    'that exports to its own chain',
    () => signed({ ...exporting(), destinationChain: chainIds.X }),
    'same chainID',
  ],
  [
    'that exports more than it spends',
    () => signed({ ...exporting(), exportedOutputs: [outputTo(10n)] }),
    'insufficient funds',
  ],
]

let spendables: readonly Spendable[] = []
let unknownUtxo = ''

test.each(broken)(
  'a transaction %s is refused with the words of the node',
  async (_name, make, text) => {
    await server.snapshots.restore('begun')
    spendables = spendable(await utxosOf(server, 'X'))
    unknownUtxo = encodeCb58(utxoId(new Uint8Array(32).fill(9), utxo.outputIndex))
    const bytes = await make()
    const before = await server.export()
    const { error } = await issued(bytes)
    const expected = text
      .replace('UTXO', unknownUtxo)
      .replace('AMOUNT', String(utxo.amount))
      .replace('MORE', String(utxo.amount + 1n))
      .replace('OWNER', encodeCb58(ewoq))
      .replace(/SIGNER$/, signerIn(error?.message))
    expect(error).toEqual({ code: -32000, message: expected, data: null })
    expect(await server.export()).toEqual(before)
  },
)

/** The address that a refusal names as the signer; it is another one than the owner. */
function signerIn(message = ''): string {
  const found = /but got from ([1-9A-HJ-NP-Za-km-z]+)$/.exec(message)?.[1] ?? 'SIGNER'
  return found === encodeCb58(ewoq) ? 'another' : found
}

test('a transfer of more than 64 KiB is refused after everything else', async () => {
  await server.snapshots.restore('begun')
  const outputs = Array.from({ length: 830 }, () => outputTo(1n))
  const change = outputTo(utxo.amount - fee - 830n)
  const tx: Of<'BaseTx'> = { type: 'BaseTx', ...base(utxo, [...outputs, change]) }
  const bytes = signed(tx)
  const id = encodeCb58(idOf(bytes))
  const text = `tx too large: ${id} size (${bytes.length}) > max size (65536)`
  expect((await issued(bytes)).error?.message).toBe(text)

  const poor = signed({ ...tx, outputs: [...tx.outputs, outputTo(utxo.amount)] })
  expect((await issued(poor)).error?.message).toBe('insufficient funds')
})

test('bytes that are no transaction are refused', async () => {
  const { error } = await issued(Uint8Array.of(0, 0, 0, 0, 0, 99))
  expect(error?.message).toMatch(/^couldn't parse tx: /)
})

test('an output is spent once', async () => {
  await server.snapshots.restore('begun')
  expect(await issued(signed(transfer()))).toHaveProperty('result.txID')
  const again = { ...transfer(), outputs: [outputTo(7n)] }
  const id = encodeCb58(utxoId(utxo.txId, utxo.outputIndex))
  expect((await issued(signed(again))).error?.message).toBe(
    `failed to verify transfer: failed to get utxo ${id}: not found`,
  )
  expect(Buffer.compare(avaxId, utxo.assetId)).toBe(0)
})
