import type { JSX } from 'preact'
import type { IcmMessage } from '../../schemas/data/icm.ts'
import type { Network } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { Badge, Card, Empty, Head, Time } from '../parts/basic.tsx'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Paged } from '../parts/paged.tsx'
import { Address, ChainOf, Hash } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'

/** State of an interchain message. */
export const MessageState = ({ of: status }: { readonly of: string }): JSX.Element => (
  <Badge tone={status === 'pending' ? 'accent' : status.startsWith('delivered') ? 'good' : 'bad'}>
    {status.replaceAll('_', ' ')}
  </Badge>
)

/** Interchain messages, newest first. */
export const MessagesView = ({ network }: { readonly network: Network }): JSX.Element => (
  <>
    <Head title="Messages" lead="Interchain messages between the EVM chains of a network.">
      <NetworkTabs network={network} to={(other) => link(['messages', other])} />
      <a class="button main" href={link(['wallets', 'act', 'sendMessage'], { network })}>
        Send a message
      </a>
    </Head>
    <Card>
      <Paged<IcmMessage>
        path={`/v1/icm/messages?network=${network}`}
        field="messages"
        empty={
          <Empty title="No messages yet">
            <a href={link(['wallets', 'act', 'sendMessage'], { network })}>Send one</a> from the
            C-Chain to an L1; the relayer delivers it ten seconds later.
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label="Messages"
            rows={rows}
            keyOf={({ messageId }) => messageId}
            columns={[
              {
                head: 'Message',
                cell: ({ messageId }) => (
                  <Hash text={messageId} to={link(['messages', messageId])} what="message id" />
                ),
              },
              { head: 'State', cell: ({ status }) => <MessageState of={status} /> },
              {
                head: 'From chain',
                cell: ({ sourceBlockchainId }) => (
                  <ChainOf id={sourceBlockchainId} network={network} />
                ),
              },
              {
                head: 'To chain',
                cell: ({ destinationBlockchainId }) => (
                  <ChainOf id={destinationBlockchainId} network={network} />
                ),
              },
              {
                head: 'Sender',
                isMinor: true,
                cell: ({ from }) => <Address network={network} address={from} />,
              },
              {
                head: 'Sent',
                isNumber: true,
                cell: (message) =>
                  'sourceTransaction' in message &&
                  message.sourceTransaction && <Time at={message.sourceTransaction.timestamp} />,
              },
            ]}
          />
        )}
      </Paged>
    </Card>
  </>
)
