import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../schemas/control/actions/index.ts'
import { webhookMessages } from '../../schemas/data/webhook-messages.ts'
import { addressSubEvents, validatorSubEvents } from '../../schemas/data/webhooks.ts'
import type { Snowglobe, SnowglobeOptions } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { durationMs } from '../../src/time/durations.ts'
import { create as createWebhook } from '../data/webhooks/support/webhooks.ts'
import { anyAction, preparation } from '../support/any-action.ts'
import { startServer } from '../support/server.ts'

/** Random logs that are compared; the whole run has 30. */
const logs = Number(process.env.WEBHOOK_LOGS ?? 2)

interface Side {
  server: Snowglobe
  readonly receiver: Receiver
  /** Options of its server, which a restart repeats. */
  readonly options: SnowglobeOptions
}

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-messages-'))
const sides: Side[] = []
beforeAll(async () => {
  // The pace keeps the messages of a step below some hundred.
  for (const more of [{}, {}, { dataDir: folder }]) {
    const options = { pace: 4, ...more }
    sides.push({ server: await startServer(options), receiver: await receive(), options })
  }
})
afterAll(async () => {
  for (const { server, receiver } of sides) {
    await server.close()
    await receiver.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const create = ({ server, receiver }: Side, request: object) =>
  createWebhook(server, { url: receiver.url, ...request })

/** Resets a side, and gives it webhooks of all kinds about what the random actions touch. */
async function prepare(side: Side): Promise<void> {
  const { server } = side
  await server.reset()
  const { results } = await server.act(preparation)
  const cast = await server.cast()
  const members = ['ewoq', 'dora', 'eva'].map((name) => {
    const found = cast.members.find((one) => one.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  })
  const evm = members.map(({ evm: address = '' }) => address)
  const primary = members.map(({ mainnet = '' }) => mainnet)
  const ice = results.find((result) => result.do === 'convertToL1')?.subnetId ?? ''
  for (const [chainId, flags] of [
    ['43114', { includeLogs: true, includeInternalTxs: true }],
    ['930114', {}],
  ] as const)
    await create(side, {
      ...{ eventType: 'address_activity', chainId, metadata: { addresses: evm } },
      ...flags,
    })
  for (const chainId of ['p-chain', 'x-chain'])
    await create(side, {
      ...{ eventType: 'primary_network_address_activity', network: 'mainnet', chainId },
      metadata: {
        keyType: 'addresses',
        keys: primary,
        subEvents: { addressActivitySubEvents: addressSubEvents },
        balanceThresholdFilter: {
          balanceType: chainId === 'p-chain' ? 'unlockedUnstaked' : 'unlocked',
          balanceThreshold: chainId === 'p-chain' ? '3500000000000' : '4999000000000',
        },
      },
    })
  for (const key of ['11111111111111111111111111111111LpoYY', ice])
    await create(side, {
      ...{ eventType: 'validator_activity', network: 'mainnet' },
      metadata: {
        ...{ keyType: 'subnetId', keys: [key] },
        subEvents: { validatorActivitySubEvents: validatorSubEvents },
        l1ValidatorFeeBalanceThreshold: '1900000000',
      },
    })
}

type Step = { readonly act: Action } | { readonly advance: string }

async function take({ server }: Side, step: Step): Promise<void> {
  if ('advance' in step) await server.clock.advance(step.advance)
  // The world refuses some of them.
  else await server.act(step.act).catch(() => {})
}

/** Takes a step as other ways through the same log do: its time passes in two pieces. */
async function takeInPieces(side: Side, step: Step): Promise<void> {
  if ('act' in step) return take(side, step)
  const ms = durationMs(step.advance) ?? 0
  await side.server.clock.advance(ms / 4)
  await side.server.clock.advance(ms - ms / 4)
}

/** Stops a server, whatever it delivers then, and starts it over the same files. */
async function restart(side: Side): Promise<void> {
  await side.server.close()
  side.server = await startServer(side.options)
}

/** Messages of a receiver from a place on, by webhook, in the order of arrival. */
function received({ receiver }: Side, from: number): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { json, body } of receiver.messages.slice(from))
    found.set(json.webhookId, [...(found.get(json.webhookId) ?? []), body])
  return found
}

/** Returns the messages without those that came again, because a restart ended their attempt. */
const eachOnce = (messages: ReadonlyMap<string, string[]>) =>
  new Map([...messages].map(([webhook, bodies]) => [webhook, [...new Set(bodies)]]))

const settle = async ({ server }: Side) => {
  const { failed, waiting } = await server.deliveries.settle({ timeoutMs: 60_000 })
  expect([failed, waiting]).toEqual([0, 0])
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: anyAction.map((act) => ({ act })), weight: 4 },
  { arbitrary: fc.constantFrom('1h', '1d', '15d').map((advance) => ({ advance })), weight: 1 },
)
const anyLog = fc
  .array(anyStep, { minLength: 4, maxLength: 10 })
  .chain((steps) => fc.record({ steps: fc.constant(steps), restartAt: fc.nat(steps.length - 1) }))

test('messages are a function of log and webhooks: block by block, all at the end, over a restart', async () => {
  const [one, other, restarted] = sides as [Side, Side, Side]
  let count = 0
  await fc.assert(
    fc.asyncProperty(anyLog, async ({ steps, restartAt }) => {
      const from = sides.map(({ receiver }) => receiver.messages.length)
      await Promise.all(sides.map(prepare))
      await Promise.all(sides.map(settle))
      // One side sees each block at once, the other all of them when the log is complete.
      await other.server.scenarios.set('indexer-stall', {})
      for (const [at, step] of steps.entries()) {
        await take(one, step)
        await take(other, step)
        await takeInPieces(restarted, step)
        if (at === restartAt) await restart(restarted)
        await settle(one)
      }
      await other.server.scenarios.remove('indexer-stall')
      await settle(other)
      await settle(restarted)
      const [mine, theirs, theirsOverRestart] = sides.map((side, at) =>
        received(side, from[at] ?? 0),
      ) as [Map<string, string[]>, Map<string, string[]>, Map<string, string[]>]
      expect(theirs).toEqual(mine)
      expect(eachOnce(theirsOverRestart)).toEqual(mine)
      const bodies = [...mine.values()].flat()
      expect(new Set(bodies).size).toBe(bodies.length)
      count += bodies.length
    }),
    { numRuns: logs, endOnFailure: true },
  )
  expect(count).toBeGreaterThan(0)
}, 1_800_000)

test('every kind and sub-event fires, and its body is as the schemas say', async () => {
  const [side] = sides as [Side]
  const from = side.receiver.messages.length
  await prepare(side)
  const { server } = side
  await server.act([
    { do: 'addValidator', node: 'nova', from: 'dora', amount: '2000', duration: '14d' },
    { do: 'delegate', node: 'nova', from: 'eva', amount: '30', duration: '14d' },
    { do: 'transfer', from: 'eva', to: 'dora', chain: 'X', amount: '3' },
    { do: 'transferToken', contract: 'coin', from: 'dora', to: 'eva', amount: '2' },
    { do: 'transferToken', contract: 'globes', chain: 'C', from: 'dora', to: 'eva', tokenId: '1' },
    {
      do: 'transferToken',
      contract: 'things',
      chain: '930114',
      from: 'eva',
      to: 'dora',
      tokenId: '4',
      amount: '1',
    },
    { do: 'fail', from: 'dora', to: 'coin', chain: 'C' },
    {
      do: 'registerL1Validator',
      subnet: 'ice',
      by: 'dora',
      node: 'late',
      weight: 5,
      balance: '0.001',
    },
    { do: 'increaseL1Balance', subnet: 'ice', node: 'floe', by: 'dora', amount: '1' },
  ])
  // A small balance is used up within the hour, and a larger one falls below the threshold.
  await server.clock.advance('5d')
  await server.act([
    { do: 'setL1Weight', subnet: 'ice', node: 'late', by: 'dora', weight: 0 },
    { do: 'disableL1Validator', subnet: 'ice', node: 'floe', by: 'dora' },
  ])
  await server.clock.advance('15d')
  await settle(side)
  const messages = side.receiver.messages.slice(from).map(({ json }) => json)
  const kinds = new Set(
    messages.map(({ eventType, event }) => `${eventType} ${event.eventType ?? ''}`.trim()),
  )
  expect([...kinds].sort()).toEqual(
    [
      'address_activity',
      ...addressSubEvents.map((name) => `primary_network_address_activity ${name}`),
      ...validatorSubEvents.map((name) => `validator_activity ${name}`),
    ].sort(),
  )
  for (const message of messages) {
    const shape: TSchema = webhookMessages[message.eventType as keyof typeof webhookMessages]
    expect(
      [...Value.Errors(shape, message)].map(({ path, message: why }) => `${path} ${why}`),
    ).toEqual([])
    expect(Value.Clean(shape, structuredClone(message))).toEqual(message)
  }
  const exhausted = messages.filter(
    ({ event }) => event.eventType === 'l1_validator_disabled' && !event.transaction,
  )
  expect(exhausted).toMatchObject([{ event: { remainingBalance: '0' } }])
})
