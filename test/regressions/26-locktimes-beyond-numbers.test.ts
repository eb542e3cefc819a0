import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCb58, fromCheckedHex, idOf } from '../../src/formats/ids.ts'
import { sortOutputs } from '../../src/formats/ordering.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import {
  avaxId,
  base,
  call,
  chainIds,
  ewoq,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from '../chain-api/support/wallet.ts'
import { startServer } from '../support/server.ts'

// A wallet may lock outputs and owners until any time of 64 bits. Columns hold 63 bits and JSON
// numbers 53, so a locktime beyond them ended the request with status 500.

const longest = 2n ** 64n - 1n
const shown = Number.MAX_SAFE_INTEGER

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const first = async (chain: 'P' | 'X' = 'P') =>
  spendable(await utxosOf(server, chain))[0] as Spendable
const locked = (locktime: bigint, amount = 5n) => ({
  assetId: avaxId,
  output: { ...outputTo(amount).output, locktime },
})
const issued = async (chain: 'P' | 'X', service: string, bytes: Uint8Array) => {
  const { result, error } = await issue(server, `/ext/bc/${chain}`, service, bytes)
  expect(error).toBeUndefined()
  return result.txID as string
}
const onP = (tx: PlatformTransaction) => issued('P', 'platform', signed(tx))
const dataOf = async (chain: string, txID: string) =>
  (await server.inject(`/v1/networks/fuji/blockchains/${chain}/transactions/${txID}`)).json()

test.each([longest, 2n ** 63n, 2n ** 53n + 1n])('an output is locked until %s', async (lock) => {
  const txID = await onP(
    withChange({ type: 'BaseTx', ...base(await first()), outputs: [locked(lock)] }, 5n),
  )
  const { emittedUtxos } = await dataOf('p-chain', txID)
  const locks = emittedUtxos.map((each: { platformLocktime: number }) => each.platformLocktime)
  expect(locks.sort()).toEqual([0, shown])
  const held = (await utxosOf(server)).filter(({ txId }) => encodeCb58(txId) === txID)
  expect(held.map(({ output }) => 'locktime' in output && output.locktime)).toContain(lock)
})

test('an amount that is locked for all but staking keeps its exact lock when it moves', async () => {
  const lock = (amount: bigint) => ({
    assetId: avaxId,
    output: {
      type: 'StakeableLockOutput' as const,
      locktime: longest,
      output: outputTo(amount).output,
    },
  })
  const made = await onP(
    withChange({ type: 'BaseTx', ...base(await first()), outputs: [lock(7n)] }, 7n),
  )
  const { emittedUtxos } = await dataOf('p-chain', made)
  expect(
    emittedUtxos.map((each: { stakeableLocktime?: number }) => each.stakeableLocktime),
  ).toContain(shown)
  const held = (await utxosOf(server)).find(
    ({ txId, output }) => encodeCb58(txId) === made && output.type === 'StakeableLockOutput',
  )
  const from = { ...held, amount: 7n } as unknown as Spendable
  const moving = async (locktime: bigint): Promise<PlatformTransaction> => {
    const payer = await first()
    const { input, ...reference } = inputOf(from)
    const inputs = [
      inputOf(payer),
      { ...reference, input: { type: 'StakeableLockInput' as const, locktime, input } },
    ].sort((a, b) => Buffer.compare(a.txId, b.txId) || a.outputIndex - b.outputIndex)
    return {
      ...{ type: 'BaseTx', ...base(payer), inputs },
      outputs: sortOutputs([lock(7n), outputTo(payer.amount - 20_000n)]),
    }
  }
  const wrong = signed(await moving(longest - 1n))
  const { error } = await issue(server, '/ext/bc/P', 'platform', wrong)
  expect(error?.message).toMatch(
    / input locktime does not match UTXO locktime: 18446744073709551614 != 18446744073709551615$/,
  )
  await onP(await moving(longest))
})

test('an export and an output of the X-chain are locked until the end of time', async () => {
  const exported = await onP(
    withChange(
      {
        ...{ type: 'ExportTx', ...base(await first()), destinationChain: chainIds.X },
        exportedOutputs: [locked(longest)],
      },
      5n,
    ),
  )
  expect(await dataOf('p-chain', exported)).toMatchObject({ txType: 'ExportTx' })
  const from = await first('X')
  const tx: ExchangeTransaction = {
    ...{ type: 'BaseTx', ...base(from), blockchainId: chainIds.X },
    outputs: sortOutputs([locked(longest), outputTo(from.amount - 1_000_005n)]),
  }
  const { bytes } = exchangeTransactions.sign(tx, [[ewoqKey]])
  const txID = await issued('X', 'avm', bytes)
  expect(txID).toBe(encodeCb58(idOf(bytes)))
  expect(await dataOf('x-chain', txID)).toMatchObject({ txType: 'BaseTx' })
  for (const chain of ['p-chain', 'x-chain'])
    for (const list of ['balances', 'utxos']) {
      const address = `${chain === 'p-chain' ? 'P' : 'X'}-${ewoqText}`
      const url = `/v1/networks/fuji/blockchains/${chain}/${list}?addresses=${address}`
      expect((await server.inject(url)).statusCode).toBe(200)
    }
})

test('a subnet whose owner never signs is created, and refuses what its owner would allow', async () => {
  const owner = { type: 'Owners' as const, locktime: longest, threshold: 1, addresses: [ewoq] }
  const subnetID = await onP(
    withChange({ type: 'CreateSubnetTx', ...base(await first()), owner }, 0n),
  )
  const shownSubnet = (await server.inject(`/v1/networks/fuji/subnets/${subnetID}`)).json()
  expect(shownSubnet).toMatchObject({ locktime: shown, subnetOwnershipInfo: { locktime: shown } })
  const { result } = await call(server, '/ext/bc/P', 'platform.getTx', { txID: subnetID })
  const { unsigned } = platformTransactions.decode(fromCheckedHex(result.tx))
  expect(unsigned).toMatchObject({ owner: { locktime: longest } })

  const giving: PlatformTransaction = withChange(
    {
      ...{ type: 'TransferSubnetOwnershipTx', ...base(await first()) },
      ...{ subnetId: idOf(fromCheckedHex(result.tx)), owner: { ...owner, locktime: 0n } },
      authorization: { type: 'Input', signatureIndices: [0] },
    },
    0n,
  )
  const { error } = await issue(server, '/ext/bc/P', 'platform', signed(giving))
  expect(error?.message).toMatch(/ unauthorized modification: output is time locked$/)
})

test('the world is consistent after all of it', async () => {
  expect((await server.check()).violations).toBe(0)
})
