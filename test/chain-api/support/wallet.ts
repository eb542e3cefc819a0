import { addressOf } from '../../../src/formats/addresses.ts'
import {
  fromCheckedHex,
  parseId,
  primaryNetworkIdBytes,
  toCheckedHex,
} from '../../../src/formats/ids.ts'
import { sortInputs, sortOutputs } from '../../../src/formats/ordering.ts'
import { platformGas } from '../../../src/formats/p-chain-complexity.ts'
import {
  type PlatformOutput,
  type PlatformTransaction,
  platformTransactions,
} from '../../../src/formats/p-chain-transactions.ts'
import { ewoqKey, publicKeyOf } from '../../../src/formats/secp256k1.ts'
import { decodeUtxo, type Utxo } from '../../../src/formats/utxos.ts'
import { networkConstants } from '../../../src/networks/constants.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'

/** 20 bytes of the member that the tests sign as. */
export const ewoq = addressOf(publicKeyOf(ewoqKey))
/** Its addresses on fuji. */
export const ewoqText = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
export const avaxId = parseId(networkConstants.fuji.avaxAssetId)
export const chainIds: Readonly<Record<'P' | 'X' | 'C', Uint8Array>> = {
  P: primaryNetworkIdBytes,
  X: parseId(networkConstants.fuji.xChainId),
  C: parseId(networkConstants.fuji.cChainId),
}

/** A transaction of the P-chain of one type. */
export type PlatformTransactionOf<Type> = Extract<PlatformTransaction, { type: Type }>

/** Authorization by the first address of an owner. */
export const authorization = { type: 'Input' as const, signatureIndices: [0] }

/** A response of the node: its result, or its error. */
export interface Response {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

/** Calls a method of a server's node. */
export async function call(
  server: Snowglobe,
  path: string,
  method: string,
  params: unknown = {},
): Promise<Response> {
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  const response = await server.inject({ method: 'POST', url: path, payload })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}

/** Issues bytes and returns the response. */
export const issue = (server: Snowglobe, path: string, service: string, bytes: Uint8Array) =>
  call(server, path, `${service}.issueTx`, { tx: toCheckedHex(bytes) })

/** Returns all unspent outputs of the member on a chain, page after page. */
export async function utxosOf(
  server: Snowglobe,
  chain: 'P' | 'X' = 'P',
  sourceChain = '',
): Promise<Utxo[]> {
  const service = chain === 'P' ? 'platform' : 'avm'
  const found: Utxo[] = []
  for (let startIndex: object | undefined; ; ) {
    const { result } = await call(server, `/ext/bc/${chain}`, `${service}.getUTXOs`, {
      addresses: [`${chain}-${ewoqText}`],
      sourceChain,
      ...(startIndex && { startIndex }),
    })
    found.push(...result.utxos.map((text: string) => decodeUtxo(fromCheckedHex(text))))
    if (Number(result.numFetched) < 1024) return found
    startIndex = result.endIndex
  }
}

/** Outputs that the member can spend alone at once, greatest first. */
export const spendable = (utxos: readonly Utxo[]) =>
  utxos
    .flatMap((utxo) => {
      const { output } = utxo
      return output.type === 'TransferOutput' &&
        output.locktime === 0n &&
        output.threshold === 1 &&
        output.addresses.length === 1 &&
        Buffer.compare(utxo.assetId, avaxId) === 0
        ? [{ ...utxo, amount: output.amount }]
        : []
    })
    .sort((a, b) => (a.amount < b.amount ? 1 : -1))

export type Spendable = ReturnType<typeof spendable>[number]

export const inputOf = ({ txId, outputIndex, assetId, amount }: Spendable) => ({
  txId,
  outputIndex,
  assetId,
  input: { type: 'TransferInput' as const, amount, signatureIndices: [0] },
})

export const outputTo = (amount: bigint, address: Uint8Array = ewoq) => ({
  assetId: avaxId,
  output: {
    type: 'TransferOutput' as const,
    amount,
    locktime: 0n,
    threshold: 1,
    addresses: [address],
  } satisfies PlatformOutput,
})

/** Fields with which the member's P-chain transactions begin: one input, and the change. */
export function base(from: Spendable, outputs: readonly ReturnType<typeof outputTo>[] = []) {
  return {
    networkId: 5,
    blockchainId: chainIds.P,
    outputs: sortOutputs(outputs),
    inputs: sortInputs([inputOf(from)]),
    memo: new Uint8Array(),
  }
}

/**
 * Returns a transaction that gives the member what its inputs hold beyond `paid` and the fee.
 * @param price nAVAX for a unit of gas
 */
export function withChange<Tx extends Extract<PlatformTransaction, { inputs: unknown }>>(
  tx: Tx,
  paid: bigint,
  price = 1n,
): Tx {
  const consumed = tx.inputs.reduce(
    (sum, { input }) => sum + (input.type === 'TransferInput' ? input.amount : 0n),
    0n,
  )
  const made = (change: bigint): Tx => ({
    ...tx,
    outputs: sortOutputs([...tx.outputs, outputTo(change)]),
  })
  return made(consumed - paid - price * BigInt(platformGas(made(1n))))
}

/** Signs as the member: every input and authorization. */
export const signed = (tx: PlatformTransaction): Uint8Array =>
  platformTransactions.sign(
    tx,
    platformTransactions
      .credentialSlots(tx)
      .map(({ signatures }) => Array.from({ length: signatures }, () => ewoqKey)),
  ).bytes

/** Signs a transfer of 5 nAVAX to the member itself from the greatest of these outputs, in hex. */
export function signedTransferOf(utxos: readonly string[]): Uint8Array {
  const [first] = spendable(utxos.map((text) => decodeUtxo(fromCheckedHex(text))))
  if (!first) throw new Error('ewoq has AVAX on the P-chain')
  return signed(withChange({ type: 'BaseTx', ...base(first, [outputTo(5n)]) }, 5n))
}
