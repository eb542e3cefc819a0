import type { JSX } from 'preact'
import type { DeliveryRow, WholeDelivery } from '../../schemas/control/webhooks.ts'
import { indented, timeText } from '../core/format.ts'
import { useLive } from '../core/live.ts'
import { link } from '../core/route.ts'
import { Card, Empty, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { DeliveryActions, DeliveryState, DeliveryTable } from '../parts/delivery-table.tsx'
import { HeaderTable } from '../parts/header-table.tsx'
import { Hash } from '../parts/references.tsx'
import { durationText, Status } from '../parts/request-table.tsx'

/** An attempt: what was sent, what the receiver sent back, and the message's other attempts. */
export function DeliveryView({
  webhookId,
  id,
}: {
  readonly webhookId: string
  readonly id: string
}): JSX.Element {
  const loaded = useLive<WholeDelivery>(`/deliveries/${encodeURIComponent(id)}`)
  return (
    <>
      <Head
        kind={<a href={link(['webhooks', webhookId])}>Webhook</a>}
        title={`Delivery ${id}`}
        lead={loaded.data && <code>POST {loaded.data.url}</code>}
      >
        {loaded.data && <DeliveryActions of={loaded.data} />}
      </Head>
      <Loading of={loaded}>
        {(delivery) => (
          <>
            <Summary of={delivery} />
            <Card title="Message">
              <CodeBlock label="body" code={indented(delivery.request.body)} />
              <HeaderTable label="Headers of the request" headers={delivery.request.headers} />
            </Card>
            <Card title="Response of the receiver">
              <Response of={delivery} />
            </Card>
            <Attempts messageId={delivery.messageId} />
          </>
        )}
      </Loading>
    </>
  )
}

const Summary = ({ of: delivery }: { readonly of: WholeDelivery }): JSX.Element => (
  <Card>
    <Facts
      facts={[
        ['State', <DeliveryState key="state" of={delivery} />],
        ['Event', `${delivery.eventType.replaceAll('_', ' ')}, ${delivery.event}`],
        ['Attempt', String(delivery.attempt)],
        ['Due', <Time key="due" at={delivery.due} both />],
        ['Sent at', delivery.sentAt && `${timeText(delivery.sentAt)} by this machine`],
        ['Took', durationText(delivery.durationMs) || undefined],
        ['Message', <Hash key="message" text={delivery.messageId} what="message id" whole />],
        ['Signature', delivery.request.headers['x-signature']],
      ]}
    />
    <Raw of={delivery} />
  </Card>
)

function Response({ of: { response, error, state } }: { readonly of: WholeDelivery }): JSX.Element {
  if (!response)
    return <Empty title={error ?? (state === 'waiting' ? 'It is not sent yet' : 'There is none')} />
  return (
    <>
      <Facts
        facts={[
          ['Status', <Status key="status" status={response.status} />],
          ['Failure', error],
        ]}
      />
      <HeaderTable label="Headers of the response" headers={response.headers} />
      {response.body === '' ? (
        <Empty title="It has no body" />
      ) : (
        <CodeBlock label="body of the response" code={indented(response.body)} />
      )}
    </>
  )
}

function Attempts({ messageId }: { readonly messageId: string }): JSX.Element {
  const query = new URLSearchParams({ messageId })
  const loaded = useLive<{ deliveries: DeliveryRow[] }>(`/deliveries?${query}`)
  return (
    <Card title="All attempts of this message">
      <Loading of={loaded}>{({ deliveries }) => <DeliveryTable rows={deliveries} />}</Loading>
    </Card>
  )
}
