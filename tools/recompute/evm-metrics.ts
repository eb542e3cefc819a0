import { daySeconds } from '../../src/time/time-units.ts'
import { type Ask, beginnings, type Compared, compareSeries, windows } from './asking.ts'
import { type BlockFacts, blocksOf } from './evm-facts.ts'

/** Recomputes every metric of EVM chains, of networks and of both, from transactions. */
export async function recomputeEvmMetrics(ask: Ask, now: number): Promise<Compared[]> {
  const { chains } = (await ask('/v2/chains')) as {
    chains: { evmChainId: number; network: string }[]
  }
  const blocks: BlockFacts[] = []
  for (const { evmChainId, network } of chains)
    blocks.push(...(await blocksOf(ask, String(evmChainId), network)))
  blocks.sort((a, b) => a.timestamp - b.timestamp)
  const compared: Compared[] = []
  for (const scope of [
    ...chains.map(({ evmChainId }) => String(evmChainId)),
    'mainnet',
    'testnet',
    'total',
  ]) {
    const own = blocks.filter((block) => ['total', block.network, block.chainId].includes(scope))
    for (const [metric, of] of Object.entries(perTime)) {
      const intervals = ofAnyInterval.includes(metric) ? ['hour', 'day', 'week', 'month'] : ['day']
      for (const interval of intervals)
        compared.push(
          ...(await compareSeries(
            ask,
            `/v2/chains/${scope}/metrics/${metric}?timeInterval=${interval}&pageSize=2160`,
            own[0] ? seriesOf(own, beginnings(interval, own[0].timestamp, now - 1), now, of) : [],
          )),
        )
      if (!metric.startsWith('cumulative'))
        compared.push(...(await compareWindows(ask, scope, metric, own, now)))
    }
  }
  return compared
}

const ofAnyInterval = ['activeAddresses', 'activeSenders', 'gasUsed', 'txCount']

/** Blocks of an interval and all blocks until its end, with its first second and its length. */
interface Time {
  readonly inside: readonly BlockFacts[]
  readonly until: readonly BlockFacts[]
  readonly begin: number
  /** Seconds; undefined: from the first block on. */
  readonly length: number | undefined
  readonly now: number
}

const transactions = (blocks: readonly BlockFacts[]) =>
  blocks.flatMap((block) => block.transactions)
const sum = (numbers: readonly bigint[]) => numbers.reduce((a, b) => a + b, 0n)
const gasOf = (blocks: readonly BlockFacts[]) =>
  sum(transactions(blocks).map(({ gasUsed }) => gasUsed))
const different = (addresses: readonly string[]) => new Set(addresses).size
const highest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)
/** Returns the amount of each block per second since the one before. */
const perSecond = (blocks: readonly BlockFacts[], amount: (block: BlockFacts) => number) =>
  blocks.map((block) =>
    block.before === undefined ? 0 : amount(block) / Math.max(1, block.timestamp - block.before),
  )

/**
 * Sums the averages of the chains: each amount is divided by the seconds between the chain's last
 * block and the last one before.
 */
function average(
  { inside, until, begin, length, now }: Time,
  amountOf: (of: BlockFacts[]) => bigint,
) {
  let [dividend, divisor] = [0n, 1n]
  for (const chain of new Set(inside.map(({ chainId }) => chainId))) {
    const own = inside.filter(({ chainId }) => chainId === chain)
    const earlier = until.filter(({ chainId, timestamp }) => chainId === chain && timestamp < begin)
    const before = earlier.at(-1)
    const seconds = BigInt(
      before
        ? (own.at(-1)?.timestamp ?? 0) - before.timestamp
        : (length ?? now - (own[0]?.timestamp ?? 0)),
    )
    dividend = dividend * seconds + amountOf(own) * divisor
    divisor *= seconds
  }
  const decimals = 50
  const digits = String((dividend * 10n ** BigInt(decimals)) / divisor).padStart(decimals + 1, '0')
  return Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

const perTime: Readonly<Record<string, (time: Time) => number>> = {
  txCount: ({ inside }) => transactions(inside).length,
  gasUsed: ({ inside }) => Number(gasOf(inside)),
  feesPaid: ({ inside }) =>
    Number(sum(transactions(inside).map(({ gasUsed, gasPrice }) => gasUsed * gasPrice))),
  activeAddresses: ({ inside }) => different(inside.flatMap(({ active }) => active)),
  activeSenders: ({ inside }) => different(inside.flatMap(({ senders }) => senders)),
  contracts: ({ inside }) => inside.flatMap(({ deployers }) => deployers).length,
  deployers: ({ inside }) => different(inside.flatMap(({ deployers }) => deployers)),
  cumulativeTxCount: ({ until }) => transactions(until).length,
  cumulativeAddresses: ({ until }) => different(until.flatMap(({ active }) => active)),
  cumulativeContracts: ({ until }) => until.flatMap(({ deployers }) => deployers).length,
  cumulativeDeployers: ({ until }) => different(until.flatMap(({ deployers }) => deployers)),
  maxTps: ({ inside }) => highest(perSecond(inside, (block) => block.transactions.length)),
  maxGps: ({ inside }) => highest(perSecond(inside, (block) => Number(gasOf([block])))),
  maxGasPrice: ({ inside }) =>
    highest(transactions(inside).map(({ gasPrice }) => Number(gasPrice))),
  avgGasPrice: ({ inside }) => {
    const prices = transactions(inside).map(({ gasPrice }) => gasPrice)
    return prices.length === 0 ? 0 : Number(sum(prices)) / prices.length
  },
  avgTps: (time) => average(time, (own) => BigInt(transactions(own).length)),
  avgGps: (time) => average(time, gasOf),
}

function seriesOf(
  blocks: readonly BlockFacts[],
  starts: readonly number[],
  now: number,
  of: (time: Time) => number,
) {
  let until = blocks
  return starts.map((begin) => {
    const earlier = until.findLastIndex(({ timestamp }) => timestamp < begin) + 1
    const inside = until.slice(earlier)
    const value = of({ inside, until, begin, length: daySeconds, now })
    // Most hours have no block: a copy for each of them would take most of the time.
    if (inside.length > 0) until = until.slice(0, earlier)
    return { timestamp: begin, value }
  })
}

async function compareWindows(
  ask: Ask,
  scope: string,
  metric: string,
  blocks: readonly BlockFacts[],
  now: number,
): Promise<Compared[]> {
  const path = `/v2/chains/${scope}/rollingWindowMetrics/${metric}`
  const { result } = (await ask(path)) as { result: Record<string, number> }
  const wanted = metric.startsWith('active') ? ['lastHour', 'lastDay', 'lastWeek'] : undefined
  return Object.entries(windows)
    .filter(([name]) => wanted?.includes(name) ?? true)
    .map(([name, seconds]) => {
      // The second at the exact start of the window is not in it.
      const begin = Number.isFinite(seconds) ? now - seconds + 1 : 0
      const inside = blocks.filter(({ timestamp }) => timestamp >= begin)
      const length = Number.isFinite(seconds) ? seconds : undefined
      const value = perTime[metric]?.({ inside, until: blocks, begin, length, now })
      return { label: `${path} ${name}`, served: result[name], recomputed: value }
    })
}
