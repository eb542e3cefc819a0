import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCb58, parseId, primaryNetworkIdBytes } from '../../src/formats/ids.ts'
import { sortInputs, sortOutputs } from '../../src/formats/ordering.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { refusalOf } from './support/refusals.ts'
import {
  authorization,
  avaxId,
  base,
  chainIds,
  ewoq,
  inputOf,
  issue,
  type PlatformTransactionOf as Of,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

/*
 * Texts about forms, owners, locks, chains and exchanges, typed by hand from avalanchego's
 * vms/platformvm/txs, vms/platformvm/utxo, vms/platformvm/stakeable and vms/secp256k1fx.
 */

const day = 86_400n
const unknown = new Uint8Array(32).fill(3)
const stranger = new Uint8Array(20).fill(7)
const owners = { type: 'Owners' as const, locktime: 0n, threshold: 1, addresses: [ewoq] }

let server: Snowglobe
let utxo: Spendable
/** An output of the member whose lock has not come, and the amount in it. */
let locked: Spendable
let locktime = 0n
let now = 0n
let subnet: Uint8Array
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { results } = await server.act([{ do: 'createSubnet', name: 'mine', by: 'ewoq' }])
  subnet = parseId(results[0]?.subnetId ?? '')
  const utxos = await utxosOf(server)
  utxo = spendable(utxos)[0] as Spendable
  now = BigInt(Date.parse((await server.world()).now) / 1000)
  for (const each of utxos)
    if (each.output.type === 'StakeableLockOutput' && each.output.locktime > now) {
      locked = { ...each, amount: each.output.output.amount } as unknown as Spendable
      locktime = each.output.locktime
    }
})
afterAll(() => server.close())

const transfer = (change: Partial<Of<'BaseTx'>> = {}): Of<'BaseTx'> => ({
  ...withChange({ type: 'BaseTx', ...base(utxo) }, 0n),
  ...change,
})
const paying = (output: object) => transfer({ outputs: [{ assetId: avaxId, output }] as never })
const lockedOutput = (lock: bigint, amount = 1n) => ({
  assetId: avaxId,
  output: { type: 'StakeableLockOutput' as const, locktime: lock, output: outputTo(amount).output },
})
const spendingLocked = (lock: bigint) => {
  const { input, ...reference } = inputOf(locked)
  return transfer({
    inputs: [
      { ...reference, input: { type: 'StakeableLockInput' as const, locktime: lock, input } },
    ],
    outputs: [],
  })
}
const creating = (change: Partial<Of<'CreateChainTx'>> = {}): Of<'CreateChainTx'> =>
  withChange(
    {
      ...{ type: 'CreateChainTx', ...base(utxo), subnetId: subnet, name: 'Rain 1' },
      ...{ vmId: unknown, fxIds: [], genesis: Uint8Array.of(1), authorization },
      ...change,
    },
    0n,
  )
const exporting = (outputs: Of<'ExportTx'>['exportedOutputs']): Of<'ExportTx'> => ({
  type: 'ExportTx',
  ...base(utxo),
  destinationChain: chainIds.X,
  exportedOutputs: outputs,
})
const importing = (change: Partial<Of<'ImportTx'>> = {}): Of<'ImportTx'> => ({
  type: 'ImportTx',
  ...base(utxo),
  inputs: [],
  sourceChain: chainIds.X,
  importedInputs: [inputOf({ ...utxo, txId: unknown })],
  ...change,
})
/** Bytes with as many signatures of the credential as given. */
const signedTimes = (tx: PlatformTransaction, count: number): Uint8Array => {
  const [credential] = platformTransactions.decode(signed(tx)).credentials
  const [signature = new Uint8Array(65)] = credential?.signatures ?? []
  return platformTransactions.encode({
    unsigned: tx,
    credentials: [{ type: 'Credential', signatures: Array(count).fill(signature) } as never],
  })
}

type Row = readonly [PlatformTransaction | Uint8Array, string | RegExp]
const rows: Readonly<Record<string, () => Row>> = {
  'a memo of 257 bytes': () => [
    transfer({ memo: new Uint8Array(257) }),
    'metadata failed verification: memo exceeds maximum length: 257 > 256',
  ],
  'an output that nobody can spend': () => [
    paying({ ...outputTo(1n).output, threshold: 2 }),
    'output failed verification: output is unspendable',
  ],
  'an output with owners that are not needed': () => [
    paying({ ...outputTo(1n).output, threshold: 0 }),
    'output failed verification: output representation should be optimized',
  ],
  'an output with an owner twice': () => [
    paying({ ...outputTo(1n).output, addresses: [ewoq, ewoq] }),
    'output failed verification: addresses not sorted and unique',
  ],
  'an output that is locked until 0': () => [
    transfer({ outputs: [lockedOutput(0n)] }),
    'output failed verification: invalid locktime',
  ],
  'an input of nothing': () => [
    transfer({ inputs: [inputOf({ ...utxo, amount: 0n })] }),
    'input failed verification: input has no value',
  ],
  'an input with an index twice': () => [
    transfer({
      inputs: [
        {
          ...inputOf(utxo),
          input: { type: 'TransferInput', amount: utxo.amount, signatureIndices: [0, 0] },
        },
      ],
    }),
    'input failed verification: address indices not sorted and unique',
  ],
  'an input that is locked until 0': () => [
    spendingLocked(0n),
    'input failed verification: invalid locktime',
  ],
  'an input with another lock than its output': () => [
    spendingLocked(locktime + 1n),
    `input locktime does not match UTXO locktime: ${locktime + 1n} != ${locktime}`,
  ],
  'an input with a lock whose output has none': () => [
    transfer({
      inputs: [
        {
          ...inputOf(utxo),
          input: {
            ...{ type: 'StakeableLockInput', locktime: 5n },
            input: { type: 'TransferInput', amount: utxo.amount, signatureIndices: [0] },
          },
        },
      ],
    }),
    'input locktime does not match UTXO locktime: 5 != 0',
  ],
  'a locked output that pays for the transaction': () => [
    spendingLocked(locktime),
    /^insufficient unlocked funds: needs \d+ more \w+$/,
  ],
  'a lock that lasts to the end of time': () => [
    transfer({ outputs: [lockedOutput(2n ** 64n - 1n, utxo.amount + 1n)] }),
    new RegExp(
      `^insufficient locked funds: \\w+ needs 1 more \\w+ for locktime ${2n ** 64n - 1n}$`,
    ),
  ],
  'outputs of more than 64 bits': () => [
    transfer({ outputs: [outputTo(2n ** 64n - 1n), outputTo(2n ** 64n - 1n)] }),
    'overflow',
  ],
  'two signatures of one owner': () => [
    signedTimes(transfer(), 2),
    'failed to verify transfer: input expected a different number of signers than provided in the credential',
  ],
  'a credential without signatures': () => [
    signedTimes(transfer(), 0),
    'failed to verify transfer: input expected a different number of signers than provided in the credential',
  ],
  'a signature of zeros': () => [
    platformTransactions.encode({
      unsigned: transfer(),
      credentials: [{ type: 'Credential', signatures: [new Uint8Array(65)] } as never],
    }),
    /^failed to verify transfer: wrong signature: /,
  ],

  'an export of nothing': () => [exporting([]), 'tx has no exported outputs'],
  'an export of an empty output': () => [
    exporting([outputTo(0n)]),
    'output failed verification: output has no value',
  ],
  'an export of locked funds': () => [
    exporting([lockedOutput(now + day)]),
    'wrong locktime reported',
  ],
  'an export with outputs out of order': () => [
    exporting(sortOutputs([outputTo(1n), outputTo(2n)]).toReversed()),
    'outputs not sorted',
  ],
  'an export to a chain that there is not': () => [
    { ...exporting([outputTo(1n)]), destinationChain: unknown },
    `failed to get subnet of "${encodeCb58(unknown)}": not found`,
  ],
  'an import from the chain itself': () => [importing({ sourceChain: chainIds.P }), 'same chainID'],
  'an import from a chain that there is not': () => [
    importing({ sourceChain: unknown }),
    `failed to get subnet of "${encodeCb58(unknown)}": not found`,
  ],
  'an import of what nobody exported': () => [
    importing(),
    'failed to get shared memory: not found',
  ],
  'an import of an output of the chain itself': () => [
    importing({ importedInputs: [inputOf(utxo)] }),
    'failed to get shared memory: not found',
  ],
  'an import of an input twice': () => [
    importing({ importedInputs: Array(2).fill(inputOf({ ...utxo, txId: unknown })) }),
    'inputs not sorted and unique',
  ],
  'an import of nothing of value': () => [
    importing({ importedInputs: [inputOf({ ...utxo, amount: 0n })] }),
    'input failed verification: input has no value',
  ],

  'a subnet that nobody owns': () => [
    withChange({ type: 'CreateSubnetTx', ...base(utxo), owner: { ...owners, threshold: 2 } }, 0n),
    'output is unspendable',
  ],
  'a chain of the primary network': () => [
    creating({ subnetId: primaryNetworkIdBytes }),
    "new blockchain can't be validated by primary network",
  ],
  'a chain with a name of 129 letters': () => [
    creating({ name: 'a'.repeat(129) }),
    'name too long',
  ],
  'a chain with a name of 65 letters and 130 bytes': () => [
    creating({ name: 'ü'.repeat(65) }),
    'name too long',
  ],
  'a chain without a VM': () => [creating({ vmId: new Uint8Array(32) }), 'invalid VM ID'],
  'a chain with an extension twice': () => [
    creating({ fxIds: [unknown, unknown] }),
    'feature extensions IDs must be sorted and unique',
  ],
  'a chain with a sign in its name': () => [creating({ name: 'Rain!' }), 'illegal name character'],
  'a chain with an umlaut in its name': () => [
    creating({ name: 'Frost ü' }),
    'illegal name character',
  ],
  'a chain of a subnet that there is not': () => [creating({ subnetId: unknown }), 'not found'],
  'a chain that nobody signs': () => [
    platformTransactions.encode({ unsigned: creating(), credentials: [] }),
    'should have the same number of credentials as inputs',
  ],
  'a chain with indices out of order': () => [
    creating({ authorization: { type: 'Input', signatureIndices: [1, 0] } }),
    'address indices not sorted and unique',
  ],
  'a chain that the member signs too often': () => [
    creating({ authorization: { type: 'Input', signatureIndices: [0, 1] } }),
    'unauthorized modification: input has more signers than expected',
  ],
  'a chain with the genesis of an EVM (G-241)': () => [
    creating({ genesis: Buffer.from('{"config":{"chainId":5}}') }),
    'a transaction cannot create a chain with an EVM genesis yet: use the action createChain',
  ],
  'a subnet that gets no owner': () => [
    withChange(
      {
        ...{ type: 'TransferSubnetOwnershipTx', ...base(utxo), subnetId: subnet, authorization },
        owner: { ...owners, threshold: 0 },
      },
      0n,
    ),
    'output representation should be optimized',
  ],
  'a subnet that somebody else gives away': () => [
    platformTransactions.sign(
      withChange(
        {
          ...{ type: 'TransferSubnetOwnershipTx', ...base(utxo), subnetId: subnet },
          ...{ authorization, owner: { ...owners, addresses: [stranger] } },
        },
        0n,
      ),
      [[new Uint8Array(32).fill(9)], [new Uint8Array(32).fill(9)]],
    ).bytes,
    /^unauthorized modification: wrong signature: expected signature from \w+ but got from \w+$/,
  ],
}

test.each(Object.keys(rows))('%s is refused in the words of the node', async (name) => {
  const [tx, text] = rows[name]?.() ?? []
  if (!tx || text === undefined) throw new Error(`${name} is a row`)
  const reason = await refusalOf(server, tx instanceof Uint8Array ? tx : signed(tx))
  if (typeof text === 'string') expect(reason).toBe(text)
  else expect(reason).toMatch(text)
})

test('locked outputs that no output takes up burn, and the world stays consistent', async () => {
  const { inputs } = spendingLocked(locktime)
  const both = sortInputs([...transfer().inputs, ...inputs])
  const burning = { ...base(utxo), inputs: both } as ReturnType<typeof base>
  const response = await issue(
    server,
    '/ext/bc/P',
    'platform',
    signed(withChange({ type: 'BaseTx', ...burning }, 0n)),
  )
  expect(response).toHaveProperty('result.txID')
  expect((await server.check()).violations).toBe(0)
})
