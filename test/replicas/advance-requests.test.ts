import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdvanceRequests } from '../../src/replicas/advances/advance-requests.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Looks every two seconds at an advance of the replica `b`. */
function look() {
  const membership = { live: [{ name: 'a' }, { name: 'b' }] }
  const stopped: unknown[] = []
  const requests = new AdvanceRequests({
    ...{ name: 'a', process: 'a/1', follower: { membership } },
    advances: { all: [{ id: 'b/1/1', owner: 'b', handle: { name: 'default' } }] },
    proposals: { propose: async (record: unknown) => void stopped.push(record) },
    warn() {},
  } as unknown as ConstructorParameters<typeof AdvanceRequests>[0])
  return { membership, stopped, requests }
}

test('an advance goes on when its replica is missing in one look, as after an outage', async () => {
  const { membership, stopped, requests } = look()
  membership.live = [{ name: 'a' }]
  await vi.advanceTimersByTimeAsync(2_100)
  membership.live = [{ name: 'a' }, { name: 'b' }]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stopped).toEqual([])
  membership.live = [{ name: 'a' }]
  await vi.advanceTimersByTimeAsync(4_100)
  expect(stopped).toMatchObject([{ do: 'stopAdvance', input: { of: 'b/1/1' } }])
  await requests.end()
})
