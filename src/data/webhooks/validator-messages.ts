import type { ValidatorSubEvent, ValidatorWebhookRequest } from '../../../schemas/data/webhooks.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { memoized } from '../../util/memoized.ts'
import { canonicalJson } from '../../webhooks/canonical-json.ts'
import type { Message, WebhookEvent } from '../../webhooks/message.ts'
import type { BlockOfWorld, Webhook } from '../../webhooks/webhook.ts'
import type { World } from '../../world/world.ts'
import { showAccepted } from '../primary/transactions/show-transactions.ts'

/** Webhook of validators. */
export type ValidatorWebhook = Webhook & { readonly request: ValidatorWebhookRequest }

/** Something that happened to a validator in a block. */
interface ValidatorEvent {
  readonly name: ValidatorSubEvent
  readonly nodeId: string
  readonly subnetId: string
  readonly validationId?: string
  /** nAVAX. */
  readonly remainingBalance?: number
  readonly tx?: TxRow
}

/** nAVAX that an active L1 validator pays per second. */
const feePerSecond = 512

const stakeNames: Readonly<Record<string, ValidatorSubEvent>> = {
  AddValidatorTx: 'validator_stake',
  AddSubnetValidatorTx: 'validator_stake',
  AddPermissionlessValidatorTx: 'validator_stake',
  AddDelegatorTx: 'delegator_stake',
  AddPermissionlessDelegatorTx: 'delegator_stake',
}

const l1Names: Readonly<Record<string, ValidatorSubEvent>> = {
  ConvertSubnetToL1Tx: 'validator_stake',
  RegisterL1ValidatorTx: 'validator_stake',
  IncreaseL1ValidatorBalanceTx: 'l1_validator_balance_increased',
  DisableL1ValidatorTx: 'l1_validator_disabled',
}

/** Makes the messages of blocks of the P-chain about nodes and subnets. G-226, G-229 */
export class ValidatorMessages {
  readonly #byNetwork: ReadonlyMap<Network, readonly ValidatorWebhook[]>

  constructor(webhooks: readonly ValidatorWebhook[]) {
    this.#byNetwork = groupBy(webhooks, ({ request }) => request.network)
  }

  watches({ network, chain }: Pick<BlockOfWorld, 'network' | 'chain'>): boolean {
    return chain === 'P' && this.#byNetwork.has(network)
  }

  messagesOf(world: World, { network, chain, height }: BlockOfWorld): Message[] {
    const webhooks = chain === 'P' ? (this.#byNetwork.get(network) ?? []) : []
    if (webhooks.length === 0) return []
    const block = world.get(selectBlock, { network, height })
    if (!block) return []
    const { block_id: blockId, timestamp } = block
    const txs = world.all(selectTransactions, { network, blockId })
    const transactionOf = memoized((seq: number) => showAccepted(world, 'P', seq))
    const shared = new Map<ValidatorEvent, WebhookEvent>()
    const messageOf = (webhook: ValidatorWebhook, happened: ValidatorEvent): Message => {
      const { name, tx, remainingBalance, ...about } = happened
      const event = shared.get(happened) ?? {
        name,
        of: tx?.tx_id ?? blockId,
        about: happened.validationId ?? happened.nodeId,
        timeMs: timestamp * 1000,
        text: canonicalJson({
          version: 1,
          eventType: name,
          ...about,
          ...(remainingBalance !== undefined && { remainingBalance: String(remainingBalance) }),
          blockNumber: String(height),
          blockTimestamp: timestamp,
          ...(tx && { transaction: transactionOf(tx.seq) }),
        }),
      }
      shared.set(happened, event)
      return { webhook, event }
    }
    const fallsOf = memoized((keyType: ValidatorKeyType, key: string) =>
      balanceFalls(world, block, keyType, key),
    )
    return [
      ...[
        ...txs.flatMap((tx) => eventsOf(world, tx)),
        ...exhaustions(world, network, height),
      ].flatMap((event) =>
        webhooks
          .filter(({ request }) => isWanted(request, event))
          .map((webhook) => messageOf(webhook, event)),
      ),
      ...webhooks.flatMap((webhook) => {
        const { keyType, keys, l1ValidatorFeeBalanceThreshold } = webhook.request.metadata
        if (l1ValidatorFeeBalanceThreshold === undefined) return []
        const threshold = Number(l1ValidatorFeeBalanceThreshold)
        return fallsOf(keyType, keys[0] ?? '')
          .filter(
            ({ was, event }) =>
              was >= threshold &&
              event.remainingBalance < threshold &&
              isWanted(webhook.request, event),
          )
          .map(({ event }) => messageOf(webhook, event))
      }),
    ]
  }
}

type ValidatorKeyType = ValidatorWebhookRequest['metadata']['keyType']

/** Validator whose balance a block has lowered. */
interface BalanceFall {
  /** nAVAX after the block before. */
  readonly was: number
  readonly event: ValidatorEvent & { readonly remainingBalance: number }
}

/** Returns the validators of a node or subnet whose balance fell in a block. */
function balanceFalls(
  world: World,
  { network, height, timestamp, before }: BlockRow,
  keyType: ValidatorKeyType,
  key: string,
): BalanceFall[] {
  return world
    .all(selectValidations, { network, key, isNode: keyType === 'nodeId' ? 1 : 0 })
    .flatMap(({ validation_id: validationId, node_id: nodeId, subnet_id: subnetId }) => {
      const balanceAt = (upTo: number, time: number) =>
        balanceOf(world, { network, validationId, subnetId }, upTo, time)
      const was = balanceAt(height - 1, before)
      const now = balanceAt(height, timestamp)
      if (was === undefined || now === undefined || now >= was) return []
      const name = 'l1_validator_balance_threshold'
      return [{ was, event: { name, nodeId, subnetId, validationId, remainingBalance: now } }]
    })
}

/** Returns what a transaction does to validators. */
function eventsOf(world: World, tx: TxRow): ValidatorEvent[] {
  const { tx_type: type, node_id: nodeId, subnet_id: subnetId } = tx
  const stake = stakeNames[type]
  if (stake && nodeId !== null)
    return [{ name: stake, nodeId, subnetId: subnetId ?? primaryNetworkId, tx }]
  if (type === 'RewardValidatorTx') {
    const rewarded = world.get(selectRewarded, { seq: tx.seq })
    if (!rewarded) return []
    return [
      {
        name: 'reward_distribution',
        nodeId: rewarded.node_id,
        subnetId: rewarded.subnet_id,
        tx,
      },
    ]
  }
  const l1 = l1Names[type]
  if (!l1 && type !== 'SetL1ValidatorWeightTx') return []
  return world.all(selectL1, { seq: tx.seq }).flatMap((row): ValidatorEvent[] => {
    const name = l1 ?? (row.weight === 0 ? 'l1_validator_removed' : undefined)
    if (!name) return []
    return [
      {
        name,
        nodeId: row.node_id,
        subnetId: row.subnet_id,
        validationId: row.validation_id,
        remainingBalance: row.remaining_balance,
        tx,
      },
    ]
  })
}

/** Returns the validators whose balance a block has used up. */
const exhaustions = (world: World, network: Network, height: number): ValidatorEvent[] =>
  world.all(selectExhausted, { network, height }).map((row) => ({
    name: 'l1_validator_disabled',
    nodeId: row.node_id,
    subnetId: row.subnet_id,
    validationId: row.validation_id,
    remainingBalance: 0,
  }))

function isWanted(
  { metadata }: ValidatorWebhookRequest,
  { name, nodeId, subnetId }: ValidatorEvent,
): boolean {
  const { keyType, keys, subEvents, nodeIds, subnetIds } = metadata
  return (
    subEvents.validatorActivitySubEvents.includes(name) &&
    keys.includes(keyType === 'nodeId' ? nodeId : subnetId) &&
    (nodeIds === undefined || nodeIds.includes(nodeId)) &&
    (subnetIds === undefined || subnetIds.includes(subnetId))
  )
}

/**
 * Returns the balance of an L1 validator after a block: what the last transaction about it left,
 * less the fees since then. Undefined while it is inactive.
 */
function balanceOf(
  world: World,
  validation: { network: Network; validationId: string; subnetId: string },
  height: number,
  time: number,
): number | undefined {
  const last = world.get(selectLastChange, { ...validation, height })
  if (!last || last.is_active === 0) return undefined
  return Math.max(0, last.remaining_balance - feePerSecond * (time - last.timestamp))
}

interface BlockRow {
  network: Network
  height: number
  block_id: string
  timestamp: number
  /** Time of the block before. */
  before: number
}

const selectBlock = statement<{ network: Network; height: number }, BlockRow>(`
  SELECT b.network, b.height, b.block_id, b.timestamp,
         coalesce((SELECT p.timestamp FROM primary_block p
           WHERE p.network = b.network AND p.chain = 'P' AND p.height = b.height - 1),
           b.timestamp) AS before
  FROM primary_block b
  WHERE b.network = :network AND b.chain = 'P' AND b.height = :height`)

interface TxRow {
  seq: number
  tx_id: string
  tx_type: string
  node_id: string | null
  subnet_id: string | null
}

const selectTransactions = statement<{ network: Network; blockId: string }, TxRow>(`
  SELECT seq, tx_id, tx_type, node_id, subnet_id
  FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND block_id = :blockId
  ORDER BY position`)

/** The stake that a RewardValidatorTx ends, if it has a reward. */
const selectRewarded = statement<{ seq: number }, { node_id: string; subnet_id: string }>(`
  SELECT s.node_id, s.subnet_id
  FROM primary_transaction tx
  CROSS JOIN staking_period s ON s.network = tx.network AND s.tx_id = tx.staking_tx_id
  WHERE tx.seq = :seq AND EXISTS (
    SELECT 1 FROM utxo WHERE emitted_by = tx.seq AND reward_type IS NOT NULL)`)

const selectL1 = statement<
  { seq: number },
  {
    validation_id: string
    node_id: string
    subnet_id: string
    weight: number
    remaining_balance: number
  }
>(`
  SELECT validation_id, node_id, subnet_id, weight, remaining_balance
  FROM transaction_l1_validator
  WHERE tx_seq = :seq
  ORDER BY position`)

/** Active validators that are inactive from this block on, though no transaction disabled them. */
const selectExhausted = statement<
  { network: Network; height: number },
  { validation_id: string; node_id: string; subnet_id: string }
>(`
  SELECT v.validation_id, v.node_id, v.subnet_id
  FROM l1_validator v
  CROSS JOIN l1_validator_weight w ON w.network = v.network AND w.subnet_id = v.subnet_id
    AND w.validation_id = v.validation_id AND w.from_height = :height
  WHERE v.network = :network AND w.is_active = 0 AND w.weight > 0
    AND (SELECT p.is_active FROM l1_validator_weight p
         WHERE p.network = v.network AND p.subnet_id = v.subnet_id
           AND p.validation_id = v.validation_id AND p.from_height < :height
         ORDER BY p.from_height DESC LIMIT 1) = 1
    AND NOT EXISTS (
      SELECT 1 FROM transaction_l1_validator l
      CROSS JOIN primary_transaction tx ON tx.seq = l.tx_seq
      WHERE l.validation_id = v.validation_id AND tx.network = v.network
        AND CAST(tx.block_number AS INTEGER) = :height AND tx.tx_type = 'DisableL1ValidatorTx')
  ORDER BY v.seq`)

const selectValidations = statement<
  { network: Network; key: string; isNode: number },
  { validation_id: string; node_id: string; subnet_id: string }
>(`
  SELECT validation_id, node_id, subnet_id FROM l1_validator
  WHERE :isNode AND network = :network AND node_id = :key
  UNION ALL
  SELECT validation_id, node_id, subnet_id FROM l1_validator
  WHERE NOT :isNode AND network = :network AND subnet_id = :key`)

const selectLastChange = statement<
  { network: Network; validationId: string; subnetId: string; height: number },
  { remaining_balance: number; timestamp: number; is_active: 0 | 1 }
>(`
  SELECT l.remaining_balance, tx.timestamp,
         coalesce((SELECT w.is_active AND w.weight > 0 FROM l1_validator_weight w
           WHERE w.network = :network AND w.subnet_id = :subnetId
             AND w.validation_id = :validationId AND w.from_height <= :height
           ORDER BY w.from_height DESC LIMIT 1), 0) AS is_active
  FROM transaction_l1_validator l
  CROSS JOIN primary_transaction tx ON tx.seq = l.tx_seq
  WHERE l.validation_id = :validationId AND tx.network = :network
    AND CAST(tx.block_number AS INTEGER) <= :height
  ORDER BY l.tx_seq DESC LIMIT 1`)
