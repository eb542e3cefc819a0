import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { AccountDatabase } from '../../src/accounts/account-database.ts'
import type { WebhookEvent } from '../../src/webhooks/message.ts'
import type { Webhook } from '../../src/webhooks/webhook.ts'
import { WebhookStore } from '../../src/webhooks/webhook-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-webhook-store-'))
const opened: AccountDatabase[] = []
afterAll(() => {
  for (const file of opened) file.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens an empty store with three webhooks. */
function open() {
  const place = { isPersistent: true, folder: mkdtempSync(join(folder, 'world-')) }
  const file = new AccountDatabase(place as ConstructorParameters<typeof AccountDatabase>[0])
  opened.push(file)
  const store = new WebhookStore(file, () => 'seed')
  const webhooks = ['a', 'b', 'c'].map((name) =>
    store.add('owner', null, 0, {
      ...{ eventType: 'address_activity', url: `http://127.0.0.1/${name}`, chainId: '43114' },
      metadata: { addresses: ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'] },
    }),
  )
  const eventRows = () => file.get<{ count: number }>('SELECT count(*) AS count FROM webhook_event')
  return { store, webhooks, eventRows: () => eventRows()?.count }
}
const eventAt = (number: number, timeMs: number): WebhookEvent => ({
  ...{ name: 'transaction', of: `0x${number}`, about: '', text: `{"number":${number}}`, timeMs },
})

test('webhooks share the row of an event, and it goes with its last message', () => {
  const { store, webhooks, eventRows } = open()
  const [first, second] = [eventAt(1, 1_000), eventAt(2, 1_000)]
  store.enqueue(
    [first, second, first].map((event, at) => ({ webhook: webhooks[at] as Webhook, event })),
  )
  expect(eventRows()).toBe(2)
  const bodies = webhooks.map(({ id }) => JSON.parse(store.first(id, 1_000)?.body ?? ''))
  expect(bodies).toMatchObject([
    { webhookId: webhooks[0]?.id, eventType: 'address_activity', event: { number: 1 } },
    { webhookId: webhooks[1]?.id, eventType: 'address_activity', event: { number: 2 } },
    { webhookId: webhooks[2]?.id, eventType: 'address_activity', event: { number: 1 } },
  ])
  expect(new Set(bodies.map(({ messageId }) => messageId)).size).toBe(3)
  store.drop(store.first(webhooks[0]?.id ?? '', 1_000)?.seq ?? 0)
  expect(eventRows()).toBe(2)
  store.update(webhooks[2]?.id ?? '', { status: 'inactive' })
  expect(eventRows()).toBe(1)
  store.dropAll()
  expect(eventRows()).toBe(0)
})

interface ModelMessage {
  readonly webhook: number
  readonly of: number
  due: number
  attempts: number
}

const anyStep = fc.oneof(
  fc.record({ webhooks: fc.uniqueArray(fc.nat(2), { minLength: 1 }) }),
  fc.record({ drop: fc.nat(20) }),
  fc.record({ delay: fc.nat(20), by: fc.integer({ min: 1, max: 9 }) }),
)

test('the queue finds what is due as a plain list does', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), fc.nat(50), (steps, now) => {
      const { store, webhooks, eventRows } = open()
      const list: ModelMessage[] = []
      const seqOf = (message: ModelMessage) =>
        store
          .waitingBefore(Number.MAX_SAFE_INTEGER, 1_000)
          .find(
            ({ webhookId, body }) =>
              webhookId === webhooks[message.webhook]?.id &&
              JSON.parse(body).event.number === message.of,
          )?.seq ?? 0
      for (const [at, step] of steps.entries())
        if ('webhooks' in step) {
          const event = eventAt(at, at)
          store.enqueue(step.webhooks.map((one) => ({ webhook: webhooks[one] as Webhook, event })))
          for (const webhook of step.webhooks) list.push({ webhook, of: at, due: at, attempts: 0 })
        } else if ('drop' in step) {
          const message = list[step.drop]
          if (!message) continue
          store.drop(seqOf(message))
          list.splice(step.drop, 1)
        } else {
          const message = list[step.delay]
          if (!message) continue
          message.attempts += 1
          message.due += step.by
          store.delay(seqOf(message), message.attempts, message.due)
        }
      const isDue = ({ due }: ModelMessage) => due <= now
      const idOf = ({ webhook }: ModelMessage) => webhooks[webhook]?.id
      const numbers = (found: readonly { body: string }[]) =>
        found.map(({ body }) => JSON.parse(body).event.number)
      expect(store.waiting(now)).toEqual({
        due: list.filter(isDue).length,
        later: list.filter((message) => !isDue(message)).length,
      })
      expect(store.oldestDue).toBe(
        list.length === 0 ? undefined : Math.min(...list.map(({ due }) => due)),
      )
      expect(store.dueWebhooks(now).sort()).toEqual(
        [...new Set(list.filter(isDue).map(idOf))].sort(),
      )
      expect(eventRows()).toBe(new Set(list.map(({ of }) => of)).size)
      for (const [at, { id }] of webhooks.entries()) {
        const own = list.filter(({ webhook }) => webhook === at)
        const due = own.filter(isDue)
        expect(store.waitingOf(id)).toBe(own.length)
        expect(numbers([store.first(id, now) ?? []].flat())).toEqual(
          due
            .filter(({ attempts }) => attempts === 0)
            .map(({ of }) => of)
            .slice(0, 1),
        )
        expect(numbers(store.due(id, now, 100))).toEqual(
          due
            .filter(({ attempts }) => attempts > 0)
            .sort((a, b) => a.due - b.due || a.of - b.of)
            .map(({ of }) => of),
        )
      }
    }),
    { numRuns: 40 },
  )
})
