import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

const max = 16 * 1024 * 1024

test('journals are bounded by bytes as well, of all worlds together', async () => {
  const server = await startServer({ journal: 10_000 })
  try {
    const params = { pad: 'x'.repeat(60_000) }
    const payload = { jsonrpc: '2.0', id: 1, method: 'info.peers', params }
    const bytes = JSON.stringify(payload).length
    for (let i = 0; i < 400; i++)
      await server.inject({
        method: 'POST',
        url: '/ext/info',
        headers: { 'x-snowglobe-world': `w-${i % 4}` },
        payload,
      })
    const counts = await Promise.all(
      [0, 1, 2, 3].map(async (i) => {
        const { requests } = await server.in(`w-${i}`).requests.list({ pageSize: 1000 })
        // The latest ones are there, none is missing between them.
        expect(requests.map(({ id }) => id)).toEqual(requests.map((_, at) => 100 - at))
        return requests.length
      }),
    )
    const remembered = counts.reduce((sum, count) => sum + count, 0)
    expect(remembered * bytes).toBeLessThan(max)
    expect(remembered * bytes).toBeGreaterThan(0.95 * max)
  } finally {
    await server.close()
  }
})

test('long URLs and headers count as bodies do', async () => {
  const server = await startServer({ journal: 10_000 })
  try {
    const url = `/v1/chains?x=${'x'.repeat(8_000)}`
    for (let i = 0; i < 1200; i++)
      await server.inject({ url, headers: { 'x-a': `${i}${'y'.repeat(12_000)}` } })
    const first = await server.requests.list({ pageSize: 1000 })
    expect(first.requests.length).toBeLessThan(max / 20_000)
    expect(first.requests.length).toBeGreaterThan(max / 22_000)
    expect(first.requests[0]?.id).toBe(1200)
    expect(first).not.toHaveProperty('nextPageToken')
  } finally {
    await server.close()
  }
})
