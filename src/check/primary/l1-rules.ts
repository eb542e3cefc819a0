import { nodeIdText, parseId, toCheckedHex, toHex } from '../../formats/ids.ts'
import type { PChainOwner } from '../../formats/p-chain-transactions.ts'
import { utxoBytes } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { type ColumnValue, differences, listDifference } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type L1Validator, l1Validators } from './l1-replay.ts'
import { avaxId, isActive } from './networks.ts'
import { bech32 } from './participants.ts'
import { blockRows, idsOfBlock } from './primary-blocks.ts'
import { idsOf } from './primary-transactions.ts'
import { utxosByEmitter } from './utxos.ts'

const idsOfValidator = ({ registration }: L1Validator) => [
  idText(registration.validationId),
  nodeIdText(registration.nodeId),
]

/**
 * L1 validators match conversion, registration, later transactions and fees up to the last block.
 */
export const l1ValidatorTable: Rule = {
  name: 'l1-validators',
  check(world, findings) {
    const rows = indexBy(
      world.all(selectValidators, {}),
      ({ network, validation_id }) => `${network} ${validation_id}`,
    )
    const owners = groupBy(
      world.all(selectOwners, {}),
      (row) => `${row.l1_validator_seq} ${row.role}`,
    )
    for (const replay of l1Validators(world))
      findings.each(replay.all, idsOfValidator, function* (validator) {
        const { registration, weight, paidUntil } = validator
        const key = `${replay.network} ${idText(registration.validationId)}`
        const row = rows.get(key)
        if (!row) return yield 'has no row'
        yield* differences(row, {
          ...identityOf(validator),
          weight,
          paid_until: paidUntil ?? null,
          min_nonce: validator.minNonce,
          created_at: registration.transaction.timestamp,
          balance_owner_threshold: registration.balanceOwner.threshold,
          deactivation_owner_threshold: registration.deactivationOwner.threshold,
        })
        const textsOf = (role: string) =>
          (owners.get(`${row.seq} ${role}`) ?? []).map(({ address }) => address)
        const expected = (owner: PChainOwner) =>
          owner.addresses.map((address) => bech32(replay.network, address))
        yield* listDifference(
          'balance owner',
          textsOf('balance'),
          expected(registration.balanceOwner),
        )
        yield* listDifference(
          'deactivation owner',
          textsOf('deactivation'),
          expected(registration.deactivationOwner),
        )
      })
    const known = new Set(
      l1Validators(world).flatMap(({ all, network }) =>
        all.map(({ registration }) => `${network} ${idText(registration.validationId)}`),
      ),
    )
    findings.unexpected(
      [...rows].filter(([key]) => !known.has(key)),
      ([, row]) => [row.validation_id],
      'was never registered',
    )
  },
}

/** The L1 validators in a transaction have their state after it. */
export const l1Changes: Rule = {
  name: 'l1-changes',
  check(world, findings) {
    const rows = groupBy(world.all(selectChanges, {}), ({ tx_seq }) => tx_seq)
    const changes = groupBy(
      l1Validators(world).flatMap((replay) => replay.changes),
      ({ transaction }) => transaction.seq,
    )
    findings.each(
      changes.values(),
      ([first]) => (first ? idsOf(first.transaction) : []),
      function* (expected) {
        const found = rows.get(expected[0]?.transaction.seq ?? 0) ?? []
        if (found.length !== expected.length)
          yield `lists ${found.length} L1 validators, not ${expected.length}`
        for (const [position, { validator, weight, balance, change }] of expected.entries())
          yield* differences(found[position] ?? {}, {
            ...identityOf(validator),
            position,
            weight,
            remaining_balance: balance,
            balance_change: change ?? null,
          })
      },
    )
    const unexpected = [...rows].filter(([seq]) => !changes.has(seq))
    findings.unexpected(
      unexpected,
      ([, list]) => list.map(({ validation_id }) => validation_id),
      'is listed by a transaction that did not change it',
    )
  },
}

/** A remaining balance returns in the output after those of the transaction. */
export const l1Returns: Rule = {
  name: 'l1-returns',
  check(world, findings) {
    const ends = l1Validators(world)
      .flatMap((replay) => replay.changes)
      .filter(
        ({ transaction, weight }) =>
          transaction.tx_type === 'DisableL1ValidatorTx' || weight === 0n,
      )
    findings.each(
      ends,
      ({ transaction }) => idsOf(transaction),
      function* ({ transaction, validator, change = 0n }) {
        const { seq, network, content } = transaction
        const outputs = 'outputs' in content.unsigned ? content.unsigned.outputs.length : 0
        const returned = utxosByEmitter(world)
          .get(seq)
          ?.find((row) => row.output_index === outputs)
        if (!returned) {
          if (change !== 0n) yield `${-change} nAVAX of its balance were not returned`
          return
        }
        const output = {
          type: 'TransferOutput' as const,
          amount: -change,
          locktime: 0n,
          ...validator.registration.balanceOwner,
        }
        const assetId = parseId(avaxId(network))
        yield* differences(returned, {
          bytes: toCheckedHex(
            utxoBytes({ txId: content.id, outputIndex: outputs, assetId, output }),
          ),
        })
      },
    )
  },
}

/** Past weights are complete: every change has its height, and nothing else changes. */
export const l1Weights: Rule = {
  name: 'l1-weights',
  check(world, findings) {
    const rows = groupBy(
      world.all(selectWeights, {}),
      ({ network, validation_id }) => `${network} ${validation_id}`,
    )
    for (const replay of l1Validators(world))
      findings.each(replay.all, idsOfValidator, function* ({ registration, history }) {
        const found = rows.get(`${replay.network} ${idText(registration.validationId)}`) ?? []
        const expected = [...history].map(
          ([height, { weight, isActive }]) => `${height}: ${weight} ${isActive}`,
        )
        yield* listDifference(
          'weight',
          found.map(
            ({ from_height, weight, is_active }) => `${from_height}: ${weight} ${is_active === 1}`,
          ),
          expected,
        )
        const subnetId = idText(registration.subnetId)
        for (const row of found) yield* differences(row, { subnet_id: subnetId })
      })
  },
}

/** Blocks since Etna contain the fees of a validator and the number of active ones. */
export const l1Blocks: Rule = {
  name: 'l1-blocks',
  check(world, findings) {
    const replays = new Map(l1Validators(world).map((replay) => [replay.network, replay]))
    findings.each(blockRows(world), idsOfBlock, (row) => {
      const replay = replays.get(row.network)
      const hasL1s = row.chain === 'P' && isActive(row.network, 'etna', row.timestamp)
      return differences(row, {
        l1_validators_accrued_fees: hasL1s && replay ? replay.accruedFees(row.timestamp) : null,
        active_l1_validators: hasL1s ? (replay?.active.get(row.height) ?? 0) : null,
      })
    })
  },
}

const identityOf = ({ registration }: L1Validator): Record<string, ColumnValue> => ({
  validation_id: idText(registration.validationId),
  validation_id_hex: toHex(registration.validationId),
  node_id: nodeIdText(registration.nodeId),
  subnet_id: idText(registration.subnetId),
  bls_public_key: toHex(registration.blsPublicKey),
  bls_proof_of_possession: toHex(registration.proofOfPossession),
})

const selectValidators = statement<
  Record<string, never>,
  { seq: number; network: Network; validation_id: string }
>('SELECT * FROM l1_validator ORDER BY seq')

const selectOwners = statement<
  Record<string, never>,
  { l1_validator_seq: number; role: string; address: string }
>('SELECT * FROM l1_validator_owner ORDER BY l1_validator_seq, role, position')

const selectChanges = statement<Record<string, never>, { tx_seq: number; validation_id: string }>(
  'SELECT * FROM transaction_l1_validator ORDER BY tx_seq, position',
)

const selectWeights = statement<
  Record<string, never>,
  {
    network: Network
    subnet_id: string
    validation_id: string
    from_height: number
    weight: number
    is_active: number
  }
>('SELECT * FROM l1_validator_weight ORDER BY network, subnet_id, validation_id, from_height')
