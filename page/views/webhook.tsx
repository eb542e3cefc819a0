import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DeliveryRow, OwnedWebhook } from '../../schemas/control/webhooks.ts'
import { useApiKey } from '../core/api-key.ts'
import { loadBodySchema } from '../core/documents.ts'
import { useLive } from '../core/live.ts'
import { currentRoute, link } from '../core/route.ts'
import { type Schema, withoutEmpty } from '../core/schema.ts'
import { call, control, worldHeaders } from '../core/server.ts'
import { curlLine, libraryCode, literal } from '../core/test-code.ts'
import { webhookTestCode } from '../core/webhook-code.ts'
import { changed, useLoad } from '../core/world.ts'
import {
  Badge,
  Card,
  Count,
  Empty,
  Facts,
  Failure,
  Head,
  Loading,
  Missing,
  Raw,
  Time,
  Work,
} from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { DeliveryTable } from '../parts/delivery-table.tsx'
import { KeyField } from '../parts/key-field.tsx'
import { say } from '../parts/notices.tsx'
import { ChainOf } from '../parts/references.tsx'
import { type Fields, SchemaFields } from '../parts/schema-form.tsx'
import { Settle, WebhookStatus } from './webhooks.tsx'

/** A webhook: what it is about, what became of its messages, and forms that change it. */
export function WebhookView({
  id,
  state,
}: {
  readonly id: string
  /** State of the deliveries to list; null for all. */
  readonly state: string | null
}): JSX.Element {
  const loaded = useLive<{ webhooks: OwnedWebhook[] }>('/webhooks')
  return (
    <Loading of={loaded}>
      {({ webhooks }) => {
        const webhook = webhooks.find((each) => each.id === id)
        return webhook ? (
          <Whole webhook={webhook} state={state} />
        ) : (
          <Missing title={`This world has no webhook ${id}`}>
            <a href={link(['webhooks'])}>All webhooks</a>
          </Missing>
        )
      }}
    </Loading>
  )
}

function Whole({
  webhook,
  state,
}: {
  readonly webhook: OwnedWebhook
  readonly state: string | null
}): JSX.Element {
  const { id, name, url, status } = webhook
  const key = useApiKey()
  const path = `/v1/webhooks/${id}`
  const isActive = status === 'active'
  return (
    <>
      <Head
        kind={<a href={link(['webhooks'])}>Webhooks</a>}
        title={name || 'Webhook'}
        lead={<code>{url}</code>}
      >
        <Settle />
        <Work
          work={async () => {
            if (isActive) await call('DELETE', path, { key })
            else await call('PATCH', path, { key, body: { status: 'active' } })
            await changed()
            say(`The webhook is ${isActive ? 'inactive' : 'active'}.`)
          }}
        >
          {isActive ? 'Make it inactive' : 'Make it active'}
        </Work>
      </Head>
      <Summary of={webhook} />
      <Deliveries of={webhook} state={state} />
      <div class="grid">
        <Card title="Change it" action={<KeyField />}>
          {webhook.owner !== null && (
            <p class="note">
              It belongs to the API key that begins with {webhook.owner}: changes need that key.
            </p>
          )}
          <Change of={webhook} />
          {webhook.eventType === 'address_activity' && <Addresses of={webhook} />}
        </Card>
        <Replay of={webhook} />
      </div>
    </>
  )
}

function Summary({ of: webhook }: { readonly of: OwnedWebhook }): JSX.Element {
  const { eventType, status, owner, chainId, createdAt, description, metadata } = webhook
  const request = requestOf(webhook)
  const keys = 'addresses' in metadata ? metadata.addresses : metadata.keys
  const events =
    'subEvents' in metadata ? Object.values<readonly string[]>(metadata.subEvents).flat() : []
  return (
    <Card>
      <Facts
        facts={[
          ['Status', <WebhookStatus key="status" status={status} />],
          ['Kind', eventType.replaceAll('_', ' ')],
          [
            'Chain',
            /^\d+$/.test(chainId) ? <ChainOf key="chain" id={chainId} /> : <code>{chainId}</code>,
          ],
          ['About', <code key="keys">{keys.join(', ')}</code>],
          events.length > 0 && [
            'Events',
            <span class="row" key="events">
              {events.map((event) => (
                <Badge key={event}>{event}</Badge>
              ))}
            </span>,
          ],
          ['Owner', owner === null ? 'no API key' : `the key that begins with ${owner}`],
          ['Made', <Time key="made" at={createdAt / 1000} both />],
          ['Description', description || undefined],
          ['Waiting', <Count key="waiting" of={webhook.waiting} />],
          ['Delivered', <Count key="delivered" of={webhook.delivered} />],
          ['Failed', <Count key="failed" of={webhook.failed} />],
        ]}
      />
      <Raw of={webhook} />
      {request && (
        <details>
          <summary>As test code</summary>
          <CodeBlock
            label="TypeScript"
            code={webhookTestCode(request, { world: currentRoute().world, key: '' })}
          />
        </details>
      )}
    </Card>
  )
}

/** Request that makes an equal webhook; responses of other kinds do not have all of it. */
function requestOf(webhook: OwnedWebhook): Fields | undefined {
  if (webhook.eventType !== 'address_activity') return undefined
  const { eventType, chainId, name, description, metadata } = webhook
  const { includeInternalTxs, includeLogs } = webhook
  return withoutEmpty({
    ...{ eventType, chainId, name, description, metadata },
    ...{ includeInternalTxs, includeLogs },
  }) as Fields
}

const states: readonly DeliveryRow['state'][] = ['waiting', 'delivered', 'failed', 'given-up']

function Deliveries({
  of: { id },
  state,
}: {
  readonly of: OwnedWebhook
  readonly state: string | null
}): JSX.Element {
  const filter = states.find((each) => each === state)
  const query = new URLSearchParams({ webhookId: id, ...(filter && { state: filter }) })
  const loaded = useLive<{ deliveries: DeliveryRow[]; nextPageToken?: string }>(
    `/deliveries?pageSize=50&${query}`,
  )
  return (
    <Card
      title="Deliveries"
      action={
        <nav class="tabs" aria-label="State">
          {[undefined, ...states].map((each) => (
            <a
              key={each}
              href={link(['webhooks', id], { state: each })}
              aria-current={each === filter ? 'true' : undefined}
            >
              {each ?? 'all'}
            </a>
          ))}
        </nav>
      }
    >
      <Loading of={loaded}>
        {({ deliveries, nextPageToken }) =>
          deliveries.length === 0 ? (
            <Empty title={filter ? `No attempt is ${filter}` : 'No messages yet'}>
              An <a href={link(['wallets'])}>action</a> or <a href={link(['time'])}>time</a> makes
              blocks; a replay sends what is on the chain already.
            </Empty>
          ) : (
            <>
              <DeliveryTable rows={deliveries} />
              {nextPageToken && <p class="quiet">These are the latest {deliveries.length}.</p>}
            </>
          )
        }
      </Loading>
    </Card>
  )
}

/** Form of what a PATCH changes. */
function Change({ of: webhook }: { readonly of: OwnedWebhook }): JSX.Element {
  const loaded = useLoad(() => loadBodySchema('patch', '/v1/webhooks/{id}'), ['webhook change'])
  return (
    <Loading of={loaded}>{(schema) => <ChangeForm webhook={webhook} schema={schema} />}</Loading>
  )
}

function ChangeForm({
  webhook,
  schema,
}: {
  readonly webhook: OwnedWebhook
  readonly schema: Schema
}): JSX.Element {
  const key = useApiKey()
  // Only what the user has changed: a webhook that is read again cannot overwrite it.
  const [edited, setEdited] = useState<Fields>({})
  const [error, setError] = useState<Error>()
  const present: Fields = { ...webhook }
  const isEvm = webhook.eventType === 'address_activity'
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        setError(undefined)
        try {
          const body = Object.fromEntries(
            Object.entries(edited).map(([name, value]) => [name, value ?? emptyOf(present[name])]),
          )
          await call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body })
          await changed()
          setEdited({})
          say('The webhook is changed.')
        } catch (refused) {
          setError(refused as Error)
        }
      }}
    >
      <SchemaFields
        schema={schema}
        value={{ ...present, ...edited }}
        omitted={['status', ...(isEvm ? [] : ['includeInternalTxs', 'includeLogs'])]}
        onChange={(value) =>
          setEdited(
            Object.fromEntries(
              Object.entries(value).filter(([name, each]) => each !== present[name]),
            ),
          )
        }
      />
      {error && <Failure error={error} />}
      <p class="row">
        <button type="submit" disabled={Object.keys(edited).length === 0}>
          Change it
        </button>
      </p>
    </form>
  )
}

/** Returns what a field holds that was emptied. */
const emptyOf = (present: unknown): unknown => (typeof present === 'boolean' ? false : '')

/** Adds and removes addresses of a webhook of an EVM chain. */
function Addresses({ of: { id } }: { readonly of: OwnedWebhook }): JSX.Element {
  const key = useApiKey()
  const [text, setText] = useState('')
  const change = async (method: string, done: string) => {
    const addresses = text.split(/[\s,]+/).filter(Boolean)
    await call(method, `/v1/webhooks/${id}/addresses`, { key, body: { addresses } })
    await changed()
    setText('')
    say(done)
  }
  return (
    <div class="row">
      <label class="field">
        Addresses, several with commas
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Work work={() => change('PATCH', 'The addresses are added.')}>Add</Work>
      <Work work={() => change('DELETE', 'The addresses are removed.')}>Remove</Work>
    </div>
  )
}

/** Form that sends messages about what is on a chain already. */
function Replay({ of: webhook }: { readonly of: OwnedWebhook }): JSX.Element {
  const path = '/_admin/webhooks/{id}/replay'
  const loaded = useLoad(() => loadBodySchema('post', path), ['replay'])
  const isEvm = webhook.eventType === 'address_activity'
  const [fields, setFields] = useState<Fields>({ chain: isEvm ? webhook.chainId : 'P' })
  const [error, setError] = useState<Error>()
  const body = (withoutEmpty(fields) ?? {}) as Fields
  return (
    <Card title="Replay">
      <p class="quiet">
        Sends what is on the chain already: of one transaction, or of the blocks from one height to
        another.
      </p>
      <Loading of={loaded}>
        {(schema) => (
          <form
            onSubmit={async (event) => {
              event.preventDefault()
              setError(undefined)
              try {
                const { messages } = await control<{ messages: number }>(
                  'POST',
                  `/webhooks/${webhook.id}/replay`,
                  body,
                )
                await changed()
                say(`${messages} messages are sent again.`)
              } catch (refused) {
                setError(refused as Error)
              }
            }}
          >
            <SchemaFields schema={schema} value={fields} onChange={setFields} />
            {error && <Failure error={error} />}
            <p class="row">
              <button type="submit">Replay</button>
            </p>
          </form>
        )}
      </Loading>
      <details>
        <summary>As test code</summary>
        <CodeBlock
          label="TypeScript"
          code={libraryCode(
            `webhooks.replay(${literal(webhook.id)}, ${literal(body)})`,
            currentRoute().world,
          )}
        />
        <CodeBlock
          label="curl"
          code={curlLine(
            'POST',
            `${location.origin}${path.replace('{id}', webhook.id)}`,
            worldHeaders(),
            JSON.stringify(body),
          )}
        />
      </details>
    </Card>
  )
}
