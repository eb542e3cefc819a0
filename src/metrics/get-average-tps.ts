import { getAverageTps } from '../../schemas/metrics.ts'
import { notFound } from '../http/response/errors.ts'
import { openPage } from '../http/rest/page.ts'
import { route } from '../http/rest/route.ts'
import { statement } from '../store/statement.ts'
import { daySeconds } from '../time/time-units.ts'

// G-49
const pointsPerPage = 100

/**
 * `GET /v1/avg_tps/{chainId}`: transactions of each UTC day / 86,400, newest day first; 404 for a
 * chain outside the world. Days without transactions are points of value 0.
 */
export const getAverageTpsRoute = route(getAverageTps, (world, { params, query }) => {
  const { chainId } = params
  const days = world.get(selectDays, { chainId })
  if (!days) throw notFound(`Chain ${chainId} does not exist`)

  const page = openPage(
    world,
    { operation: getAverageTps, filters: [chainId], whenExpired: 'restart' },
    { pageToken: query.pageToken, pageSize: pointsPerPage },
  )
  // Last day that has begun, which is not over yet.
  const lastDay = Math.floor((world.now - 1) / daySeconds)
  const newest = Math.min(page.key - 1, lastDay)
  const oldest = Math.max(newest - pointsPerPage, days.first_day)
  const counts = new Map<number, number>()
  for (const { start, tx_count } of world.all(selectCounts, { chainId, oldest, newest }))
    counts.set(start, tx_count)
  const points = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => newest - i)
  const { rows, next } = page.cut(points, (day) => day)
  return {
    results: rows.map((day) => {
      const timestamp = day * daySeconds
      return { timestamp, value: (counts.get(timestamp) ?? 0) / daySeconds }
    }),
    status: 200,
    lastRun: world.now,
    ...next,
  }
})

const selectDays = statement<{ chainId: string }, { first_day: number }>(
  'SELECT first_day FROM evm_chain WHERE chain_id = :chainId',
)

const selectCounts = statement<
  { chainId: string; oldest: number; newest: number },
  { start: number; tx_count: number }
>(`
  SELECT start, tx_count FROM evm_period
  WHERE scope = :chainId AND interval = 'day'
    AND start BETWEEN :oldest * ${daySeconds} AND :newest * ${daySeconds}`)
