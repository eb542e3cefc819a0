import type { JSX } from 'preact'
import type { PrimaryNetworkTransaction, Utxo } from '../../schemas/data/transactions.ts'
import { fromUnits, grouped } from '../core/format.ts'
import { Badge } from './basic.tsx'
import { Addresses, Amount, ChainOf } from './references.tsx'

/** Height of an output and the room between two, in pixels. */
const [height, gap] = [76, 8]

/** Most outputs of a side that are drawn. */
const maxDrawn = 40

/** End of a line: an output, or what was burned. */
interface End {
  readonly key: string
  readonly assetId: string
  readonly amount: string
  readonly content: JSX.Element
}

/** Picture of a transaction's UTXOs: consumed ones on the left, created ones on the right. */
export function UtxoFlow({
  transaction,
  network,
}: {
  readonly transaction: PrimaryNetworkTransaction
  readonly network: string
}): JSX.Element {
  const { consumedUtxos, emittedUtxos, amountBurned } = transaction
  const inputs = consumedUtxos.map((utxo) => endOf(utxo, network, 'in'))
  const outputs = [
    ...emittedUtxos.map((utxo) => endOf(utxo, network, 'out')),
    ...amountBurned
      .filter(({ amount }) => amount !== '0')
      .map((asset) => ({
        ...{ key: `burned ${asset.assetId}`, assetId: asset.assetId, amount: asset.amount },
        content: (
          <>
            <span class="flow-owner">Burned</span>
            <Amount units={asset.amount} decimals={asset.denomination} symbol={asset.symbol} />
          </>
        ),
      })),
  ]
  const [left, right] = [inputs.slice(0, maxDrawn), outputs.slice(0, maxDrawn)]
  const rows = Math.max(left.length, right.length, 1)
  const total = rows * (height + gap) - gap
  return (
    <>
      <div class="flow">
        <Ends title={`In: ${inputs.length}`} ends={left} total={total} />
        <Lines left={left} right={right} total={total} />
        <Ends title={`Out: ${emittedUtxos.length}`} ends={right} total={total} />
      </div>
      {inputs.length + outputs.length > left.length + right.length && (
        <p class="quiet">The first {maxDrawn} of each side are drawn.</p>
      )}
    </>
  )
}

/** Returns where the ends of a side begin, so that the shorter side stands in the middle. */
const offsetOf = (count: number, total: number) => (total - (count * (height + gap) - gap)) / 2

const Ends = ({
  title,
  ends,
  total,
}: {
  readonly title: string
  readonly ends: readonly End[]
  readonly total: number
}) => (
  <div>
    <p class="flow-title">{title}</p>
    <ul style={{ paddingTop: `${Math.max(0, offsetOf(ends.length, total))}px` }}>
      {ends.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  </div>
)

/** Lines from the inputs through one point to the outputs, as thick as their share of the asset. */
function Lines({
  left,
  right,
  total,
}: {
  readonly left: readonly End[]
  readonly right: readonly End[]
  readonly total: number
}): JSX.Element {
  const maxima = new Map<string, number>()
  for (const { assetId, amount } of [...left, ...right])
    maxima.set(assetId, Math.max(maxima.get(assetId) ?? 0, Number(amount)))
  const widthOf = ({ assetId, amount }: End) => {
    const share = Number(amount) / (maxima.get(assetId) || 1)
    return 2 + 10 * Math.sqrt(share)
  }
  const middle = total / 2
  const yOf = (index: number, count: number) =>
    offsetOf(count, total) + index * (height + gap) + height / 2
  return (
    <svg
      class="flow-lines"
      viewBox={`0 0 100 ${total}`}
      preserveAspectRatio="none"
      height={total}
      aria-hidden="true"
    >
      {left.map((end, index) => {
        const y = yOf(index, left.length)
        return (
          <path
            key={end.key}
            d={`M0 ${y} C 30 ${y}, 20 ${middle}, 50 ${middle}`}
            stroke-width={widthOf(end)}
          />
        )
      })}
      {right.map((end, index) => {
        const y = yOf(index, right.length)
        return (
          <path
            key={end.key}
            d={`M50 ${middle} C 80 ${middle}, 70 ${y}, 100 ${y}`}
            stroke-width={widthOf(end)}
          />
        )
      })}
    </svg>
  )
}

function endOf(utxo: Utxo, network: string, side: 'in' | 'out'): End {
  const { asset, addresses, createdOnChainId, consumedOnChainId, staked, rewardType } = utxo
  const crosses = createdOnChainId !== consumedOnChainId
  const decimal = fromUnits(asset.amount, asset.denomination)
  return {
    ...{ key: utxo.utxoId, assetId: asset.assetId, amount: asset.amount },
    content: (
      <>
        <span class="flow-owner">
          <Addresses network={network} of={addresses.slice(0, 1)} />
          {addresses.length > 1 && <span class="quiet"> +{addresses.length - 1}</span>}
        </span>
        <span title={`${grouped(decimal, 30)} ${asset.symbol}`}>
          <Amount units={asset.amount} decimals={asset.denomination} symbol={asset.symbol} />
        </span>
        <span class="flow-badges">
          {staked && <Badge tone="accent">staked</Badge>}
          {rewardType && <Badge tone="good">reward</Badge>}
          {crosses && (
            <span class="quiet">
              {side === 'in' ? 'from ' : 'to '}
              <ChainOf
                id={side === 'in' ? createdOnChainId : consumedOnChainId}
                network={network}
              />
            </span>
          )}
          {side === 'out' && utxo.consumingTxHash && <span class="quiet">spent</span>}
        </span>
      </>
    ),
  }
}
