import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import type { getContract } from '../../schemas/data/contracts.ts'
import type { getDeploymentTransaction } from '../../schemas/data/evm-details.ts'
import type { Erc20Transfer, Erc721Transfer } from '../../schemas/data/evm-transactions.ts'
import type { Chain } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { read, readIfThere } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Facts, Loading, Raw, Time } from './basic.tsx'
import { Paged } from './paged.tsx'
import { Address, Amount, Hash } from './references.tsx'
import { Table } from './table.tsx'

type Contract = Static<typeof getContract.response>
type Deployment = Static<typeof getDeploymentTransaction.response>
type Holders = {
  readonly addresses: readonly { readonly address: string; readonly sortKey: string }[]
}

/** Facts about a contract: its token, publisher, deployment, holders and transfers. */
export function ContractCard({
  chain,
  address,
}: {
  readonly chain: Chain
  readonly address: string
}): JSX.Element | null {
  const base = `/v1/chains/${chain.evmChainId}`
  const loaded = useLoad(async () => {
    const contract = await readIfThere<Contract>(`${base}/addresses/${address}`)
    if (!contract) return undefined
    // Contracts from before the world's beginning have no deployment.
    const deployment =
      contract.deploymentDetails &&
      (await read<Deployment>(`${base}/contracts/${address}/transactions:getDeployment`))
    return { contract, deployment: deployment?.nativeTransaction }
  }, [base, address])
  if (!loaded.data) return null
  const { contract, deployment } = loaded.data
  const isToken = contract.ercType !== 'UNKNOWN'
  return (
    <>
      <Card title={`Contract on ${chain.name}`}>
        <Facts
          facts={[
            [
              'Kind',
              <Badge key="kind" tone="accent">
                {contract.ercType === 'UNKNOWN' ? 'contract' : contract.ercType}
              </Badge>,
            ],
            ['Name', contract.name || undefined],
            ['Symbol', ('symbol' in contract && contract.symbol) || undefined],
            ['Decimals', 'decimals' in contract ? String(contract.decimals) : undefined],
            ['About', contract.description || undefined],
            ['Site', contract.officialSite || undefined],
            ['Tags', contract.tags?.join(', ') || undefined],
            deployment && [
              'Deployed by',
              <Address key="by" network={chain.network} address={deployment.from.address} />,
            ],
            deployment && [
              'Deployed in',
              <span key="in" class="hash">
                <Hash
                  text={deployment.txHash}
                  to={link(['explorer', chain.network, chain.id, 'tx', deployment.txHash])}
                />
                <Time at={deployment.blockTimestamp} />
              </span>,
            ],
          ]}
        />
        <Raw of={contract} />
      </Card>
      {isToken && <Transfers chain={chain} address={address} />}
      {contract.ercType === 'ERC-20' && (
        <HoldersCard
          chain={chain}
          address={address}
          decimals={contract.decimals ?? 18}
          symbol={contract.symbol ?? ''}
        />
      )}
    </>
  )
}

type Transfer = (Erc20Transfer | Erc721Transfer) & Readonly<Record<string, unknown>>

function Transfers({ chain, address }: { readonly chain: Chain; readonly address: string }) {
  return (
    <Card title="Transfers">
      <Paged<Transfer>
        path={`/v1/chains/${chain.evmChainId}/tokens/${address}/transfers`}
        field="transfers"
        size={8}
        empty="None of its tokens has moved"
      >
        {(rows) => (
          <Table
            label="Transfers of the token"
            rows={rows}
            keyOf={({ txHash, logIndex }, index) => `${txHash} ${logIndex} ${index}`}
            columns={[
              {
                head: 'Transaction',
                cell: ({ txHash }) => (
                  <Hash
                    text={txHash}
                    to={link(['explorer', chain.network, chain.id, 'tx', txHash])}
                  />
                ),
              },
              {
                head: 'From',
                cell: ({ from }) => <Address network={chain.network} address={from.address} />,
              },
              {
                head: 'To',
                cell: ({ to }) => <Address network={chain.network} address={to.address} />,
              },
              { head: 'Amount', isNumber: true, cell: (row) => <Moved of={row} /> },
              {
                head: 'Time',
                isNumber: true,
                cell: ({ blockTimestamp }) => <Time at={blockTimestamp} />,
              },
            ]}
          />
        )}
      </Paged>
    </Card>
  )
}

const Moved = ({ of: transfer }: { readonly of: Transfer }): JSX.Element => {
  if ('erc20Token' in transfer) {
    const { value, erc20Token } = transfer as Erc20Transfer
    return <Amount units={value} decimals={erc20Token.decimals} symbol={erc20Token.symbol} />
  }
  const token = (transfer.erc721Token ?? transfer.erc1155Token) as { tokenId: string }
  const value = transfer.value as string | undefined
  return (
    <span class="number">
      {value === undefined ? '' : `${value} of `}no. {token.tokenId}
    </span>
  )
}

function HoldersCard({
  chain,
  address,
  decimals,
  symbol,
}: {
  readonly chain: Chain
  readonly address: string
  readonly decimals: number
  readonly symbol: string
}) {
  const path = `/v2/chains/${chain.evmChainId}/contracts/${address}/balances?threshold=1&pageSize=10`
  const loaded = useLoad(() => read<Holders>(path), [path])
  return (
    <Card title="Largest holders">
      <Loading of={loaded}>
        {({ addresses }) => (
          <Table
            label="Largest holders"
            rows={addresses}
            keyOf={(row) => row.address}
            columns={[
              {
                head: 'Holder',
                cell: (row) => <Address network={chain.network} address={row.address} />,
              },
              {
                head: 'Amount',
                isNumber: true,
                cell: ({ sortKey }) => (
                  <Amount units={sortKey} decimals={decimals} symbol={symbol} />
                ),
              },
            ]}
          />
        )}
      </Loading>
    </Card>
  )
}
