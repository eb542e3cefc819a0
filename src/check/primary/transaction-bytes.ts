import { atomicTransactions } from '../../formats/c-chain-atomic-transactions.ts'
import { id, u32 } from '../../formats/codec.ts'
import { idOf, toHex } from '../../formats/ids.ts'
import { list, struct } from '../../formats/layouts.ts'
import {
  compareBytes,
  sortAddresses,
  sortByAddress,
  sortByEncoding,
  sortInputs,
  sortOutputs,
} from '../../formats/ordering.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import {
  ExchangeOperation,
  ExchangeOutput,
  exchangeTransactions,
} from '../../formats/x-chain-transactions.ts'
import { networkConstants } from '../../networks/constants.ts'
import { differences } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { movements, ownersOf } from './movements.ts'
import { chainId } from './networks.ts'
import {
  type Content,
  decodeContent,
  idsOf,
  type TransactionRow,
  transactionRows,
} from './primary-transactions.ts'

/** The id of a transaction is the SHA-256 of its signed bytes. */
export const transactionIds: Rule = {
  name: 'transaction-ids',
  check: (world, findings) =>
    findings.each(transactionRows(world), idsOf, (row) =>
      differences(row, { tx_id: idText(idOf(row.bytes)) }),
    ),
}

/** Bytes decode, encode to themselves, and belong to the chain and network of their row. */
export const transactionBytes: Rule = {
  name: 'transaction-bytes',
  check: (world, findings) => findings.each(transactionRows(world), idsOf, judgeBytes),
}

/** Lists in a transaction are in the order that nodes require, without duplicates. */
export const transactionOrder: Rule = {
  name: 'transaction-order',
  check: (world, findings) =>
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      function* ({ transaction, spends, makes }) {
        yield* judgeLists(transaction.content)
        if (new Set(spends.map(({ utxoId }) => utxoId)).size < spends.length)
          yield 'spends an output twice'
        for (const { signatureIndices } of spends)
          if (!isAscending(signatureIndices))
            yield `has unsorted signature indices: ${signatureIndices}`
        for (const { output } of makes) yield* judgeOwners(ownersOf(output).addresses)
      },
    ),
}

const operation = struct({
  assetId: id,
  utxos: list(struct({ txId: id, outputIndex: u32 })),
  operation: ExchangeOperation,
})

/** Maximum bytes. Source: `MaxMemoSize` of avalanchego's vms/components/avax/base_tx.go. */
const maxMemoSize = 256

function* judgeBytes({ network, chain, bytes }: TransactionRow) {
  const content = decodeContent(chain, bytes)
  if (compareBytes(encodeContent(content), bytes) !== 0)
    yield 'has bytes that its fields do not encode to'
  const tx = content.unsigned
  if (!('networkId' in tx)) return
  if (tx.networkId !== networkConstants[network].networkId)
    yield `has the network id ${tx.networkId}, not ${networkConstants[network].networkId}`
  if (compareBytes(tx.blockchainId, chainId(network, chain)) !== 0)
    yield `has the blockchain id ${idText(tx.blockchainId)}, not ${idText(chainId(network, chain))}`
  if ('memo' in tx && tx.memo.length > maxMemoSize)
    yield `has a memo of ${tx.memo.length} bytes, more than ${maxMemoSize}`
}

function encodeContent(content: Content): Uint8Array {
  const signed = content as never
  switch (content.chain) {
    case 'P':
      return platformTransactions.encode(signed)
    case 'X':
      return exchangeTransactions.encode(signed)
    case 'C':
      return atomicTransactions.encode(signed)
  }
}

function* judgeLists({ chain, unsigned: tx }: Content) {
  if (chain === 'C') {
    yield* tx.type === 'ImportTx'
      ? judgeList('EVM outputs', tx.outputs, sortByAddress(tx.outputs))
      : judgeList('EVM inputs', tx.inputs, sortByAddress(tx.inputs))
  } else if ('memo' in tx) {
    yield* judgeList('outputs', tx.outputs, sortOutputs(tx.outputs))
    yield* judgeList('inputs', tx.inputs, sortInputs(tx.inputs))
  }
  if ('importedInputs' in tx)
    yield* judgeList('imported inputs', tx.importedInputs, sortInputs(tx.importedInputs))
  if ('exportedOutputs' in tx)
    yield* judgeList('exported outputs', tx.exportedOutputs, sortOutputs(tx.exportedOutputs))
  if ('stake' in tx) yield* judgeList('stake', tx.stake, sortOutputs(tx.stake))
  if ('initialStates' in tx) {
    if (!isAscending(tx.initialStates.map(({ fxIndex }) => fxIndex)))
      yield 'has initial states that are not sorted by fx'
    for (const { outputs } of tx.initialStates)
      yield* judgeList('initial state', outputs, sortByEncoding(ExchangeOutput, outputs))
  }
  if ('operations' in tx)
    yield* judgeList('operations', tx.operations, sortByEncoding(operation, tx.operations))
  if ('validators' in tx) {
    const nodes = tx.validators.map(({ nodeId }) => toHex(nodeId))
    if (!isAscending(nodes)) yield 'has validators that are not sorted by node id'
  }
}

function* judgeOwners(addresses: readonly Uint8Array[]) {
  yield* judgeList('owners', addresses, sortAddresses(addresses))
  if (new Set(addresses.map(toHex)).size < addresses.length) yield 'an owner is named twice'
}

function* judgeList(label: string, found: readonly unknown[], sorted: readonly unknown[]) {
  if (found.some((element, index) => element !== sorted[index])) yield `${label} are out of order`
}

const isAscending = (values: readonly (number | string)[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || before < value
  })
