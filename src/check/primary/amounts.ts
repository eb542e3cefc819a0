import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { setDifference } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type Movement, movements } from './movements.ts'
import { avaxId } from './networks.ts'
import { outputFacts } from './output-facts.ts'
import { type Content, idsOf } from './primary-transactions.ts'
import { utxoById, utxoKey, utxosByEmitter } from './utxos.ts'

type Sums = Map<string, bigint>

/** Flows of a transaction, per asset (cb58), in the smallest unit. */
interface Flows {
  readonly movement: Movement
  /** Spent outputs, and amounts that an atomic export takes from accounts. */
  readonly consumed: Sums
  /** New outputs, including rewards, and amounts that an atomic import gives to accounts. */
  readonly value: Sums
  /** Part of `value` that is a stake. */
  readonly staked: Sums
  /** Deposits into balances of L1 validators. */
  readonly l1Balance: Sums
  /** Remaining balance of an L1 validator that is returned. */
  readonly returned: Sums
  /** Consumed and returned, but neither in outputs nor in a balance; negative when minted. */
  readonly burned: Sums
}

/** Returns the flows of all transactions that decode. */
export const flows = perWorld((world): readonly Flows[] =>
  movements(world).map((movement) => flowsOf(world, movement)),
)

/** The table of amounts equals the amounts that follow from inputs and outputs. */
export const transactionAmounts: Rule = {
  name: 'transaction-amounts',
  check(world, findings) {
    const rows = groupBy(world.all(selectAmounts, {}), ({ tx_seq }) => tx_seq)
    findings.each(
      flows(world),
      ({ movement }) => idsOf(movement.transaction),
      ({ movement, value, burned, staked, l1Balance }) => {
        const found = rows.get(movement.transaction.seq) ?? []
        const expected = Object.entries({ value, burned, staked, l1_balance: l1Balance }).flatMap(
          ([kind, sums]) =>
            [...sums]
              .filter(([, sum]) => sum > 0n)
              .map(([asset, sum]) => `${kind} ${sum} of ${asset}`),
        )
        return setDifference(
          'the table of amounts',
          new Set(found.map((row) => `${row.kind} ${row.amount} of ${row.asset_id}`)),
          new Set(expected),
        )
      },
    )
  },
}

/**
 * Assets are conserved. Only transactions that create or mint an asset, reward a stake or return a
 * balance make more than they consume. A wallet may burn any asset: a node only demands that enough
 * is consumed. A subnet that becomes elastic reserves its rewards.
 */
export const assetConservation: Rule = {
  name: 'asset-conservation',
  check: (world, findings) =>
    findings.each(
      flows(world),
      ({ movement }) => idsOf(movement.transaction),
      function* ({ movement, burned }) {
        const { content, tx_type } = movement.transaction
        const minted = mintedBy(content)
        const reserve = reserveOf(content)
        for (const [asset, amount] of burned) {
          if (amount < 0n && !minted.has(asset) && tx_type !== 'RewardValidatorTx')
            yield `creates ${-amount} of ${asset} from nothing`
          if (asset === reserve?.asset && amount !== reserve.amount)
            yield `reserves ${amount} for rewards instead of ${reserve.amount}`
        }
      },
    ),
}

function flowsOf(world: CheckedWorld, movement: Movement): Flows {
  const { spends, makes, transaction } = movement
  const { seq, network, tx_id, content } = transaction
  const sums = { consumed: emptySums(), value: emptySums(), staked: emptySums() }
  const returned = emptySums()
  for (const { utxoId } of spends) {
    const utxo = utxoById(world).get(utxoKey(network, utxoId))
    if (utxo) add(sums.consumed, utxo.asset_id, outputFacts(utxo.content.output).amount)
  }
  for (const { assetId, output, source } of makes) {
    add(sums.value, idText(assetId), outputFacts(output).amount)
    if (source === 'stake') add(sums.staked, idText(assetId), outputFacts(output).amount)
  }
  for (const utxo of utxosByEmitter(world).get(seq) ?? []) {
    if (utxo.tx_id === tx_id && utxo.output_index < makes.length) continue
    add(sums.value, utxo.asset_id, outputFacts(utxo.content.output).amount)
    if (utxo.reward_type === null)
      add(returned, utxo.asset_id, outputFacts(utxo.content.output).amount)
  }
  for (const { side, assetId, amount } of accountsIn(content))
    add(side === 'input' ? sums.consumed : sums.value, idText(assetId), amount)
  const l1Balance = emptySums()
  add(l1Balance, avaxId(network), l1BalanceOf(content))

  const burned = emptySums()
  for (const [asset, amount] of [...sums.consumed, ...returned]) add(burned, asset, amount)
  for (const [asset, amount] of [...sums.value, ...l1Balance]) add(burned, asset, -amount)
  return { movement, ...sums, l1Balance, returned, burned }
}

/** Returns the EVM side of an atomic transaction. */
export function accountsIn({ chain, unsigned: tx }: Content) {
  if (chain !== 'C') return []
  return tx.type === 'ExportTx'
    ? tx.inputs.map((input) => ({ side: 'input' as const, ...input }))
    : tx.outputs.map((output) => ({ side: 'output' as const, ...output }))
}

/** Returns the nAVAX that a transaction deposits into balances of L1 validators. */
function l1BalanceOf({ unsigned: tx }: Content): bigint {
  if (tx.type === 'ConvertSubnetToL1Tx')
    return tx.validators.reduce((sum, { balance }) => sum + balance, 0n)
  return 'balance' in tx ? tx.balance : 0n
}

/** Returns the assets of which a transaction may make more than it consumes. */
function mintedBy({ unsigned: tx, id }: Content): ReadonlySet<string> {
  if (tx.type === 'CreateAssetTx') return new Set([idText(id)])
  if (tx.type !== 'OperationTx') return new Set()
  return new Set(tx.operations.map(({ assetId }) => idText(assetId)))
}

/** Returns the amount that a TransformSubnetTx reserves for rewards. */
const reserveOf = ({ unsigned: tx }: Content) =>
  tx.type === 'TransformSubnetTx'
    ? { asset: idText(tx.assetId), amount: tx.maximumSupply - tx.initialSupply }
    : undefined

const emptySums = (): Sums => new Map()

function add(sums: Sums, asset: string, amount: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + amount)
}

const selectAmounts = statement<
  Record<string, never>,
  { tx_seq: number; kind: string; asset_id: string; amount: string }
>('SELECT tx_seq, kind, asset_id, amount FROM transaction_amount')
