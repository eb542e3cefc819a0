import { toCheckedHex, toHex } from '../../formats/ids.ts'
import { locktimeNumber } from '../../formats/locktimes.ts'
import { type EmittedUtxo, utxoBytes, utxoId } from '../../formats/utxos.ts'
import { genesisSeconds } from '../../networks/constants.ts'
import { differences, listDifference } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { movements, ownersOf } from './movements.ts'
import { chainOf } from './networks.ts'
import { outputFacts } from './output-facts.ts'
import { bech32 } from './participants.ts'
import { idsOf, type Transaction, transactionBySeq } from './primary-transactions.ts'
import {
  contentBySeq,
  decodedUtxo,
  type HeldUtxo,
  idsOfUtxo,
  utxoAddresses,
  utxoById,
  utxoKey,
  utxoRows,
  utxos,
} from './utxos.ts'

/** The id of a UTXO and every column about its output follow from its bytes, and those decode. */
export const utxoBytesRule: Rule = {
  name: 'utxo-bytes',
  check: (world, findings) =>
    findings.each(utxoRows(world), idsOfUtxo, function* (row) {
      const content = contentBySeq(world).get(row.seq) ?? decodedUtxo(row)
      const { txId, outputIndex, assetId, output } = content
      const { threshold, locktime, addresses } = ownersOf(output)
      yield* differences(row, {
        bytes: toCheckedHex(utxoBytes({ txId, outputIndex, assetId, output })),
        utxo_id: idText(utxoId(txId, outputIndex)),
        tx_id: idText(txId),
        output_index: outputIndex,
        asset_id: idText(assetId),
        amount: outputFacts(output).amount,
        output_type: outputFacts(output).name,
        owners: [threshold, ...addresses.map((address) => bech32(row.network, address))].join(' '),
        threshold,
        locktime: locktimeNumber(locktime),
        stakeable_locktime:
          output.type === 'StakeableLockOutput' ? locktimeNumber(output.locktime) : null,
        group_id: 'groupId' in output ? output.groupId : null,
        payload: output.type === 'NftTransferOutput' ? toHex(output.payload) : null,
      })
      const owners = utxoAddresses(world).get(row.seq) ?? []
      yield* listDifference(
        'owner',
        owners.map(({ address }) => address),
        addresses.map((address) => bech32(row.network, address)),
      )
    }),
}

/**
 * The outputs of every transaction exist, with the chain that may spend them and the block that
 * made them. Every UTXO except those of genesis and of rewards is an output of the transaction that
 * it names.
 */
export const utxoOrigins: Rule = {
  name: 'utxo-origins',
  check(world, findings) {
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      function* ({ transaction, makes }) {
        for (const made of makes) {
          const id = idText(utxoId(made.txId, made.outputIndex))
          const row = utxoById(world).get(utxoKey(transaction.network, id))
          if (!row) yield `output ${made.outputIndex} has no UTXO ${id}`
          else
            for (const text of judgeOrigin(row, made, transaction))
              yield `UTXO ${id} of output ${made.outputIndex}: ${text}`
        }
      },
    )
    const outputs = new Set(
      movements(world).flatMap(({ transaction, makes }) =>
        makes.map(({ outputIndex }) => `${transaction.seq}/${outputIndex}`),
      ),
    )
    const genesis = utxos(world).filter(({ emitted_by }) => emitted_by === null)
    findings.each(genesis, idsOfUtxo, (row) =>
      differences(row, {
        created_at: genesisSeconds,
        created_block: '0',
        reward_type: null,
        staked: 0,
      }),
    )
    const late = utxos(world).filter(({ emitted_by }) => emitted_by !== null)
    findings.each(late, idsOfUtxo, function* (row) {
      const emitter = transactionBySeq(world).get(row.emitted_by ?? 0)
      if (!emitter) return yield 'was created by a transaction that does not exist'
      yield* differences(row, {
        created_block: emitter.block_number,
        created_at: emitter.timestamp,
        network: emitter.network,
      })
      if (row.tx_id === emitter.tx_id && outputs.has(`${row.emitted_by}/${row.output_index}`))
        return
      const isReward = row.reward_type !== null && emitter.tx_type === 'RewardValidatorTx'
      const { unsigned } = emitter.content
      const isBalance =
        ['DisableL1ValidatorTx', 'SetL1ValidatorWeightTx'].includes(emitter.tx_type) &&
        row.tx_id === emitter.tx_id &&
        'outputs' in unsigned &&
        row.output_index === unsigned.outputs.length
      if (!isReward && !isBalance) yield `is not an output of ${emitter.tx_id}`
    })
  },
}

/** Returns the start of a stake: since Durango that of its block, encoded as 0. */
function startOf({ content, timestamp }: Transaction): bigint | number {
  const { unsigned: tx } = content
  return 'validator' in tx && tx.validator.start > 0n ? tx.validator.start : timestamp
}

function* judgeOrigin(row: HeldUtxo, made: EmittedUtxo, transaction: Transaction) {
  const { content, network, chain, seq } = transaction
  const { unsigned: tx } = content
  const destination =
    made.source === 'exportedOutputs' && 'destinationChain' in tx
      ? chainOf(network, tx.destinationChain)
      : chain
  const isStake = made.source === 'stake' && 'validator' in tx
  yield* differences(row, {
    emitted_by: seq,
    created_on_chain: chain,
    consumed_on_chain: destination ?? 'a chain of the network',
    bytes: toCheckedHex(utxoBytes(made)),
    staked: isStake ? 1 : 0,
    stake_start: isStake ? startOf(transaction) : null,
    stake_end: isStake ? tx.validator.end : null,
    reward_type: null,
  })
}
