import { webhookId } from '../support/messages-of-block.ts'
import { constant, type Fields, from, many, row, sameAsResponse } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { bytesOf } from './live-transactions.ts'
import { messageIdOf, otherTxId } from './message-parts.ts'
import { mainnet } from './primary-parts.ts'

/* Messages of webhooks about addresses of the P- and X-chain. */

type Chain = 'P' | 'X'

const avax = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'
const [one, two] = ['avax1one', 'avax1two']
const [soon, later] = [8_000_000_000, 9_000_000_000]

/** An output of the first address, and of the second too when it is the touching one. */
const output = (seq: number, columns: Record<string, string | number | null>): string[] => {
  const { owners = one, ...more } = columns
  return [
    row('utxo', {
      ...{
        seq,
        network: 'mainnet',
        utxo_id: `utxo-${seq}`,
        tx_id: `maker-${seq}`,
        output_index: 7,
      },
      ...{ asset_id: avax, amount: '10', output_type: 'transfer', owners: '', threshold: 1 },
      ...{ locktime: 0, staked: 0, created_block: '1', created_at: 1, bytes: '0x00aa' },
      ...more,
    }),
    ...String(owners)
      .split(' ')
      .flatMap((address, position) => [
        row('utxo_address', { utxo_seq: seq, position, address }),
        row('address_utxo', { network: 'mainnet', address, utxo_seq: seq, created_at: 1 }),
      ]),
  ]
}

/** Conditions for the kind of an output, by chain. */
const kinds = {
  P: {
    unlockedUnstaked: {},
    unlockedStaked: { stake_start: 1, stake_end: later },
    lockedStaked: { stake_start: 1, stake_end: soon, stakeable_locktime: later },
    pendingStaked: { stake_start: soon, stake_end: later },
    lockedPlatform: { locktime: later },
    lockedStakeable: { stakeable_locktime: later },
    atomicMemoryUnlocked: { consumed_on_chain: 'C' },
    atomicMemoryLocked: { consumed_on_chain: 'C', locktime: later },
  },
  X: {
    unlocked: {},
    locked: { locktime: later },
    atomicMemoryUnlocked: { consumed_on_chain: 'C' },
    atomicMemoryLocked: { consumed_on_chain: 'C', locktime: later },
  },
} as const

/** Events of a payment, in the order of the webhook's request: it is a reward, and spends much. */
const names = ['balance_change', 'reward_distribution', 'balance_threshold'] as const

/**
 * A payment that nothing follows, which makes one output more: a reward for both addresses. What it
 * spends also belongs to the first address.
 */
const setup = (chain: Chain): string[] => [
  `UPDATE utxo SET consumed_by = NULL, consumed_position = NULL, consuming_tx_id = NULL,
          consuming_block = NULL, consumed_at = NULL WHERE emitted_by = :tx`,
  ...Object.entries<Record<string, string | number>>(kinds[chain]).flatMap(([, columns], place) =>
    output(9_000 + place, { created_on_chain: chain, consumed_on_chain: chain, ...columns }),
  ),
  ...output(9_100, {
    ...{ created_on_chain: chain, consumed_on_chain: chain, emitted_by: ':tx', amount: '7' },
    ...{ owners: `${two} ${one}`, reward_type: 'DELEGATOR' },
  }).map((sql) => sql.replace("':tx'", ':tx')),
  `INSERT INTO address_utxo (network, address, utxo_seq, created_at, spent_at)
   SELECT u.network, '${one}', u.seq, u.created_at, tx.timestamp
   FROM utxo u JOIN primary_transaction tx ON tx.seq = u.consumed_by
   WHERE u.consumed_by = :tx AND u.asset_id = '${avax}'`,
]

/** The outputs without a lock are two. */
function balances(chain: Chain): Fields {
  const [free, ...others] = Object.keys(kinds[chain])
  const plus = (name: string, other: bigint) =>
    from(`${name}.amount`, (amount: string) => String(BigInt(amount) + other))
  return Object.fromEntries([
    [`event.balances.${free}`, many(plus('output0', 7n), plus('made', 10n))],
    ...others.map((kind, place) => [`event.balances.${kind}`, `output${place + 1}.amount`]),
  ])
}

/** Condition for payments in a block: before Cortina the X-chain had vertices. */
const inBlock = (chain: Chain) => `chain = '${chain}' AND tx_type = 'BaseTx' AND block_id IN (
  SELECT block_id FROM primary_block WHERE network = 'mainnet' AND chain = '${chain}')`

const rows = (chain: Chain) => ({
  tx: 'primary_transaction WHERE seq = :tx',
  made: 'utxo WHERE seq = 9100',
  ...Object.fromEntries(
    Object.keys(kinds[chain]).map((_, place) => [
      `output${place}`,
      `utxo WHERE seq = ${9_000 + place}`,
    ]),
  ),
})

function view(chain: Chain): View {
  const letter = chain.toLowerCase()
  const free = chain === 'P' ? 'unlockedUnstaked' : 'unlocked'
  return {
    of: 'primary_network_address_activity',
    dialect: 'documented',
    pick: `SELECT (${bytesOf(inBlock(chain))}) AS tx`,
    setup: setup(chain),
    messages: {
      request: {
        ...{ eventType: 'primary_network_address_activity', url: 'http://127.0.0.1/' },
        ...{ network: 'mainnet', chainId: `${letter}-chain` },
        metadata: {
          ...{ keyType: 'addresses', keys: [two, `${chain}-${one}`] },
          subEvents: { addressActivitySubEvents: names },
          // Less than what the payment spends, and more than all outputs that are left.
          balanceThresholdFilter: { balanceType: free, balanceThreshold: '1000000' },
        },
      },
      ...{ network: 'mainnet', chain },
      height: `SELECT height FROM primary_block WHERE network = 'mainnet' AND chain = '${chain}'
        AND block_id = (SELECT block_id FROM primary_transaction WHERE seq = {tx})`,
    },
    item: '0',
    rows: rows(chain),
    fields: fieldsOf(chain, 'balance_change'),
    around: Object.fromEntries(
      names
        .slice(1)
        .flatMap((name, at) =>
          Object.entries(fieldsOf(chain, name)).map(([path, source]) => [
            `${at + 1}.${path}`,
            source,
          ]),
        ),
    ),
  }
}

const fieldsOf = (chain: Chain, name: (typeof names)[number]): Fields => ({
  webhookId: constant(webhookId),
  eventType: constant('primary_network_address_activity'),
  messageId: messageIdOf('tx.tx_id', name, '', otherTxId),
  'event.version': constant(1),
  'event.eventType': constant(name),
  'event.addresses': constant([one, two]),
  ...balances(chain),
  'event.transaction': sameAsResponse(
    `${mainnet}/blockchains/${chain.toLowerCase()}-chain/transactions/{tx.tx_id}`,
  ),
})

/** Section 4.4, primary_network_address_activity. */
export const primaryMessages: FieldTable = [view('P'), view('X')]
