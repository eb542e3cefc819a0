import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { atomicTransactions } from '../../../src/formats/c-chain-atomic-transactions.ts'
import { fromCheckedHex, idOf, toHex } from '../../../src/formats/ids.ts'
import { evmAddressOf, ewoqKey, publicKeyOf } from '../../../src/formats/secp256k1.ts'
import { decodeUtxo } from '../../../src/formats/utxos.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import {
  avaxId,
  base,
  call,
  chainIds,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './wallet.ts'

/** EVM chain id of an L1 of fuji in the built-in world. */
export const l1ChainId = 930113

const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
const accountBytes = evmAddressOf(publicKeyOf(ewoqKey))
const coin = 10n ** 9n
/** nAVAX, more than any fee of an atomic transaction. */
const atomicFee = 10n ** 7n
const exchangeFee = 10n ** 6n

/** Gives the member what the transactions below spend. */
export const fundEveryChain = (server: Snowglobe) =>
  server.act([
    { do: 'fund', to: account.address, chain: 'C', amount: '10', network: 'fuji' },
    { do: 'fund', to: account.address, chain: String(l1ChainId), amount: '10' },
  ])

/**
 * Issues a transaction of each kind that moves coins, as the member: from P to X and on to C, from P
 * to C and back, and transfers on the C-chain and an L1. Between them are a refused one, one that
 * waits for a lower nonce, and a batch.
 * @returns ids in the order of issue
 */
export async function issueOnEveryChain(server: Snowglobe): Promise<string[]> {
  const issued: string[] = []
  const done = async (chain: 'P' | 'X' | 'C', bytes: Uint8Array) => {
    const [path, service] = {
      P: ['/ext/bc/P', 'platform'],
      X: ['/ext/bc/X', 'avm'],
      C: ['/ext/bc/C/avax', 'avax'],
    }[chain]
    const { result, error } = await issue(server, String(path), String(service), bytes)
    if (error) throw new Error(`${chain}: ${error.message}`)
    issued.push(result.txID)
    return bytes
  }

  const first = async (chain: 'P' | 'X', sourceChain = ''): Promise<Spendable> => {
    const [found] = spendable(await utxosOf(server, chain, sourceChain))
    if (!found) throw new Error(`ewoq has nothing on ${chain} from ${sourceChain}`)
    return found
  }
  const exportFromP = async (destinationChain: Uint8Array) =>
    signed(
      withChange(
        {
          ...{ type: 'ExportTx' as const, ...base(await first('P')), destinationChain },
          exportedOutputs: [outputTo(3n * coin)],
        },
        3n * coin,
      ),
    )
  const onX = (tx: ExchangeTransaction) =>
    exchangeTransactions.sign(
      tx,
      exchangeTransactions
        .credentialSlots(tx)
        .map(({ signatures }) => Array.from({ length: signatures }, () => ewoqKey)),
    ).bytes
  /** Imports to the C-chain what a transaction has exported. */
  const importToC = async (from: 'P' | 'X', exported: Uint8Array) => {
    const { result } = await call(server, '/ext/bc/C/avax', 'avax.getUTXOs', {
      ...{ addresses: [`C-${ewoqText}`], sourceChain: from },
    })
    const utxos = result.utxos.map((text: string) => decodeUtxo(fromCheckedHex(text)))
    const own = spendable(utxos).find(({ txId }) => toHex(txId) === toHex(idOf(exported)))
    if (!own) throw new Error(`nothing waits on C from ${from}`)
    const paid = { address: accountBytes, amount: own.amount - atomicFee, assetId: avaxId }
    return atomicTransactions.sign(
      {
        ...{ type: 'ImportTx', networkId: 5, blockchainId: chainIds.C },
        ...{ sourceChain: chainIds[from], importedInputs: [inputOf(own)], outputs: [paid] },
      },
      [[ewoqKey]],
    ).bytes
  }

  await done('P', await exportFromP(chainIds.X))
  const arrived = await first('X', 'P')
  const ofX = { networkId: 5, blockchainId: chainIds.X, memo: new Uint8Array() }
  const imported = await done(
    'X',
    onX({
      ...{ type: 'ImportTx', ...ofX, inputs: [], sourceChain: chainIds.P },
      ...{ importedInputs: [inputOf(arrived)], outputs: [outputTo(arrived.amount - exchangeFee)] },
    }),
  )
  const held = { txId: idOf(imported), outputIndex: 0, assetId: avaxId }
  const heldAmount = arrived.amount - exchangeFee
  const toC = await done(
    'X',
    onX({
      ...{ type: 'ExportTx', ...ofX, outputs: [], destinationChain: chainIds.C },
      inputs: [
        { ...held, input: { type: 'TransferInput', amount: heldAmount, signatureIndices: [0] } },
      ],
      exportedOutputs: [outputTo(heldAmount - exchangeFee)],
    }),
  )
  await done('C', await importToC('X', toC))
  await done('C', await importToC('P', await done('P', await exportFromP(chainIds.C))))

  const transfers = async (chainId: number, path: string, count: number) => {
    const { result } = await call(server, path, 'eth_getTransactionCount', [
      ...[account.address, 'latest'],
    ])
    return Promise.all(
      Array.from({ length: count }, (_, i) =>
        account.signTransaction({
          ...{ chainId, nonce: Number(result) + i, to: `0x${'00'.repeat(19)}aa` as const },
          ...{ value: 1n + BigInt(i), gas: 21_000n, gasPrice: 10n ** 11n },
        }),
      ),
    )
  }
  const send = (path: string, raw: string) => call(server, path, 'eth_sendRawTransaction', [raw])
  for (const [chainId, path] of [
    [43113, '/ext/bc/C/rpc'],
    [l1ChainId, `/ext/bc/${l1ChainId}/rpc`],
  ] as const) {
    const [one = '', two = '', ...rest] = await transfers(chainId, path, 5)
    // The second waits for the first, which is refused the next time.
    for (const raw of [two, one]) issued.push((await send(path, raw)).result)
    const { error } = await send(path, one)
    if (!error) throw new Error('the same nonce was taken twice')
    const payload = rest.map((raw, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] },
    }))
    const response = await server.inject({ method: 'POST', url: path, payload })
    for (const { result } of response.json() as { result: string }[]) issued.push(result)
  }

  const { result: nonce } = await call(server, '/ext/bc/C/rpc', 'eth_getTransactionCount', [
    ...[account.address, 'latest'],
  ])
  await done(
    'C',
    atomicTransactions.sign(
      {
        ...{ type: 'ExportTx', networkId: 5, blockchainId: chainIds.C },
        destinationChain: chainIds.P,
        inputs: [
          {
            ...{ address: accountBytes, amount: coin + atomicFee, assetId: avaxId },
            nonce: BigInt(nonce),
          },
        ],
        exportedOutputs: [outputTo(coin)],
      },
      [[ewoqKey]],
    ).bytes,
  )
  const back = await first('P', 'C')
  const arriving = { ...base(back), inputs: [], sourceChain: chainIds.C }
  const importing = (amount: bigint) => ({
    ...{ type: 'ImportTx' as const, ...arriving, importedInputs: [inputOf(back)] },
    outputs: [outputTo(amount)],
  })
  // The fee is the same whatever the amount, since all its bytes are written.
  const fee = 10n ** 6n
  await done('P', signed(importing(back.amount - fee)))
  for (const id of issued) if (!id) throw new Error('a transaction has no id')
  return issued
}
