import type { JSX } from 'preact'
import type { EvmBlock } from '../../schemas/data/evm-blocks.ts'
import type { NativeTransaction } from '../../schemas/data/evm-transactions.ts'
import type { PrimaryNetworkBlock } from '../../schemas/data/primary-blocks.ts'
import type { PrimaryNetworkTransaction } from '../../schemas/data/transactions.ts'
import { type Chain, primaryPath } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { Badge, Count, Empty, Time } from './basic.tsx'
import { Paged } from './paged.tsx'
import { Address, Amount, Avax, Hash } from './references.tsx'
import { type Column, Table } from './table.tsx'

/** Block of any chain, as far as its list needs it. */
type ListedBlock = Pick<EvmBlock, 'blockNumber' | 'blockHash' | 'blockTimestamp' | 'txCount'>

/** Latest blocks of a chain, with columns of its own after the height. */
const Blocks = <Block extends ListedBlock>({
  chain,
  path,
  columns,
}: {
  readonly chain: Chain
  readonly path: string
  readonly columns: readonly Column<Block>[]
}): JSX.Element => (
  <Paged<Block> path={path} field="blocks" size={8} empty="No blocks yet">
    {(rows) => (
      <Table<Block>
        label="Blocks"
        rows={rows}
        keyOf={({ blockHash }) => blockHash}
        columns={[
          {
            head: 'Block',
            cell: ({ blockNumber }) => (
              <a href={link(['explorer', chain.network, chain.id, 'block', String(blockNumber)])}>
                <Count of={blockNumber} />
              </a>
            ),
          },
          ...columns,
          { head: 'Transactions', isNumber: true, cell: ({ txCount }) => txCount },
          { head: 'Hash', isMinor: true, cell: ({ blockHash }) => <Hash text={blockHash} /> },
          {
            head: 'Time',
            isNumber: true,
            cell: ({ blockTimestamp }) => <Time at={blockTimestamp} />,
          },
        ]}
      />
    )}
  </Paged>
)

/** Blocks of an EVM chain. */
export const EvmBlocks = ({ chain }: { readonly chain: Chain }): JSX.Element => (
  <Blocks<EvmBlock>
    chain={chain}
    path={`/v1/chains/${chain.evmChainId}/blocks`}
    columns={[
      {
        head: 'Gas used',
        isNumber: true,
        isMinor: true,
        cell: ({ gasUsed }) => <Count of={gasUsed} />,
      },
    ]}
  />
)

/** Blocks of the P- or X-chain. */
export const PrimaryBlocks = ({ chain }: { readonly chain: Chain }): JSX.Element => (
  <Blocks<PrimaryNetworkBlock>
    chain={chain}
    path={`${primaryPath(chain.network, chain.id)}/blocks`}
    columns={[{ head: 'Type', cell: ({ blockType }) => spaced(blockType.replace(/Block$/, '')) }]}
  />
)

/** Name of a method without its parameters. */
export const methodName = ({ method }: NativeTransaction): string =>
  method?.methodName?.replace(/\(.*$/, '') || method?.methodHash || method?.callType || 'none'

/** Rows of transactions of an EVM chain. */
export const EvmTransactionTable = ({
  chain,
  rows,
}: {
  readonly chain: Chain
  readonly rows: readonly NativeTransaction[]
}): JSX.Element => (
  <Table
    label="Transactions"
    rows={rows}
    keyOf={({ txHash }) => txHash}
    columns={[
      {
        head: 'Transaction',
        cell: ({ txHash }) => (
          <Hash text={txHash} to={link(['explorer', chain.network, chain.id, 'tx', txHash])} />
        ),
      },
      {
        head: 'Method',
        cell: (tx) => (
          <span class="hash">
            <Badge>{methodName(tx)}</Badge>
            {tx.txStatus !== '1' && <Badge tone="bad">failed</Badge>}
          </span>
        ),
      },
      {
        head: 'From',
        cell: ({ from }) => <Address network={chain.network} address={from.address} />,
      },
      {
        head: 'To',
        cell: ({ to }) =>
          to?.address ? (
            <Address network={chain.network} address={to.address} chain={chain.evmChainId} />
          ) : (
            ''
          ),
      },
      {
        head: 'Value',
        isNumber: true,
        cell: ({ value }) => (
          <Amount units={value} decimals={chain.decimals} symbol={chain.symbol} />
        ),
      },
      { head: 'Time', isNumber: true, cell: ({ blockTimestamp }) => <Time at={blockTimestamp} /> },
    ]}
  />
)

/** Transactions of an EVM chain. */
export const EvmTransactions = ({
  chain,
  path,
  size = 15,
}: {
  readonly chain: Chain
  readonly path: string
  readonly size?: number
}): JSX.Element => (
  <Paged<NativeTransaction> path={path} field="transactions" size={size} empty={<NoTransactions />}>
    {(rows) => <EvmTransactionTable chain={chain} rows={rows} />}
  </Paged>
)

export const NoTransactions = (): JSX.Element => (
  <Empty title="No transactions yet">
    <a href={link(['wallets', 'act', 'fund'])}>Fund an address</a> or{' '}
    <a href={link(['time'])}>let time pass</a>.
  </Empty>
)

/** Puts spaces into a name such as `AddPermissionlessDelegatorTx`. */
export const spaced = (name: string): string =>
  name
    .replace(/Tx$/, '')
    .replace(/([a-z]|L1)(?=[A-Z])/g, '$1 ')
    .replace(
      /\b(?!L1)([A-Z])([a-z])/g,
      (_, head: string, rest: string) => head.toLowerCase() + rest,
    )
    .replace(/^./, (head) => head.toUpperCase())

/** Rows of transactions of the P- or X-chain, or between the C-chain and these. */
export const PrimaryTransactionTable = ({
  network,
  chain,
  rows,
}: {
  readonly network: string
  readonly chain: string
  readonly rows: readonly PrimaryNetworkTransaction[]
}): JSX.Element => (
  <Table
    label={`Transactions of the ${chain}-Chain`}
    rows={rows}
    keyOf={({ txHash }) => txHash}
    columns={[
      {
        head: 'Transaction',
        cell: ({ txHash }) => (
          <Hash text={txHash} to={link(['explorer', network, chain, 'tx', txHash])} />
        ),
      },
      { head: 'Type', cell: ({ txType }) => <Badge>{spaced(txType)}</Badge> },
      {
        head: 'Amount',
        isNumber: true,
        cell: ({ value }) =>
          value.map(({ assetId, amount, denomination, symbol }) => (
            <div key={assetId}>
              <Amount units={amount} decimals={denomination} symbol={symbol} />
            </div>
          )),
      },
      {
        head: 'Burned',
        isNumber: true,
        isMinor: true,
        cell: ({ amountBurned }) =>
          amountBurned.map(({ assetId, amount }) => <Avax key={assetId} nano={amount} />),
      },
      {
        head: 'Block',
        isNumber: true,
        isMinor: true,
        cell: (tx) => {
          const height = 'blockNumber' in tx ? tx.blockNumber : undefined
          return (
            height !== undefined && (
              <a href={link(['explorer', network, chain, 'block', height])}>
                <Count of={height} />
              </a>
            )
          )
        },
      },
      {
        head: 'Time',
        isNumber: true,
        cell: (tx) => <Time at={timeOf(tx)} />,
      },
    ]}
  />
)

/** Transactions of the P- or X-chain, or between the C-chain and these. */
export const PrimaryTransactions = ({
  network,
  chain,
  filter = '',
  size = 15,
}: {
  readonly network: string
  readonly chain: string
  /** Query such as `addresses=avax1…`. */
  readonly filter?: string
  readonly size?: number
}): JSX.Element => (
  <Paged<PrimaryNetworkTransaction>
    path={`${primaryPath(network, chain)}/transactions${filter && `?${filter}`}`}
    field="transactions"
    size={size}
    empty={<NoTransactions />}
  >
    {(rows) => <PrimaryTransactionTable network={network} chain={chain} rows={rows} />}
  </Paged>
)

/** Returns the seconds of a transaction; those in vertices have a time of their own. */
export const timeOf = (tx: PrimaryNetworkTransaction): number | undefined =>
  tx.blockTimestamp ?? (tx as { timestamp?: number }).timestamp
