import type { ComponentChildren } from 'preact'
import type { Network } from '../core/catalogue.ts'
import type { Route } from '../core/route.ts'
import { Missing } from '../parts/basic.tsx'
import { ActionView } from './action.tsx'
import { AddressView } from './address.tsx'
import { ApiView } from './api.tsx'
import { AssetView } from './asset.tsx'
import { BlockView } from './block.tsx'
import { ChainView } from './chain.tsx'
import { DeliveryView } from './delivery.tsx'
import { ExplorerView } from './explorer.tsx'
import { FaultsView } from './faults.tsx'
import { MessageView } from './message.tsx'
import { MessagesView } from './messages.tsx'
import { OperationView } from './operation.tsx'
import { OverviewView } from './overview.tsx'
import { RequestView } from './request.tsx'
import { RequestsView } from './requests.tsx'
import { SubnetView } from './subnet.tsx'
import { TimeView } from './time.tsx'
import { TransactionView } from './transaction.tsx'
import { UsageView } from './usage.tsx'
import { ValidatorView } from './validator.tsx'
import { ValidatorsView } from './validators.tsx'
import { WalletView } from './wallet.tsx'
import { WalletsView } from './wallets.tsx'
import { WebhookView } from './webhook.tsx'
import { WebhooksView } from './webhooks.tsx'

/** View that a route leads to. */
interface View {
  readonly title: string
  /** Changes where the place is another one, and not when its filters change. */
  readonly key: string
  readonly content: ComponentChildren
}

const networkOf = (text: string | undefined): Network => (text === 'fuji' ? 'fuji' : 'mainnet')

/** Returns the view of a route. */
export function viewOf(route: Route): View {
  const key = `${route.world}/${route.parts.join('/')}`
  const [title, content] = contentOf(route)
  return { title, key, content }
}

function contentOf({ parts, query }: Route): readonly [title: string, content: ComponentChildren] {
  const [view = 'overview', first, second, third, fourth] = parts
  switch (view) {
    case 'overview':
      return ['Overview', <OverviewView key="view" />]
    case 'explorer':
      return explorerOf(networkOf(first), second, third, fourth, query)
    case 'wallets':
      if (first === 'act')
        return [second ?? 'Act', <ActionView key="view" verb={second} query={query} />]
      return second === undefined
        ? ['Wallets', <WalletsView key="view" network={networkOf(first)} />]
        : [second, <WalletView key="view" network={networkOf(first)} name={second} />]
    case 'validators':
      return second === undefined
        ? ['Validators', <ValidatorsView key="view" network={networkOf(first)} query={query} />]
        : ['Validator', <ValidatorView key="view" network={networkOf(first)} nodeId={second} />]
    case 'messages':
      return first === undefined || first === 'mainnet' || first === 'fuji'
        ? ['Messages', <MessagesView key="view" network={networkOf(first)} />]
        : ['Message', <MessageView key="view" id={first} />]
    case 'requests':
      return first === undefined
        ? ['Requests', <RequestsView key="view" query={query} />]
        : [`Request ${first}`, <RequestView key="view" id={first} />]
    case 'faults':
      return ['Faults', <FaultsView key="view" query={query} />]
    case 'webhooks':
      if (first === undefined) return ['Webhooks', <WebhooksView key="view" />]
      return second === undefined
        ? ['Webhook', <WebhookView key="view" id={first} state={query.get('state')} />]
        : [`Delivery ${second}`, <DeliveryView key="view" webhookId={first} id={second} />]
    case 'usage':
      return ['Usage', <UsageView key="view" />]
    case 'time':
      return ['Time', <TimeView key="view" />]
    case 'api':
      return first === undefined
        ? ['API', <ApiView key="view" query={query} />]
        : [first, <OperationView key="view" name={first} />]
    default:
      return [
        'Not found',
        <Missing key="view" title="There is no such view">
          The navigation has all views.
        </Missing>,
      ]
  }
}

function explorerOf(
  network: Network,
  chain: string | undefined,
  kind: string | undefined,
  id: string | undefined,
  query: URLSearchParams,
): readonly [string, ComponentChildren] {
  if (chain === undefined) return ['Explorer', <ExplorerView key="view" network={network} />]
  if (kind !== undefined) {
    if (chain === 'address')
      return [
        'Address',
        <AddressView key="view" network={network} address={kind} on={query.get('chain')} />,
      ]
    if (chain === 'subnet') return ['Subnet', <SubnetView key="view" network={network} id={kind} />]
    if (chain === 'asset') return ['Asset', <AssetView key="view" network={network} id={kind} />]
    if (kind === 'block' && id !== undefined)
      return [`Block ${id}`, <BlockView key="view" network={network} chain={chain} id={id} />]
    if (kind === 'tx' && id !== undefined)
      return [
        'Transaction',
        <TransactionView key="view" network={network} chain={chain} hash={id} />,
      ]
  }
  return [chain, <ChainView key="view" network={network} chain={chain} />]
}
