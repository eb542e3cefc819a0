import type { JSX } from 'preact'
import type { IcmMessage } from '../../schemas/data/icm.ts'
import { chainById, useCatalogue } from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { control, read } from '../core/server.ts'
import { changed, useLoad } from '../core/world.ts'
import { Card, Facts, Head, Loading, Raw, Time, Work } from '../parts/basic.tsx'
import { say } from '../parts/notices.tsx'
import { Address, Amount, ChainOf, Hash } from '../parts/references.tsx'
import { MessageState } from './messages.tsx'

/** An interchain message with the path that it takes. */
export function MessageView({ id }: { readonly id: string }): JSX.Element {
  const catalogue = useCatalogue()
  const loaded = useLoad(() => read<IcmMessage>(`/v1/icm/messages/${encodeURIComponent(id)}`), [id])
  return (
    <>
      <Head
        kind={<a href={link(['messages'])}>Messages</a>}
        title="Interchain message"
        lead={<Hash text={id} what="message id" whole />}
      />
      <Loading of={loaded}>
        {(message) => {
          const source = chainById(catalogue, message.sourceBlockchainId)
          const network = source?.network ?? 'mainnet'
          const { rewardDetails } = message
          return (
            <>
              <Card title="Path">
                <Path message={message} network={network} />
              </Card>
              <Card title="Content">
                <Facts
                  facts={[
                    ['From', <Address key="from" network={network} address={message.from} />],
                    ['To', <Address key="to" network={network} address={message.to} />],
                    ['Text', textIn(message.data)],
                    ['Nonce', message.messageNonce],
                    rewardDetails && [
                      'Reward for the relayer',
                      <Amount
                        key="reward"
                        units={rewardDetails.value}
                        decimals={rewardDetails.decimals ?? 18}
                        symbol={rewardDetails.symbol}
                      />,
                    ],
                    ['Receipts in it', String(message.receipts.length)],
                    ['Its receipt', message.receiptDelivered ? 'delivered' : 'not delivered yet'],
                  ]}
                />
                <details>
                  <summary>
                    {grouped(String((message.data ?? '0x').length / 2 - 1))} bytes of data
                  </summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has focus */}
                  <pre tabIndex={0}>{message.data}</pre>
                </details>
                <Raw of={message} />
              </Card>
            </>
          )
        }}
      </Loading>
    </>
  )
}

/** Steps of a message: sent, signed and carried by a relayer, delivered. */
function Path({ message, network }: { readonly message: IcmMessage; readonly network: string }) {
  const sent = 'sourceTransaction' in message ? message.sourceTransaction : undefined
  const delivered = 'destinationTransaction' in message ? message.destinationTransaction : undefined
  const chainOf = (id: string) => (id === message.sourceBlockchainId ? 'source' : 'destination')
  return (
    <ol class="path-steps">
      <li class="done">
        <p class="step">Sent</p>
        <p>
          <ChainOf id={message.sourceBlockchainId} network={network} />
        </p>
        {sent && (
          <p>
            <TransactionOn id={message.sourceBlockchainId} hash={sent.txHash} />{' '}
            <Time at={sent.timestamp} />
          </p>
        )}
      </li>
      <li class={delivered ? 'done' : ''}>
        <p class="step">Relayed</p>
        {delivered && 'delivererAddress' in delivered ? (
          <p>
            by <Address network={network} address={delivered.delivererAddress} />
          </p>
        ) : (
          <Deliver id={message.messageId} network={network} />
        )}
      </li>
      <li class={delivered ? 'done' : ''}>
        <p class="step">
          Delivered <MessageState of={message.status} />
        </p>
        <p data-end={chainOf(message.destinationBlockchainId)}>
          <ChainOf id={message.destinationBlockchainId} network={network} />
        </p>
        {delivered && (
          <p>
            <TransactionOn id={message.destinationBlockchainId} hash={delivered.txHash} />{' '}
            <Time at={delivered.timestamp} />
          </p>
        )}
      </li>
    </ol>
  )
}

function TransactionOn({ id, hash }: { readonly id: string; readonly hash: string }): JSX.Element {
  const chain = chainById(useCatalogue(), id)
  return <Hash text={hash} to={chain && link(['explorer', chain.network, chain.id, 'tx', hash])} />
}

const Deliver = ({
  id,
  network,
}: {
  readonly id: string
  readonly network: string
}): JSX.Element => (
  <>
    <p class="quiet">It waits for a relayer.</p>
    <Work
      work={async () => {
        await control('POST', '/actions', { do: 'deliverMessage', message: id, network })
        await changed()
        say('The message is delivered.')
      }}
    >
      Deliver it now
    </Work>
  </>
)

/** Returns the readable text in ABI-encoded data; undefined where there is none. */
function textIn(data = '0x'): string | undefined {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  const text = new TextDecoder().decode(bytes).match(/[\x20-\x7e]{4,}/g)
  return text?.join(' ')
}
