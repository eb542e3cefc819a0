import type { JSX } from 'preact'
import type { Chain } from '../core/catalogue.ts'
import { decodeLog, type Log } from '../core/events.ts'
import { grouped } from '../core/format.ts'
import { sendPlainly } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Empty, Facts, Loading } from './basic.tsx'
import { Address } from './references.tsx'

/** Reads the logs of a transaction from its receipt; undefined where the node has no such chain. */
async function loadLogs(chain: Chain, hash: string): Promise<readonly Log[] | undefined> {
  const response = await sendPlainly(`/ext/bc/${chain.blockchainId}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] },
    }),
  })
  if (!response.ok) return undefined
  const { result } = (await response.json()) as { result?: { logs: readonly Log[] } | null }
  return result?.logs
}

/** The logs in the receipt of a transaction, decoded where the event is known. */
export function Logs({
  chain,
  hash,
}: {
  readonly chain: Chain
  readonly hash: string
}): JSX.Element {
  const loaded = useLoad(
    async () => ({ logs: await loadLogs(chain, hash) }),
    ['logs', chain.blockchainId, hash],
  )
  return (
    <Card title="Logs">
      <Loading of={loaded}>
        {({ logs }) =>
          logs === undefined ? (
            <Empty title="The node of this server does not follow this chain">
              Receipts come from its RPC. <code>--network</code> chooses the network of the node.
            </Empty>
          ) : logs.length === 0 ? (
            <Empty title="No contract wrote a log" />
          ) : (
            <ol class="logs">
              {logs.map((log) => (
                <li key={log.logIndex}>
                  <LogFacts chain={chain} log={log} />
                </li>
              ))}
            </ol>
          )
        }
      </Loading>
    </Card>
  )
}

function LogFacts({ chain, log }: { readonly chain: Chain; readonly log: Log }): JSX.Element {
  const { address, topics, data } = log
  const decoded = decodeLog(log)
  return (
    <>
      <Facts
        facts={[
          [
            `Log ${Number(log.logIndex)}`,
            <Badge key="name" tone={decoded ? 'accent' : 'quiet'}>
              {decoded?.name ?? 'unknown event'}
            </Badge>,
          ],
          [
            'Contract',
            <Address
              key="address"
              network={chain.network}
              address={address}
              chain={chain.evmChainId}
            />,
          ],
          ...(decoded?.values ?? []).map(
            ({ name, type, value }) =>
              [
                name,
                type === 'address' ? (
                  <Address key={name} network={chain.network} address={value} />
                ) : (
                  <span class="number">{type === 'bool' ? value : grouped(value)}</span>
                ),
              ] as const,
          ),
        ]}
      />
      <details open={!decoded}>
        <summary>
          {topics.length} topics, {data.length / 2 - 1} bytes of data
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has focus */}
        <pre tabIndex={0}>
          {[...topics, '', ...(data.slice(2).match(/.{1,64}/g) ?? []).slice(0, 400)].join('\n')}
        </pre>
      </details>
    </>
  )
}
