import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { OwnedWebhook } from '../../schemas/control/webhooks.ts'
import type { WebhookResponse } from '../../schemas/data/webhooks.ts'
import { useApiKey } from '../core/api-key.ts'
import { type Catalogue, useCatalogue } from '../core/catalogue.ts'
import { loadBodySchema } from '../core/documents.ts'
import { useLive } from '../core/live.ts'
import { currentRoute, go, link } from '../core/route.ts'
import { call, control, keyedHeaders } from '../core/server.ts'
import { curlLine } from '../core/test-code.ts'
import { receiverCode, receiverUrl, webhookTestCode } from '../core/webhook-code.ts'
import { changed, useLoad } from '../core/world.ts'
import { Badge, Card, Count, Empty, Head, Loading, Work } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { KeyField } from '../parts/key-field.tsx'
import { say } from '../parts/notices.tsx'
import type { Fields } from '../parts/schema-form.tsx'
import { Table } from '../parts/table.tsx'
import { VariantForm } from '../parts/variant-form.tsx'

/** Webhooks of all owners with what became of their messages, and a form for another one. */
export function WebhooksView(): JSX.Element {
  const loaded = useLive<{ webhooks: OwnedWebhook[] }>('/webhooks')
  return (
    <>
      <Head
        title="Webhooks"
        lead="Messages about what enters a block, as the deployed service sends them."
      >
        <Settle />
      </Head>
      <Card title="Webhooks of this world">
        <Loading of={loaded}>
          {({ webhooks }) =>
            webhooks.length === 0 ? <NoWebhooks /> : <WebhookTable rows={webhooks} />
          }
        </Loading>
      </Card>
      <Create />
      <Secret />
    </>
  )
}

/** Button that waits for all deliveries that are due. */
export const Settle = (): JSX.Element => (
  <Work
    work={async () => {
      const { delivered, failed, waiting } = await control<{
        delivered: number
        failed: number
        waiting: number
      }>('POST', '/deliveries/settle', {})
      await changed()
      say(`Settled: ${delivered} delivered, ${failed} failed, ${waiting} due later.`)
    }}
  >
    Settle
  </Work>
)

const NoWebhooks = (): JSX.Element => (
  <>
    <Empty title="No webhooks yet">
      Start a receiver, make a webhook with the form below, and let an{' '}
      <a href={link(['wallets', 'act', 'transfer'])}>action</a> or time do what its messages are
      about.
    </Empty>
    <CodeBlock label="A receiver that prints messages" code={receiverCode} />
  </>
)

const WebhookTable = ({ rows }: { readonly rows: readonly OwnedWebhook[] }): JSX.Element => (
  <Table
    label="Webhooks"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Webhook',
        cell: ({ id, name, url }) => (
          <a class="path" href={link(['webhooks', id])}>
            {name || url}
          </a>
        ),
      },
      { head: 'Kind', cell: ({ eventType }) => <Badge>{eventType.replaceAll('_', ' ')}</Badge> },
      { head: 'Status', cell: ({ status }) => <WebhookStatus status={status} /> },
      { head: 'Owner', isMinor: true, cell: ({ owner }) => owner ?? 'no key' },
      { head: 'Waiting', isNumber: true, cell: ({ waiting }) => <Count of={waiting} /> },
      { head: 'Delivered', isNumber: true, cell: ({ delivered }) => <Count of={delivered} /> },
      { head: 'Failed', isNumber: true, cell: ({ failed }) => <Count of={failed} /> },
    ]}
  />
)

/** Status of a webhook, by colour and name. */
export const WebhookStatus = ({ status }: Pick<WebhookResponse, 'status'>): JSX.Element => (
  <Badge tone={status === 'active' ? 'good' : 'warn'}>{status}</Badge>
)

/** Returns a whole request of each kind, about a member and a node of the world. */
function firstRequests({ cast }: Catalogue): Readonly<Record<string, Fields>> {
  const [member] = cast.members
  const [node] = cast.nodes
  const url = receiverUrl
  return {
    address_activity: { url, chainId: '43114', metadata: { addresses: [member?.evm] } },
    primary_network_address_activity: {
      ...{ url, network: 'mainnet', chainId: 'p-chain' },
      metadata: {
        ...{ keyType: 'addresses', keys: [member?.mainnet] },
        subEvents: { addressActivitySubEvents: ['balance_change'] },
      },
    },
    validator_activity: {
      ...{ url, network: 'mainnet' },
      metadata: {
        ...{ keyType: 'nodeId', keys: [node?.mainnet] },
        subEvents: { validatorActivitySubEvents: ['validator_stake', 'delegator_stake'] },
      },
    },
  }
}

function Create(): JSX.Element {
  const loaded = useLoad(() => loadBodySchema('post', '/v1/webhooks'), ['webhook schema'])
  const key = useApiKey()
  const catalogue = useCatalogue()
  const { world } = currentRoute()
  return (
    <Card title="Make a webhook" action={<KeyField />}>
      <Loading of={loaded}>
        {(schema) => (
          <VariantForm
            schema={schema}
            by="eventType"
            first={firstRequests(catalogue)}
            label="Make it"
            send={async (body) => {
              const { id } = await call<WebhookResponse>('POST', '/v1/webhooks', { body, key })
              await changed()
              say('The webhook is created.')
              go(link(['webhooks', id]))
            }}
          >
            {(body) => (
              <details>
                <summary>As test code</summary>
                <CodeBlock label="TypeScript" code={webhookTestCode(body, { world, key })} />
                <CodeBlock
                  label="curl"
                  code={curlLine(
                    'POST',
                    `${location.origin}/v1/webhooks`,
                    keyedHeaders(key),
                    JSON.stringify(body),
                  )}
                />
              </details>
            )}
          </VariantForm>
        )}
      </Loading>
    </Card>
  )
}

/** The secret that signs the messages of a key, readable only after a click. */
function Secret(): JSX.Element {
  const key = useApiKey()
  const [secret, setSecret] = useState<string>()
  const load = async (method: string, name: string) => {
    const found = await call<{ secret: string }>(method, `/v1/webhooks:${name}`, { key })
    setSecret(found.secret)
  }
  return (
    <Card title="Signatures">
      <p>
        Messages carry <code>x-signature</code> once there is a secret: the HMAC-SHA256 of the body,
        in base64. All webhooks of an API key share one.
      </p>
      <p class="row">
        <Work work={() => load('GET', 'getSharedSecret')}>Show the secret</Work>
        <Work work={() => load('POST', 'generateOrRotateSharedSecret')}>Make a new secret</Work>
      </p>
      {secret !== undefined && <CodeBlock label="secret" code={secret} />}
    </Card>
  )
}
