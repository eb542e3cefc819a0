import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import type { getTransaction } from '../../schemas/data/evm-details.ts'
import type { Chain } from '../core/catalogue.ts'
import { fromUnits, grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Bar, Card, Empty, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { methodName } from '../parts/lists.tsx'
import { Logs } from '../parts/logs.tsx'
import { Address, Amount, Hash } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'

type Transaction = Static<typeof getTransaction.response>

/** A transaction of an EVM chain: what it moved, called and logged. */
export function EvmTransactionView({
  chain,
  hash,
}: {
  readonly chain: Chain
  readonly hash: string
}): JSX.Element {
  const path = `/v1/chains/${chain.evmChainId}/transactions/${hash}`
  const loaded = useLoad(() => read<Transaction>(path), [path])
  return (
    <>
      <Head
        kind={<a href={link(['explorer', chain.network, chain.id])}>{chain.name}</a>}
        title="Transaction"
        lead={<Hash text={hash} what="transaction hash" whole />}
      />
      <Loading of={loaded}>
        {(transaction) => (
          <>
            <Summary chain={chain} of={transaction} />
            <Transfers chain={chain} of={transaction} />
            <Logs chain={chain} hash={hash} />
            <Calls chain={chain} of={transaction} />
            <Input of={transaction} />
          </>
        )}
      </Loading>
    </>
  )
}

interface Part {
  readonly chain: Chain
  readonly of: Transaction
}

function Summary({ chain, of: transaction }: Part): JSX.Element {
  const { nativeTransaction: tx, networkTokenDetails, teleporterMessageInfo } = transaction
  const fee = String(BigInt(tx.gasUsed) * BigInt(tx.gasPrice))
  const price = networkTokenDetails.currentPrice?.value
  const worth = price && Number(fromUnits(tx.value, chain.decimals)) * Number(price)
  return (
    <Card>
      <Facts
        facts={[
          [
            'Status',
            <Badge key="status" tone={tx.txStatus === '1' ? 'good' : 'bad'}>
              {tx.txStatus === '1' ? 'succeeded' : 'failed'}
            </Badge>,
          ],
          [
            'Block',
            <span key="block">
              <a href={link(['explorer', chain.network, chain.id, 'block', tx.blockNumber])}>
                {grouped(tx.blockNumber)}
              </a>
              <span class="quiet">, at place {tx.blockIndex}</span>
            </span>,
          ],
          ['Time', <Time key="time" at={tx.blockTimestamp} both />],
          ['From', <Address key="from" network={chain.network} address={tx.from.address} />],
          [
            'To',
            tx.to?.address ? (
              <Address
                key="to"
                network={chain.network}
                address={tx.to.address}
                chain={chain.evmChainId}
              />
            ) : (
              'a new contract'
            ),
          ],
          ['Method', <Badge key="method">{methodName(tx)}</Badge>],
          [
            'Value',
            <span key="value">
              <Amount units={tx.value} decimals={chain.decimals} symbol={chain.symbol} />
              {worth ? <span class="quiet"> ${grouped(String(worth), 2)}</span> : null}
            </span>,
          ],
          [
            'Fee',
            <span key="fee">
              <Amount units={fee} decimals={chain.decimals} symbol={chain.symbol} />
              <span class="quiet"> at {grouped(fromUnits(tx.gasPrice, 9), 9)} gwei</span>
            </span>,
          ],
          [
            'Gas used',
            <span key="gas" class="with-bar">
              {grouped(tx.gasUsed)} of {grouped(tx.gasLimit)}
              <Bar
                percent={(Number(tx.gasUsed) / Number(tx.gasLimit)) * 100}
                label="Share of the gas limit"
              />
            </span>,
          ],
          ['Nonce and type', `${tx.nonce}, type ${tx.txType}`],
          teleporterMessageInfo && [
            teleporterMessageInfo.direction === 'SOURCE_TRANSACTION'
              ? 'Sends the message'
              : 'Delivers the message',
            <Hash
              key="message"
              text={teleporterMessageInfo.teleporterMessageId}
              to={link(['messages', teleporterMessageInfo.teleporterMessageId])}
            />,
          ],
        ]}
      />
      <Raw of={transaction} />
    </Card>
  )
}

/** Transfer of a token, as the log of its contract says it. */
interface Transfer {
  readonly logIndex: number
  readonly from: string
  readonly to: string
  readonly token: { readonly address: string; readonly name: string; readonly symbol: string }
  readonly kind: string
  readonly what: JSX.Element
}

function transfersOf(transaction: Transaction): Transfer[] {
  const { erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = transaction
  const ends = (each: {
    from: { address: string }
    to: { address: string }
    logIndex: number
  }) => ({
    ...{ logIndex: each.logIndex, from: each.from.address, to: each.to.address },
  })
  return [
    ...erc20Transfers.map((each) => ({
      ...ends(each),
      ...{ token: each.erc20Token, kind: 'ERC-20' },
      what: (
        <Amount
          units={each.value}
          decimals={each.erc20Token.decimals}
          symbol={each.erc20Token.symbol}
        />
      ),
    })),
    ...erc721Transfers.map((each) => ({
      ...ends(each),
      ...{ token: each.erc721Token, kind: 'ERC-721' },
      what: <span class="number">no. {each.erc721Token.tokenId}</span>,
    })),
    ...erc1155Transfers.map((each) => ({
      ...ends(each),
      ...{ token: each.erc1155Token, kind: 'ERC-1155' },
      what: (
        <span class="number">
          {grouped(each.value)} of no. {each.erc1155Token.tokenId}
        </span>
      ),
    })),
  ].sort((one, other) => one.logIndex - other.logIndex)
}

function Transfers({ chain, of: transaction }: Part): JSX.Element {
  const transfers = transfersOf(transaction)
  return (
    <Card title="Token transfers in its logs">
      {transfers.length === 0 ? (
        <Empty title="It moved no tokens" />
      ) : (
        <Table
          label="Token transfers"
          rows={transfers}
          keyOf={({ logIndex, kind }, index) => `${kind} ${logIndex} ${index}`}
          columns={[
            { head: 'Log', isNumber: true, cell: ({ logIndex }) => logIndex },
            {
              head: 'Token',
              cell: ({ token, kind }) => (
                <span class="hash">
                  <a
                    href={link(['explorer', chain.network, 'address', token.address], {
                      chain: chain.evmChainId,
                    })}
                  >
                    {token.name || token.symbol || 'unnamed'}
                  </a>
                  <Badge>{kind}</Badge>
                </span>
              ),
            },
            {
              head: 'From',
              cell: ({ from }) => <Address network={chain.network} address={from} />,
            },
            { head: 'To', cell: ({ to }) => <Address network={chain.network} address={to} /> },
            { head: 'Amount', isNumber: true, cell: ({ what }) => what },
          ]}
        />
      )}
    </Card>
  )
}

function Calls({ chain, of: { internalTransactions = [] } }: Part): JSX.Element {
  return (
    <Card title="Internal calls">
      {internalTransactions.length === 0 ? (
        <Empty title="No contract called another" />
      ) : (
        <Table
          label="Internal calls"
          rows={internalTransactions}
          keyOf={(_, index) => String(index)}
          columns={[
            {
              head: 'Call',
              cell: ({ internalTxType, isReverted }) => (
                <span class="hash">
                  <Badge>{internalTxType}</Badge>
                  {isReverted && <Badge tone="bad">reverted</Badge>}
                </span>
              ),
            },
            {
              head: 'From',
              cell: ({ from }) => (
                <Address network={chain.network} address={from.address} chain={chain.evmChainId} />
              ),
            },
            {
              head: 'To',
              cell: ({ to }) => (
                <Address network={chain.network} address={to.address} chain={chain.evmChainId} />
              ),
            },
            {
              head: 'Value',
              isNumber: true,
              cell: ({ value }) => (
                <Amount units={value} decimals={chain.decimals} symbol={chain.symbol} />
              ),
            },
            { head: 'Gas', isNumber: true, cell: ({ gasUsed }) => grouped(gasUsed) },
          ]}
        />
      )}
    </Card>
  )
}

/** The input of a call in words of 32 bytes. */
function Input({ of: { nativeTransaction } }: { readonly of: Transaction }): JSX.Element | null {
  const { input, method } = nativeTransaction
  if (input === '0x' || input === '') return null
  const words = input.slice(10).match(/.{1,64}/g) ?? []
  return (
    <Card title="Input">
      <p>
        <code>{method?.methodName || input.slice(0, 10)}</code>
      </p>
      <details>
        <summary>{input.length / 2 - 1} bytes</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has focus */}
        <pre tabIndex={0}>{[input.slice(0, 10), ...words.slice(0, 400)].join('\n')}</pre>
      </details>
    </Card>
  )
}
