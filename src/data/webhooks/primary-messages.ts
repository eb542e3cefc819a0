import type {
  AddressSubEvent,
  BalanceType,
  PrimaryWebhookRequest,
} from '../../../schemas/data/webhooks.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { memoized } from '../../util/memoized.ts'
import { canonicalJson } from '../../webhooks/canonical-json.ts'
import type { Message, WebhookEvent } from '../../webhooks/message.ts'
import type { BlockOfWorld, Webhook } from '../../webhooks/webhook.ts'
import type { World } from '../../world/world.ts'
import { showAccepted } from '../primary/transactions/show-transactions.ts'
import { type AmountsByKind, balancesAround } from './balances-after.ts'

/** Webhook of addresses of the primary network. */
export type PrimaryWebhook = Webhook & { readonly request: PrimaryWebhookRequest }

/** Returns an address without the prefix of a chain. */
const bareAddress = (address: string): string => address.replace(/^[PXC]-/, '')

/** Returns the chain that a webhook of the primary network names. */
const chainOfWebhook = ({ chainId }: PrimaryWebhookRequest): 'P' | 'X' =>
  chainId === 'p-chain' || chainId.startsWith('1111') ? 'P' : 'X'

/** Makes the messages of transactions of the P- and X-chain that touch addresses. G-226, G-227 */
export class PrimaryMessages {
  /** Webhooks by network and chain, then by address. */
  readonly #watching = new Map<string, Map<string, PrimaryWebhook[]>>()

  constructor(webhooks: readonly PrimaryWebhook[]) {
    for (const webhook of webhooks) {
      const { request } = webhook
      const key = `${request.network} ${chainOfWebhook(request)}`
      const ofChain = this.#watching.get(key) ?? new Map<string, PrimaryWebhook[]>()
      this.#watching.set(key, ofChain)
      for (const address of new Set(request.metadata.keys.map(bareAddress))) {
        const own = ofChain.get(address)
        if (own) own.push(webhook)
        else ofChain.set(address, [webhook])
      }
    }
  }

  watches({ network, chain }: Pick<BlockOfWorld, 'network' | 'chain'>): boolean {
    return this.#watching.has(`${network} ${chain}`)
  }

  messagesOf(world: World, { network, chain, height }: BlockOfWorld): Message[] {
    const watching = this.#watching.get(`${network} ${chain}`)
    if (!watching || (chain !== 'P' && chain !== 'X')) return []
    return world.all(selectTransactions, { network, chain, height }).flatMap((tx) => {
      const owners = world.all(selectOwners, { seq: tx.seq })
      const touched = new Map<PrimaryWebhook, Set<string>>()
      for (const { address } of owners)
        for (const webhook of watching.get(address) ?? [])
          touched.set(webhook, (touched.get(webhook) ?? new Set()).add(address))
      if (touched.size === 0) return []
      const transaction = showAccepted(world, chain, tx.seq)
      const rewarded = new Set(
        owners.filter(({ is_reward }) => is_reward === 1).map(({ address }) => address),
      )
      const balancesOf = memoized((addresses: readonly string[]) =>
        balancesAround(world, { network, chain, addresses, time: tx.timestamp }, tx.seq),
      )
      const eventOf = memoized(
        (addresses: readonly string[], name: AddressSubEvent): WebhookEvent => ({
          ...{ name, of: tx.tx_id, about: '', timeMs: tx.timestamp * 1000 },
          text: canonicalJson({
            version: 1,
            eventType: name,
            addresses,
            balances: Object.fromEntries(
              Object.entries(balancesOf(addresses).after).map(([kind, amount]) => [
                kind,
                String(amount),
              ]),
            ),
            transaction,
          }),
        }),
      )
      return [...touched]
        .sort(([a], [b]) => a.seq - b.seq)
        .flatMap(([webhook, own]) => {
          const addresses = [...own].sort()
          const { before, after } = balancesOf(addresses)
          const { subEvents, balanceThresholdFilter: limit } = webhook.request.metadata
          const happens: Record<AddressSubEvent, boolean> = {
            balance_change: true,
            balance_threshold:
              limit !== undefined &&
              hasFallen(before, after, limit.balanceType, BigInt(limit.balanceThreshold)),
            reward_distribution: addresses.some((address) => rewarded.has(address)),
          }
          return [...new Set(subEvents.addressActivitySubEvents)]
            .filter((name) => happens[name])
            .map((name) => ({ webhook, event: eventOf(addresses, name) }))
        })
    })
  }
}

/** Tells whether a balance was at least at the threshold and is below it now. */
const hasFallen = (
  before: AmountsByKind,
  after: AmountsByKind,
  kind: BalanceType,
  threshold: bigint,
): boolean => (before[kind] ?? 0n) >= threshold && (after[kind] ?? 0n) < threshold

const selectTransactions = statement<
  { network: Network; chain: string; height: number },
  { seq: number; tx_id: string; timestamp: number }
>(`
  SELECT tx.seq, tx.tx_id, tx.timestamp
  FROM primary_block b
  CROSS JOIN primary_transaction tx
    ON tx.network = b.network AND tx.chain = b.chain AND tx.block_id = b.block_id
  WHERE b.network = :network AND b.chain = :chain AND b.height = :height
  ORDER BY tx.position`)

/** Owners of what a transaction spends and makes. */
const selectOwners = statement<{ seq: number }, { address: string; is_reward: 0 | 1 }>(`
  SELECT a.address, u.reward_type IS NOT NULL AS is_reward
  FROM utxo u CROSS JOIN utxo_address a ON a.utxo_seq = u.seq
  WHERE u.emitted_by = :seq
  UNION
  SELECT a.address, 0
  FROM utxo u CROSS JOIN utxo_address a ON a.utxo_seq = u.seq
  WHERE u.consumed_by = :seq
  ORDER BY 1`)
