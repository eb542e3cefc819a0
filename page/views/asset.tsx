import type { JSX } from 'preact'
import type {
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
  XChainAssetDetails,
} from '../../schemas/data/live.ts'
import { type Network, primaryPath } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { NoTransactions, spaced } from '../parts/lists.tsx'
import { Paged } from '../parts/paged.tsx'
import { Amount, Hash } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'

/** Lists of an asset have the shapes of the X-chain in both dialects. */
type Transaction = LiveXChainLinearTransaction | LiveXChainNonLinearTransaction

/** An asset of the X-chain with its transactions. */
export function AssetView({
  network,
  id,
}: {
  readonly network: Network
  readonly id: string
}): JSX.Element {
  const path = `${primaryPath(network, 'X')}/assets/${id}`
  const loaded = useLoad(() => read<XChainAssetDetails>(path), [path])
  return (
    <>
      <Head
        kind={<a href={link(['explorer', network, 'X'])}>X-Chain</a>}
        title={loaded.data?.name ?? 'Asset'}
        lead={<Hash text={id} what="asset id" whole />}
      />
      <Card>
        <Loading of={loaded}>
          {(asset) => (
            <>
              <Facts
                facts={[
                  ['Symbol', asset.symbol],
                  ['Decimals', String(asset.denomination)],
                  ['Kind', asset.type],
                  ['Created', <Time key="created" at={asset.createdAtTimestamp} both />],
                ]}
              />
              <Raw of={asset} />
            </>
          )}
        </Loading>
      </Card>
      <Card title="Transactions">
        <Paged<Transaction>
          path={`${path}/transactions`}
          field="transactions"
          size={10}
          empty={<NoTransactions />}
        >
          {(rows) => (
            <Table
              label="Transactions of the asset"
              rows={rows}
              keyOf={({ txHash }) => txHash}
              columns={[
                {
                  head: 'Transaction',
                  cell: ({ txHash }) => (
                    <Hash text={txHash} to={link(['explorer', network, 'X', 'tx', txHash])} />
                  ),
                },
                { head: 'Type', cell: ({ txType }) => <Badge>{spaced(txType)}</Badge> },
                {
                  head: 'Amount',
                  isNumber: true,
                  cell: ({ amountCreated }) =>
                    amountCreated
                      .filter(({ assetId }) => assetId === id)
                      .map(({ assetId, amount, denomination, symbol }) => (
                        <Amount
                          key={assetId}
                          units={amount}
                          decimals={denomination}
                          symbol={symbol}
                        />
                      )),
                },
                { head: 'Time', isNumber: true, cell: ({ timestamp }) => <Time at={timestamp} /> },
              ]}
            />
          )}
        </Paged>
      </Card>
    </>
  )
}
