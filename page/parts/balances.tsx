import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import type {
  AtomicBalanceAsset,
  BalanceAsset,
  PrimaryNetworkBalances,
} from '../../schemas/data/balances.ts'
import type { CollectibleBalance, getNativeBalance } from '../../schemas/data/evm-balances.ts'
import type { Erc20TokenBalance } from '../../schemas/data/token-balances.ts'
import { type Chain, type Network, primaryPath, useCatalogue } from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Empty, Loading } from './basic.tsx'
import { Paged } from './paged.tsx'
import { Amount, ChainLink } from './references.tsx'
import { Table } from './table.tsx'

/** Meanings of the kinds of balances of the P- and X-chain. */
const kinds: Readonly<Record<keyof PrimaryNetworkBalances, string>> = {
  unlockedUnstaked: 'free',
  unlockedStaked: 'staked',
  lockedPlatform: 'locked',
  lockedStakeable: 'locked, may be staked',
  lockedStaked: 'locked and staked',
  pendingStaked: 'stake that is still to begin',
  atomicMemoryUnlocked: 'in transit',
  atomicMemoryLocked: 'in transit, held for another chain',
}

interface Row {
  readonly chain: string
  readonly kind: string
  readonly asset: BalanceAsset | AtomicBalanceAsset
}

/** Balances of an address on the P- and X-chain, by what may be done with them. */
export function PrimaryBalances({
  network,
  address,
}: {
  readonly network: Network
  readonly address: string
}): JSX.Element {
  const { chains: all } = useCatalogue()
  const nameOf = (id: string) =>
    all.find((each) => each.blockchainId === id && each.network === network)?.name ?? id
  const loaded = useLoad(async () => {
    const chains = await Promise.all(
      (['P', 'X'] as const).map(async (chain) => {
        const { balances } = await read<{ balances: PrimaryNetworkBalances }>(
          `${primaryPath(network, chain)}/balances?addresses=${address}`,
        )
        return Object.entries(balances).flatMap(([kind, assets]) =>
          (assets as BalanceAsset[]).map((asset) => ({ chain, kind, asset })),
        )
      }),
    )
    return chains.flat() as Row[]
  }, [network, address])
  return (
    <Loading of={loaded}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nothing on the P- and X-Chain">
            <a href={link(['wallets', 'act', 'fund'], { to: address, chain: 'P' })}>Fund it</a>
          </Empty>
        ) : (
          <Table
            label="Balances on the P- and X-Chain"
            rows={rows}
            keyOf={(_, index) => String(index)}
            columns={[
              { head: 'Chain', cell: ({ chain }) => `${chain}-Chain` },
              {
                head: 'Asset',
                cell: ({ asset }) => (
                  <a href={link(['explorer', network, 'asset', asset.assetId])}>{asset.name}</a>
                ),
              },
              {
                head: 'Kind',
                cell: ({ kind, asset }) => (
                  <>
                    {kinds[kind as keyof typeof kinds] ?? kind}
                    {'sharedWithChainId' in asset &&
                      `, shared with ${nameOf(asset.sharedWithChainId)}`}
                  </>
                ),
              },
              {
                head: 'UTXOs',
                isNumber: true,
                isMinor: true,
                cell: ({ asset }) => asset.utxoCount,
              },
              {
                head: 'Amount',
                isNumber: true,
                cell: ({ asset }) => (
                  <Amount
                    units={asset.amount}
                    decimals={asset.denomination}
                    symbol={asset.symbol}
                  />
                ),
              },
            ]}
          />
        )
      }
    </Loading>
  )
}

type Native = Static<typeof getNativeBalance.response>

/** Balances of an address on EVM chains: coins, tokens and NFTs. */
export function EvmBalances({
  chains,
  address,
}: {
  readonly chains: readonly Chain[]
  readonly address: string
}): JSX.Element {
  const loaded = useLoad(
    () =>
      Promise.all(
        chains.map(async (chain) => ({
          chain,
          native: (
            await read<Native>(
              `/v1/chains/${chain.evmChainId}/addresses/${address}/balances:getNative`,
            )
          ).nativeTokenBalance,
        })),
      ),
    [chains.map(({ id }) => id), address],
  )
  return (
    <>
      <Loading of={loaded}>
        {(rows) => (
          <Table
            label="Coins on EVM chains"
            rows={rows}
            keyOf={({ chain }) => chain.id}
            columns={[
              { head: 'Chain', cell: ({ chain }) => <ChainLink chain={chain} /> },
              {
                head: 'Worth',
                isNumber: true,
                isMinor: true,
                cell: ({ native }) =>
                  native.balanceValue && `$${grouped(String(native.balanceValue.value), 2)}`,
              },
              {
                head: 'Amount',
                isNumber: true,
                cell: ({ native }) => (
                  <Amount
                    units={native.balance}
                    decimals={native.decimals}
                    symbol={native.symbol}
                  />
                ),
              },
            ]}
          />
        )}
      </Loading>
      {chains.map((chain) => (
        <Tokens key={chain.id} chain={chain} address={address} />
      ))}
    </>
  )
}

function Tokens({ chain, address }: { readonly chain: Chain; readonly address: string }) {
  const base = `/v1/chains/${chain.evmChainId}/addresses/${address}`
  const to = (contract: string) =>
    link(['explorer', chain.network, 'address', contract], { chain: chain.evmChainId })
  return (
    <details class="tokens">
      <summary>Tokens and NFTs on {chain.name}</summary>
      <Paged<Erc20TokenBalance>
        path={`${base}/balances:listErc20`}
        field="erc20TokenBalances"
        empty={<p class="quiet">No ERC-20 tokens.</p>}
      >
        {(rows) => (
          <Table
            label={`ERC-20 tokens on ${chain.name}`}
            rows={rows}
            keyOf={(row) => row.address}
            columns={[
              {
                head: 'Token',
                cell: (row) => <a href={to(row.address)}>{row.name || row.symbol}</a>,
              },
              {
                head: 'Worth',
                isNumber: true,
                cell: ({ balanceValue }) =>
                  balanceValue && `$${grouped(String(balanceValue.value), 2)}`,
              },
              {
                head: 'Amount',
                isNumber: true,
                cell: (row) => (
                  <Amount units={row.balance} decimals={row.decimals} symbol={row.symbol} />
                ),
              },
            ]}
          />
        )}
      </Paged>
      <Paged<CollectibleBalance>
        path={`${base}/balances:listCollectibles`}
        field="collectibleBalances"
        empty={<p class="quiet">No NFTs.</p>}
      >
        {(rows) => (
          <Table
            label={`NFTs on ${chain.name}`}
            rows={rows}
            keyOf={(row) => `${row.address} ${row.tokenId}`}
            columns={[
              {
                head: 'Collection',
                cell: (row) => <a href={to(row.address)}>{row.name || row.symbol || 'unnamed'}</a>,
              },
              { head: 'Kind', cell: ({ ercType }) => <Badge>{ercType}</Badge> },
              { head: 'Token', isNumber: true, cell: ({ tokenId }) => tokenId },
              {
                head: 'Amount',
                isNumber: true,
                cell: (row) => ('balance' in row ? String(row.balance) : '1'),
              },
            ]}
          />
        )}
      </Paged>
    </details>
  )
}
