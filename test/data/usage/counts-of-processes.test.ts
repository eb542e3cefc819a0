import { expect, test } from 'vitest'
import { createRandomStreams } from '../../../src/simulator/random.ts'
import { startServerProcess } from '../../support/command.ts'
import { usePersistentFolder } from '../../support/persistent-folder.ts'
import { startServer } from '../../support/server.ts'

const place = usePersistentFolder()
const paths = [
  '/v1/chains',
  '/v1/chains/99/blocks',
  '/v1/chains/43114/blocks?pageSize=1',
  '/v2/chains',
]
const keys = ['first', 'second'] as const
type Key = (typeof keys)[number]

/** Sends random requests of both keys, eight at once. @returns how many each key sent */
async function sendRequests(url: string, count: number): Promise<Record<Key, number>> {
  const random = createRandomStreams(`usage of ${count}`).stream('requests')
  const sent: Record<Key, number> = { first: 0, second: 0 }
  const requests = Array.from({ length: count }, () => ({
    path: random.pick(paths),
    key: random.pick(keys),
  }))
  const one = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const response = await fetch(url + next.path, { headers: { 'x-glacier-api-key': next.key } })
      await response.arrayBuffer()
      sent[next.key]++
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return sent
}

async function countedOf(url: string, key: Key): Promise<number> {
  const response = await fetch(`${url}/v1/apiUsageMetrics`, {
    headers: { 'x-glacier-api-key': key },
  })
  const { metrics } = (await response.json()) as {
    metrics: { values: { totalRequests: number }[] }[]
  }
  return metrics.reduce((sum, { values }) => sum + (values[0]?.totalRequests ?? 0), 0)
}

test('readers beside the writer count every request once', async () => {
  const { url } = await startServerProcess(['--workers', '2', '--journal', '0', '--pace', 'off'])
  const sent = await sendRequests(url, 400)
  for (const key of keys) expect(await countedOf(url, key)).toBe(sent[key])
})

test('counts go on after a restart with --data-dir', async () => {
  const options = { dataDir: place.dataDir, journal: 0, pace: 0 }
  const before = await startServer(options)
  const first = await sendRequests(before.url, 100)
  await before.close()
  const after = await startServer(options)
  const second = await sendRequests(after.url, 50)
  for (const key of keys) expect(await countedOf(after.url, key)).toBe(first[key] + second[key])
  await after.close()
})
