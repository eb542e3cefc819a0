import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Action } from '../schemas/control/actions/index.ts'
import type { WebhookRequest } from '../schemas/data/webhooks.ts'
import { AccountDatabase } from '../src/accounts/account-database.ts'
import { createMessageMaker } from '../src/data/webhooks/create-message-maker.ts'
import { createSnowglobe } from '../src/snowglobe.ts'
import { worldStoreOver } from '../src/store/world-store.ts'
import { processorMs } from '../src/time/clock.ts'
import { WebhookStore } from '../src/webhooks/webhook-store.ts'
import type { WorldDir } from '../src/world/storage/world-dirs.ts'
import type { World } from '../src/world/world.ts'
import { median } from './bench/numbers.ts'

/*
 * Prints the processor time that the messages of a block of 20 payments take, with 1,000 webhooks
 * of 5 addresses each, of which some watch a payer. Deliveries are not in it. Usage:
 *
 *   npx tsx tools/measure-webhooks.ts
 */

const payments = 20
const webhooks = 1_000
const addressesOfEach = 5
const rounds = 60

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-webhooks-'))
const dataDir = join(folder, 'data')

/** Makes a world whose last block has all payments. @returns the payers and that block */
async function makeWorld(): Promise<{ payers: string[]; height: number }> {
  const server = await createSnowglobe({ size: 'small', dataDir, pace: 0, logLevel: 'silent' })
  const names = Array.from({ length: payments }, (_, at) => `payer${at}`)
  await server.act(names.map((name): Action => ({ do: 'wallet', name })))
  await server.act(names.map((to): Action => ({ do: 'fund', to, chain: 'C', amount: '5' })))
  const { results } = await server.act(
    names.map((from): Action => ({ do: 'transfer', from, to: from, chain: 'C', amount: '1' })),
  )
  const heights = new Set(results.map(({ height }) => height))
  if (heights.size !== 1) throw new Error(`the payments are in ${heights.size} blocks`)
  const { members } = await server.cast()
  const payers = names.map((name) => members.find((one) => one.name === name)?.evm ?? '')
  await server.close()
  return { payers, height: results[0]?.height ?? 0 }
}

const { payers, height } = await makeWorld()
const db = new Database(join(dataDir, 'worlds/default/world.sqlite'), { readonly: true })
const world = { ...worldStoreOver(db), revision: 1 } as unknown as World

/** Returns the cost of the block, where some webhooks watch a payer each. */
function costOf(watching: number): { messages: number; ms: number } {
  const place = { isPersistent: true, folder: mkdtempSync(join(folder, 'accounts-')) }
  const file = new AccountDatabase(place as WorldDir)
  const store = new WebhookStore(file, () => 'seed')
  store.atomically(() => {
    for (let at = 0; at < webhooks; at++) {
      const addresses = Array.from(
        { length: addressesOfEach },
        (_, place) => `0x${(at * addressesOfEach + place + 1).toString(16).padStart(40, '0')}`,
      )
      if (at < watching) addresses[0] = payers[at % payers.length] ?? ''
      const request: WebhookRequest = {
        ...{ eventType: 'address_activity', url: 'http://127.0.0.1:9/', chainId: '43114' },
        metadata: { addresses },
      }
      store.add('owner', null, 0, request)
    }
  })
  const maker = createMessageMaker(store.active())
  const costs: number[] = []
  let messages = 0
  for (let round = 0; round < rounds; round++) {
    const before = processorMs()
    store.atomically(() => {
      const made = maker.messagesOf(world, { network: 'mainnet', chain: '43114', height })
      messages = made.length
      store.enqueue(made)
      store.moveCursor('mainnet 43114', height)
    })
    costs.push(processorMs() - before)
    store.dropAll()
  }
  return { messages, ms: median(costs) }
}

for (const watching of [0, 20, 200, 1_000]) {
  const { messages, ms } = costOf(watching)
  process.stdout.write(
    `${webhooks} webhooks, ${watching} with a payer: ${messages} messages, ${ms.toFixed(2)} ms\n`,
  )
}
db.close()
rmSync(folder, { recursive: true, force: true })
