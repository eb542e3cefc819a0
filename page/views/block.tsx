import type { JSX } from 'preact'
import type { EvmBlock } from '../../schemas/data/evm-blocks.ts'
import type { PrimaryNetworkBlock } from '../../schemas/data/primary-blocks.ts'
import type { PrimaryNetworkTransaction } from '../../schemas/data/transactions.ts'
import {
  type Chain,
  findChain,
  type Network,
  primaryPath,
  useCatalogue,
} from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import {
  Bar,
  Card,
  Count,
  Empty,
  Facts,
  Head,
  Loading,
  Missing,
  Raw,
  Time,
} from '../parts/basic.tsx'
import { EvmTransactions, PrimaryTransactionTable, spaced } from '../parts/lists.tsx'
import { Amount, Avax, Hash, Node } from '../parts/references.tsx'

/** A block by its height or hash, with its transactions. */
export function BlockView({
  network,
  chain: chainId,
  id,
}: {
  readonly network: Network
  readonly chain: string
  readonly id: string
}): JSX.Element {
  const chain = findChain(useCatalogue(), network, chainId)
  if (!chain) return <Missing title={`${network} has no chain ${chainId}`} />
  return chain.evmChainId === undefined ? (
    <PrimaryBlock chain={chain} id={id} />
  ) : (
    <EvmBlockView chain={chain} id={id} />
  )
}

/** Links to the previous block and to the next one. */
const Neighbours = ({ chain, height }: { readonly chain: Chain; readonly height: number }) => {
  const to = (other: number) => link(['explorer', chain.network, chain.id, 'block', String(other)])
  return (
    <>
      {height > 0 && (
        <a class="button" href={to(height - 1)}>
          Previous
        </a>
      )}
      <a class="button" href={to(height + 1)}>
        Next
      </a>
    </>
  )
}

function EvmBlockView({ chain, id }: { readonly chain: Chain; readonly id: string }): JSX.Element {
  const base = `/v1/chains/${chain.evmChainId}/blocks/${id}`
  const block = useLoad(() => read<EvmBlock>(base), [base])
  return (
    <>
      <Head
        kind={<a href={link(['explorer', chain.network, chain.id])}>{chain.name}</a>}
        title={`Block ${block.data ? grouped(block.data.blockNumber) : ''}`}
      >
        {block.data && <Neighbours chain={chain} height={Number(block.data.blockNumber)} />}
      </Head>
      <Card>
        <Loading of={block}>
          {(found) => {
            const used = (Number(found.gasUsed) / Number(found.gasLimit)) * 100
            return (
              <>
                <Facts
                  facts={[
                    ['Time', <Time key="time" at={found.blockTimestamp} both />],
                    ['Hash', <Hash key="hash" text={found.blockHash} what="block hash" />],
                    [
                      'Parent',
                      <Hash
                        key="parent"
                        text={found.parentHash}
                        to={link([
                          ...['explorer', chain.network, chain.id, 'block', found.parentHash],
                        ])}
                      />,
                    ],
                    [
                      'Gas used',
                      <span key="gas" class="with-bar">
                        {grouped(found.gasUsed)} of {grouped(found.gasLimit)}
                        <Bar percent={used} label="Share of the gas limit" />
                      </span>,
                    ],
                    ['Base fee', <span key="base">{grouped(found.baseFee)} wei</span>],
                    [
                      'Fees',
                      <Amount
                        key="fees"
                        units={found.feesSpent}
                        decimals={chain.decimals}
                        symbol={chain.symbol}
                      />,
                    ],
                    [
                      'Transactions since the start',
                      <Count key="sum" of={found.cumulativeTransactions} />,
                    ],
                  ]}
                />
                <Raw of={found} />
              </>
            )
          }}
        </Loading>
      </Card>
      <Card title="Transactions">
        <EvmTransactions chain={chain} path={`${base}/transactions`} />
      </Card>
    </>
  )
}

function PrimaryBlock({ chain, id }: { readonly chain: Chain; readonly id: string }): JSX.Element {
  const path = `${primaryPath(chain.network, chain.id)}/blocks/${id}`
  const block = useLoad(() => read<PrimaryNetworkBlock>(path), [path])
  return (
    <>
      <Head
        kind={<a href={link(['explorer', chain.network, chain.id])}>{chain.name}</a>}
        title={`Block ${block.data ? grouped(block.data.blockNumber) : ''}`}
      >
        {block.data && <Neighbours chain={chain} height={Number(block.data.blockNumber)} />}
      </Head>
      <Loading of={block}>
        {(found) => (
          <>
            <Card>
              <Facts
                facts={[
                  ['Time', <Time key="time" at={found.blockTimestamp} both />],
                  ['Type', spaced(found.blockType.replace(/Block$/, ''))],
                  ['Hash', <Hash key="hash" text={found.blockHash} what="block hash" />],
                  [
                    'Parent',
                    <Hash
                      key="parent"
                      text={found.parentHash}
                      to={link(['explorer', chain.network, chain.id, 'block', found.parentHash])}
                    />,
                  ],
                  ['Size', `${grouped(String(found.blockSizeBytes))} bytes`],
                  found.proposerDetails?.proposerNodeId !== undefined && [
                    'Proposer',
                    <Node
                      key="node"
                      network={chain.network}
                      nodeId={found.proposerDetails.proposerNodeId}
                    />,
                  ],
                  found.activeL1Validators !== undefined && [
                    'Active L1 validators',
                    String(found.activeL1Validators),
                  ],
                  found.currentSupply !== undefined && [
                    'Supply',
                    <Avax key="supply" nano={found.currentSupply} />,
                  ],
                ]}
              />
              <Raw of={found} />
            </Card>
            <Card title="Transactions">
              {found.transactions.length === 0 ? (
                <Empty title="This block holds no transactions" />
              ) : (
                <PrimaryBlockTransactions chain={chain} ids={found.transactions} />
              )}
            </Card>
          </>
        )}
      </Loading>
    </>
  )
}

/** Transactions of a block, in its order; no operation lists them, so each is read. */
function PrimaryBlockTransactions({
  chain,
  ids,
}: {
  readonly chain: Chain
  readonly ids: readonly string[]
}): JSX.Element {
  const path = `${primaryPath(chain.network, chain.id)}/transactions`
  const transactions = useLoad(
    () => Promise.all(ids.map((id) => read<PrimaryNetworkTransaction>(`${path}/${id}`))),
    [path, ...ids],
  )
  return (
    <Loading of={transactions}>
      {(rows) => <PrimaryTransactionTable network={chain.network} chain={chain.id} rows={rows} />}
    </Loading>
  )
}
