import { networks } from '../../src/networks/network.ts'
import { type Ask, beginning, beginnings, type Compared, walk, windows } from './asking.ts'

interface Message {
  messageId: string
  sourceBlockchainId: string
  destinationBlockchainId: string
  sourceTransaction?: { timestamp: number }
  destinationTransaction?: { timestamp: number }
}
interface Point {
  value: number
  timestamp: number
  srcBlockchainId: string
  destBlockchainId: string
}

/** Recomputes counts of interchain messages from the messages. */
export async function recomputeMessageMetrics(ask: Ask, now: number): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const network of [undefined, ...networks]) {
    const only = network === undefined ? '' : `&network=${network}`
    const messages = await walk<Message>(ask, `/v1/icm/messages?pageSize=100${only}`, 'messages')
    for (const groupBy of [
      '',
      'srcBlockchainId',
      'destBlockchainId',
      'srcBlockchainId,destBlockchainId',
    ]) {
      const grouping = groupBy === '' ? only : `${only}&groupBy=${encodeURIComponent(groupBy)}`
      const reported = messages.map((message) => ({
        at: message.sourceTransaction?.timestamp ?? message.destinationTransaction?.timestamp ?? 0,
        group: [
          groupBy.includes('src') ? message.sourceBlockchainId : '',
          groupBy.includes('dest') ? message.destinationBlockchainId : '',
        ].join(' '),
      }))
      // The hours of each group would be a million values.
      for (const interval of groupBy === '' ? ['hour', 'day', 'week', 'month'] : ['day', 'week'])
        for (const value of await compareTimes(
          ask,
          `timeInterval=${interval}${grouping}`,
          reported,
          now,
        ))
          compared.push(value)
      compared.push(...(await compareWindows(ask, grouping, reported, now)))
    }
  }
  return [...compared, ...(await compareChains(ask))]
}

interface ReportedMessage {
  readonly at: number
  readonly group: string
}

async function compareTimes(
  ask: Ask,
  query: string,
  reported: readonly ReportedMessage[],
  now: number,
) {
  const path = `/v2/icm/timeseries?${query}&pageSize=2160`
  const interval = /timeInterval=(\w+)/.exec(query)?.[1] ?? ''
  const points = await walk<Point>(ask, path, 'results')
  const count = new Map<string, number>()
  for (const { at, group } of reported) {
    const key = `${beginning(interval, at)} ${group}`
    count.set(key, (count.get(key) ?? 0) + 1)
  }
  const groups = [...new Set(reported.map(({ group }) => group))]
  const first = Math.min(...reported.map(({ at }) => at))
  const expected = beginnings(interval, first, now - 1).flatMap((time) =>
    groups.map((group) => `${time} ${group}`),
  )
  const served = new Map(
    points.map((point) => [
      `${point.timestamp} ${point.srcBlockchainId} ${point.destBlockchainId}`,
      point.value,
    ]),
  )
  return [
    { label: `${path}: points`, served: points.length, recomputed: expected.length },
    ...expected.map((key) => ({
      label: `${path}: ${key}`,
      served: served.get(key),
      recomputed: count.get(key) ?? 0,
    })),
  ]
}

async function compareWindows(
  ask: Ask,
  query: string,
  reported: readonly ReportedMessage[],
  now: number,
) {
  const path = `/v2/icm/summary?${query.slice(1)}`
  const { result } = (await ask(path)) as { result: Record<string, number | string> }
  const sizes = new Map<string, number>()
  for (const { group } of reported) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const [largest] = [...sizes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([g]) => g)
  return [
    {
      label: `${path}: group`,
      served: `${result.srcBlockchainId} ${result.destBlockchainId}`,
      recomputed: largest,
    },
    ...Object.entries(windows).map(([name, seconds]) => ({
      label: `${path}: ${name}`,
      served: result[name],
      recomputed: reported.filter(({ at, group }) => group === largest && at > now - seconds)
        .length,
    })),
  ]
}

async function compareChains(ask: Ask): Promise<Compared[]> {
  const messages = await walk<Message>(ask, '/v1/icm/messages?pageSize=100', 'messages')
  const { chains } = (await ask('/v2/chains')) as { chains: { blockchainId: string }[] }
  const compared: Compared[] = []
  for (const { blockchainId } of chains) {
    const sent = messages.filter(({ sourceBlockchainId }) => sourceBlockchainId === blockchainId)
    const arrived = messages.filter(
      ({ destinationBlockchainId, destinationTransaction }) =>
        destinationBlockchainId === blockchainId && destinationTransaction !== undefined,
    )
    for (const [name, value] of Object.entries({
      Source: sent.length,
      Destination: arrived.length,
      Total: sent.length + arrived.length,
    })) {
      const path = `/v2/chains/${blockchainId}/teleporterMetrics/teleporter${name}TxnCount`
      const { result } = (await ask(path)) as { result: { value: number } }
      compared.push({ label: path, served: result.value, recomputed: value })
    }
  }
  return compared
}
