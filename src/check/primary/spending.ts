import type { Utxo } from '../../formats/utxos.ts'
import { primaryChains } from '../../networks/primary-chain.ts'
import { differences } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { judgeLockedAmounts } from './locked-amounts.ts'
import { type Movement, movements, ownersOf, type Spend } from './movements.ts'
import { chainOf } from './networks.ts'
import { outputFacts } from './output-facts.ts'
import { idsOf, transactionBySeq } from './primary-transactions.ts'
import { type HeldUtxo, idsOfUtxo, utxoById, utxoKey, utxos } from './utxos.ts'

/**
 * Every input spends an existing output on its chain, after its creation, completely and as the
 * only input. The UTXO names this input.
 */
export const spending: Rule = {
  name: 'spending',
  check(world, findings) {
    const spent = new Map<string, string>()
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      function* ({ transaction, spends }) {
        for (const [position, spend] of spends.entries()) {
          const key = utxoKey(transaction.network, spend.utxoId)
          const utxo = utxoById(world).get(key)
          if (!utxo) {
            yield `input ${position} spends ${spend.utxoId}, which does not exist`
            continue
          }
          const before = spent.get(key)
          if (before) yield `input ${position} spends ${spend.utxoId}, as ${before} did`
          spent.set(key, transaction.tx_id)
          for (const text of judgeSpend(spend, position, utxo, transaction))
            yield `input ${position} spends ${spend.utxoId}: ${text}`
        }
      },
    )
    findings.each(utxos(world), idsOfUtxo, function* (row) {
      const spender = spent.get(utxoKey(row.network, row.utxo_id))
      if (row.consumed_by !== null && spender === undefined)
        yield 'is marked as spent, but no input spends it'
      const nothing = {
        consumed_position: null,
        consuming_tx_id: null,
        consuming_block: null,
        consumed_at: null,
      }
      if (row.consumed_by === null) yield* differences(row, nothing)
    })
  },
}

/** Locked outputs stay locked: by time, for all but staking, or in a stake that has not ended. */
export const locks: Rule = {
  name: 'locks',
  check: (world, findings) => {
    const ends = new Map(
      [...transactionBySeq(world).values()].flatMap(({ network, content, seq }) =>
        content.unsigned.type === 'RewardValidatorTx'
          ? [[`${network} ${idText(content.unsigned.txId)}`, seq]]
          : [],
      ),
    )
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      function* (movement) {
        const { network, timestamp, seq } = movement.transaction
        const spent: Utxo[] = []
        for (const { utxoId, stakeableLocktime } of movement.spends) {
          const utxo = utxoById(world).get(utxoKey(network, utxoId))
          if (!utxo) continue
          spent.push(utxo.content)
          const { output } = utxo.content
          const { locktime } = ownersOf(output)
          if (locktime > timestamp) yield `spends ${utxoId}, which is locked until ${locktime}`
          const lock = output.type === 'StakeableLockOutput' ? output.locktime : undefined
          if (stakeableLocktime !== undefined && stakeableLocktime !== lock)
            yield `spends ${utxoId} as locked until ${stakeableLocktime}`
          if (lock !== undefined && lock > timestamp && stakeableLocktime === undefined)
            yield `spends ${utxoId}, which is for staking only until ${lock}`
          const end = ends.get(`${network} ${utxo.tx_id}`)
          if (utxo.staked === 1 && (end === undefined || end >= seq))
            yield `spends ${utxoId}, which is staked`
        }
        yield* judgeLockedAmounts(spent, movement.makes, timestamp)
      },
    )
  },
}

function* judgeSpend(
  { assetId, amount, sourceChain }: Spend,
  position: number,
  utxo: HeldUtxo,
  transaction: Movement['transaction'],
) {
  const { network, chain, tx_id, seq, block_number, timestamp } = transaction
  yield* differences(utxo, {
    asset_id: idText(assetId),
    consumed_on_chain: chain,
    created_on_chain: (sourceChain ? chainOf(network, sourceChain) : chain) ?? 'unknown',
    consumed_by: seq,
    consumed_position: position,
    consuming_tx_id: tx_id,
    consuming_block: block_number,
    consumed_at: timestamp,
  })
  const whole = outputFacts(utxo.content.output).amount
  if (amount !== undefined && amount !== whole)
    yield `spends ${amount}, but the output holds ${whole}`
  if (sourceChain && chainOf(network, sourceChain) === chain) yield 'is imported from its own chain'
  if (!isMadeBefore(utxo, transaction)) yield 'is spent before it is created'
}

/** Chains of a network in the order in which they act at one time. */
const chainOrder: readonly string[] = primaryChains

/**
 * Returns whether an output is older than a transaction. On one chain, row numbers give the order;
 * between chains, time and then the order of the chains.
 */
function isMadeBefore(utxo: HeldUtxo, { chain, seq, timestamp }: Movement['transaction']): boolean {
  if (utxo.emitted_by === null || utxo.created_at < timestamp) return true
  if (utxo.created_at > timestamp) return false
  return utxo.created_on_chain === chain
    ? utxo.emitted_by < seq
    : chainOrder.indexOf(utxo.created_on_chain) < chainOrder.indexOf(chain)
}
