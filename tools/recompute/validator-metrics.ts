import { networks } from '../../src/networks/network.ts'
import { daySeconds } from '../../src/time/time-units.ts'
import { type Ask, beginning, beginnings, type Compared, compareSeries, walk } from './asking.ts'
import {
  type L1Span,
  l1Fee,
  l1Spans,
  type PlatformTransaction,
  platformTransactions,
  type Span,
} from './primary-facts.ts'

/** Recomputes metrics of stakes and of the fees of L1 validators from transactions. */
export async function recomputeValidatorMetrics(ask: Ask, now: number): Promise<Compared[]> {
  const compared: Compared[] = []
  const everySpan: L1Span[] = []
  for (const network of networks) {
    const transactions = await platformTransactions(ask, network)
    const spans = l1Spans(network, transactions, now)
    everySpan.push(...spans)
    compared.push(...(await compareStaking(ask, network, transactions, spans, now)))
  }
  return [...compared, ...(await compareFees(ask, everySpan, now))]
}

async function compareFees(ask: Ask, spans: readonly L1Span[], now: number): Promise<Compared[]> {
  const compared: Compared[] = []
  const compare = async (root: string, own: readonly L1Span[], names: Record<string, Of>) => {
    const days = daysOf(own, now)
    for (const [name, of] of Object.entries(names))
      compared.push(
        ...(await compareSeries(
          ask,
          `${root}/metrics/${name}`,
          days.map((day) => ({ timestamp: day, value: of(own, day) })),
        )),
      )
  }
  await compare(
    '/v2/validators',
    spans.filter(({ network }) => network === 'mainnet'),
    {
      totalValidatorFeesDaily: daily,
      totalCumulativeFeesDaily: cumulative,
      totalPayingValidatorsDaily: paying,
    },
  )
  for (const id of new Set(spans.map(({ validationId }) => validationId)))
    await compare(
      `/v2/validation/${id}`,
      spans.filter(({ validationId }) => validationId === id),
      { validationFeesDaily: daily, validationCumulativeFeesDaily: cumulative },
    )
  for (const id of new Set(spans.map(({ subnetId }) => subnetId)))
    await compare(
      `/v2/subnet/${id}`,
      spans.filter(({ subnetId }) => subnetId === id),
      {
        perSubnetDailyFeesPaid: daily,
        perSubnetCumulativeFeesPaid: cumulative,
        perSubnetPayingValidators: paying,
      },
    )
  for (const id of new Set(spans.map(({ nodeId }) => nodeId))) {
    const ofNode = spans.filter(({ nodeId }) => nodeId === id)
    const isOnMainnet = ofNode.some(({ network }) => network === 'mainnet')
    await compare(
      `/v2/validator/${id}`,
      ofNode.filter(({ network }) => !isOnMainnet || network === 'mainnet'),
      { perNodeDailyFeesPaid: daily, perNodeCumulativeFeesPaid: cumulative },
    )
  }
  return compared
}

type Of = (spans: readonly L1Span[], day: number) => number

const daysOf = (spans: readonly Span[], now: number) =>
  spans.length === 0 ? [] : beginnings('day', Math.min(...spans.map(({ from }) => from)), now - 1)
/** Returns the seconds of a span up to the end of a day, from its start on. */
const secondsIn = ({ from, to }: Span, begin: number, end: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, begin))
const seconds = (spans: readonly Span[], begin: number, end: number) =>
  spans.reduce((sum, span) => sum + secondsIn(span, begin, end), 0)
const daily: Of = (spans, day) => seconds(spans, day, day + daySeconds) * l1Fee
const cumulative: Of = (spans, day) => seconds(spans, 0, day + daySeconds) * l1Fee
const paying: Of = (spans, day) =>
  new Set(
    spans
      .filter((span) => secondsIn(span, day, day + daySeconds) > 0)
      .map(({ validationId }) => validationId),
  ).size

interface Validator {
  subnetId: string
  amountStaked: string
  startTimestamp: number
  endTimestamp: number
  removeTimestamp?: number
}

async function compareStaking(
  ask: Ask,
  network: string,
  transactions: readonly PlatformTransaction[],
  l1: readonly L1Span[],
  now: number,
): Promise<Compared[]> {
  const compared: Compared[] = []
  const validators = await walk<Validator>(
    ask,
    `/v1/networks/${network}/validators?pageSize=100`,
    'validators',
  )
  const delegations = transactions.filter(({ txType }) => txType.endsWith('DelegatorTx'))
  const { subnets } = (await ask(`/v1/networks/${network}/subnets?pageSize=10000`)) as {
    subnets: { subnetId: string }[]
  }
  const genesis = beginning('day', 1_599_696_000)
  for (const { subnetId } of subnets) {
    const converted = transactions.find(
      (each) => each.txType === 'ConvertSubnetToL1Tx' && each.subnetId === subnetId,
    )
    const stakes: Record<string, Span[]> = {
      validator: [
        ...validators
          .filter((each) => each.subnetId === subnetId)
          .map((each) => ({
            from: each.startTimestamp,
            to: Math.min(
              each.endTimestamp,
              each.removeTimestamp ?? each.endTimestamp,
              converted?.blockTimestamp ?? each.endTimestamp,
            ),
            amount: BigInt(each.amountStaked),
          })),
        ...l1.filter((each) => each.subnetId === subnetId),
      ],
      delegator: delegations
        .filter((each) => (each.subnetId ?? primaryNetwork) === subnetId)
        .map((each) => ({
          from: each.startTimestamp ?? 0,
          to: each.endTimestamp ?? 0,
          amount: BigInt(each.amountStaked[0]?.amount ?? 0),
        })),
    }
    for (const [kind, spans] of Object.entries(stakes))
      for (const [name, of] of Object.entries({ Count: () => 1n, Weight: amountOf }))
        compared.push(
          ...(await compareSeries(
            ask,
            `/v2/networks/${network}/metrics/${kind}${name}?subnetId=${subnetId}&pageSize=2160`,
            beginnings('day', genesis, now - 1).map((timestamp) => {
              const at = Math.min(timestamp + daySeconds, now) - 1
              const counted = spans.filter(({ from, to }) => from <= at && at < to)
              return {
                timestamp,
                value: Number(counted.reduce((sum, span) => sum + of(span), 0n)),
              }
            }),
          )),
        )
  }
  return compared
}

const amountOf = ({ amount }: Span) => amount
const primaryNetwork = '11111111111111111111111111111111LpoYY'
