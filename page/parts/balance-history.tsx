import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PrimaryNetworkBalances } from '../../schemas/data/balances.ts'
import type { getNativeBalance } from '../../schemas/data/evm-balances.ts'
import type { TransactionDetailsV2 } from '../../schemas/data/evm-details.ts'
import type { PrimaryNetworkTransaction } from '../../schemas/data/transactions.ts'
import { type Chain, primaryPath } from '../core/catalogue.ts'
import { fromUnits, grouped } from '../core/format.ts'
import { read } from '../core/server.ts'
import { useLoad, useWatched } from '../core/world.ts'
import { Card, Empty, Loading } from './basic.tsx'
import { Chart, type Point } from './chart.tsx'
import { timeOf } from './lists.tsx'

/** Most changes of a balance that are drawn, the latest ones. */
const maxPoints = 30

/** Balance of an address over time, on a chain that is chosen. */
export function BalanceHistory({
  chains,
  evm,
  bech32,
  on,
}: {
  readonly chains: readonly Chain[]
  readonly evm: string | undefined
  readonly bech32: string | undefined
  readonly on: string | null
}): JSX.Element | null {
  const possible = chains.filter(({ id, evmChainId }) =>
    evmChainId === undefined ? bech32 !== undefined && id === 'P' : evm !== undefined,
  )
  const [id, setId] = useState<string>()
  const chain =
    possible.find((each) => each.id === id) ??
    possible.find(({ evmChainId }) => evmChainId === on) ??
    possible.find((each) => each.id === (evm ? 'C' : 'P'))
  if (!chain) return null
  return (
    <Card
      title="Balance over time"
      action={
        <select
          aria-label="Chain of the chart"
          value={chain.id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        >
          {possible.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      }
    >
      <History key={chain.id} chain={chain} address={(chain.evmChainId ? evm : bech32) ?? ''} />
    </Card>
  )
}

function History({ chain, address }: { readonly chain: Chain; readonly address: string }) {
  const now = useWatched()?.now
  const loaded = useLoad(
    () => (chain.evmChainId === undefined ? ofPlatform(chain, address) : ofEvm(chain, address)),
    ['history', chain.network, chain.id, address],
  )
  return (
    <Loading of={loaded}>
      {(points) => {
        const last = points.at(-1)
        if (points.length < 2 || !last || !now)
          return <Empty title={`Its balance on the ${chain.name} has not changed`} />
        const whole = [...points, [Math.floor(Date.parse(now) / 1000), last[1]] as const]
        return (
          <Chart
            points={whole}
            unit={chain.symbol}
            label={`Balance of ${address} on the ${chain.name}: ${points.length} changes, now ${grouped(String(last[1]))} ${chain.symbol}`}
          />
        )
      }}
    </Loading>
  )
}

type Native = Static<typeof getNativeBalance.response>

/** Returns the balance after each of the latest blocks in which the address did something. */
async function ofEvm({ evmChainId, decimals }: Chain, address: string): Promise<Point[]> {
  const { transactions } = await read<{ transactions: Static<typeof TransactionDetailsV2>[] }>(
    `/v2/chains/${evmChainId}/addresses/${address}/transactions?pageSize=100`,
  )
  const blocks = new Map(
    transactions.map(({ nativeTransaction: { blockNumber, blockTimestamp } }) => [
      blockNumber,
      blockTimestamp,
    ]),
  )
  return pointsAt([...blocks].slice(0, maxPoints), async ([block]) => {
    const { nativeTokenBalance } = await read<Native>(
      `/v1/chains/${evmChainId}/addresses/${address}/balances:getNative?blockNumber=${block}`,
    )
    return Number(fromUnits(nativeTokenBalance.balance, decimals))
  })
}

/** Returns what an address had on the P-chain after each of its latest transactions. */
async function ofPlatform({ network, id, decimals }: Chain, address: string): Promise<Point[]> {
  const base = primaryPath(network, id)
  const { transactions } = await read<{ transactions: PrimaryNetworkTransaction[] }>(
    `${base}/transactions?addresses=${address}&pageSize=${maxPoints}`,
  )
  const times = new Set(transactions.map(timeOf).filter((time) => time !== undefined))
  return pointsAt(
    [...times].map((time) => [String(time), time] as const),
    async ([, time]) => {
      const { balances } = await read<{ balances: PrimaryNetworkBalances }>(
        `${base}/balances?addresses=${address}&blockTimestamp=${time}`,
      )
      const units = Object.entries(balances)
        .filter(([kind]) => !kind.startsWith('atomic'))
        .flatMap(([, assets]) => assets)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      return Number(fromUnits(String(units), decimals))
    },
  )
}

/** Asks for the value at each place, and returns the points by time, each second once. */
async function pointsAt(
  places: readonly (readonly [place: string, time: number])[],
  valueAt: (place: readonly [string, number]) => Promise<number>,
): Promise<Point[]> {
  const points = await Promise.all(
    places.map(async (place): Promise<Point> => [place[1], await valueAt(place)]),
  )
  // The last block of a second counts; places come newest first.
  const bySecond = new Map(points.reverse().map((point) => [point[0], point]))
  return [...bySecond.values()].sort(([one], [other]) => one - other)
}
