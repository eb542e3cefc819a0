/*
 * Starts the example of docs/replicas.md for real (PostgreSQL, three replicas, HAProxy), lets
 * clients read and change through the balancer, and hurts one thing after the other. Prints what the
 * clients saw. Ends with 1 when a read failed, a change failed during the rolling restart, an
 * acknowledged change is missing, a change happened twice, a webhook got no message about one, or
 * the replicas differ.
 *
 * Needs the packages postgresql and haproxy. Usage:
 * `npx tsx tools/replicas/hurt-replicas.ts [restart] [kill] [engine-kill] [engine-stop] [stop]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import {
  type ExampleFleet,
  type ExampleReplica,
  startExample,
} from '../../test/replicas/example-fleet.ts'
import { buildSources, bundled } from '../../test/support/built-sources.ts'

/** What the clients saw during one trial. */
interface Sight {
  reads: number
  failedReads: string[]
  maxReadMs: number
  /** Addresses that an acknowledged change has funded. */
  readonly acknowledged: string[]
  /** Addresses whose change certainly did not happen. */
  readonly refused: string[]
  /** Addresses whose change may have happened; why. */
  readonly unknown: { readonly to: string; readonly why: string }[]
  maxChangeMs: number
  stale: number
}

interface Trial {
  /** Whether changes go to the replicas but the first one, and not through the balancer. */
  readonly changesOthers?: true
  /** Whether every change has to be acknowledged. */
  readonly failsNone?: true
  run(fleet: ExampleFleet): Promise<void>
}

/** Ends one replica after the other, and starts each again after some milliseconds. */
const endEach =
  (signal: NodeJS.Signals, downMs: number): Trial['run'] =>
  async ({ replicas }) => {
    for (const replica of replicas) {
      replica.signal(signal)
      await replica.ended()
      await sleep(downMs)
      await replica.start()
      await sleep(1_500)
    }
  }

const trials: Readonly<Record<string, Trial>> = {
  restart: { failsNone: true, run: endEach('SIGTERM', 0) },
  kill: { run: endEach('SIGKILL', 2_000) },
  'engine-kill': {
    async run({ postgres }) {
      await postgres.kill()
      await sleep(5_000)
      await postgres.start()
      await sleep(3_000)
    },
  },
  'engine-stop': {
    async run({ postgres }) {
      postgres.signal('SIGSTOP')
      await sleep(5_000)
      postgres.signal('SIGCONT')
      await sleep(3_000)
    },
  },
  stop: {
    changesOthers: true,
    async run({ replicas: [first] }) {
      first?.signal('SIGSTOP')
      await sleep(8_000)
      first?.signal('SIGCONT')
      await sleep(3_000)
    },
  },
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const balancePath = (address: string) => `/v1/chains/43114/addresses/${address}/balances:getNative`

let made = 0

const addressOf = (number: number): string =>
  `0x${(0xa11ce000n * 0x1000000n + BigInt(number)).toString(16).padStart(40, '0')}`

/** Returns an address that no change has funded. */
const newAddress = (): string => addressOf(++made)

/** Addresses that a request to the webhooks may name, and requests: they are more than trials fund. */
const [atOnce, requests] = [1_000, 5]

/** Creates a webhook about all addresses that the trials fund. */
async function watch({ url }: ExampleFleet, receiver: Receiver): Promise<void> {
  const ask = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}/v1/webhooks${path}`, init)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { id: string }
  }
  const [addresses, ...more] = Array.from({ length: requests }, (_, part) =>
    Array.from({ length: atOnce }, (_, at) => addressOf(part * atOnce + at + 1)),
  )
  const webhook = { eventType: 'address_activity', url: receiver.url, chainId: '43114' }
  const { id } = await ask('POST', '', { ...webhook, metadata: { addresses } })
  for (const some of more) await ask('PATCH', `/${id}/addresses`, { addresses: some })
}

/** Waits until all messages are sent. */
async function settle({ url, adminToken }: ExampleFleet): Promise<void> {
  const response = await fetch(`${url}/_admin/deliveries/settle`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ timeoutMs: 30_000 }),
  })
  if (response.status !== 200) throw new Error(await response.text())
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error)

/** Reads until the end of the trial. */
async function read({ url }: ExampleFleet, seen: Sight, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const began = performance.now()
    try {
      const response = await fetch(`${url}/v1/chains`)
      await response.arrayBuffer()
      if (response.status !== 200) seen.failedReads.push(`status ${response.status}`)
      if (response.headers.has('x-snowglobe-stale')) seen.stale++
    } catch (error) {
      seen.failedReads.push(messageOf(error))
    }
    seen.reads++
    seen.maxReadMs = Math.max(seen.maxReadMs, performance.now() - began)
    await sleep(2)
  }
}

/** Funds an address, with the address as the key of the request. */
const fund = (adminToken: string, url: string, to: string): Promise<Response> =>
  fetch(`${url}/_admin/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'idempotency-key': to },
    body: JSON.stringify({ do: 'fund', chain: 'C', to, amount: '1' }),
  })

/** Changes until the end of the trial. */
async function change(
  { adminToken }: ExampleFleet,
  url: string,
  seen: Sight,
  isDone: () => boolean,
): Promise<void> {
  while (!isDone()) {
    const to = newAddress()
    const began = performance.now()
    try {
      const response = await fund(adminToken, url, to)
      const text = await response.text()
      if (response.status === 200) seen.acknowledged.push(to)
      else if (/"outcome":"none"/.test(text)) seen.refused.push(to)
      else seen.unknown.push({ to, why: `status ${response.status} ${text.slice(0, 120)}` })
    } catch (error) {
      seen.unknown.push({ to, why: messageOf(error) })
    }
    seen.maxChangeMs = Math.max(seen.maxChangeMs, performance.now() - began)
    await sleep(20)
  }
}

/** Returns the whole AVAX of an address at a replica. */
async function fundsAt(replica: ExampleReplica, address: string): Promise<number> {
  const response = await fetch(replica.url + balancePath(address), {
    headers: { 'x-snowglobe-read': 'current' },
  })
  const { nativeTokenBalance } = (await response.json()) as {
    nativeTokenBalance: { balance: string }
  }
  return Number(BigInt(nativeTokenBalance.balance) / 10n ** 18n)
}

/** Returns what is wrong with the worlds after a trial. */
async function faultsOf(
  fleet: ExampleFleet,
  seen: Sight,
  { messages }: Receiver,
): Promise<string[]> {
  const faults: string[] = []
  const [witness] = fleet.replicas
  if (!witness) return ['there is no replica']
  for (const to of seen.acknowledged)
    if ((await fundsAt(witness, to)) !== 1)
      faults.push(`an acknowledged change of ${to} is missing`)
  for (const to of seen.refused)
    if ((await fundsAt(witness, to)) !== 0) faults.push(`a refused change of ${to} happened`)
  const happened = await Promise.all(seen.unknown.map(({ to }) => fundsAt(witness, to)))
  if (happened.some((count) => count > 1)) faults.push('a change happened twice')
  print(
    `  of ${happened.length} changes without an outcome ${happened.filter(Boolean).length} happened`,
  )
  for (const [why, count] of counted(seen.unknown.map((each) => each.why)))
    print(`    ${count}: ${why}`)
  // The key of a request reveals whether it happened, and then it has happened once.
  for (const [place, { to }] of seen.unknown.entries()) {
    const repeated = await fund(fleet.adminToken, fleet.url, to)
    await repeated.arrayBuffer()
    const isReplayed = repeated.headers.get('x-snowglobe-replayed') === 'true'
    if (repeated.status !== 200) faults.push(`${to} repeated: status ${repeated.status}`)
    if (isReplayed !== (happened[place] === 1))
      faults.push(`the key of ${to} does not reveal its outcome`)
    if ((await fundsAt(witness, to)) !== 1) faults.push(`${to} happened not once, with its key`)
  }
  await settle(fleet)
  const reported = counted(messages.map(({ json }) => json.event.transaction.to))
  for (const to of [...seen.acknowledged, ...seen.unknown.map((each) => each.to)])
    if (!reported.has(to)) faults.push(`no message about the change of ${to}`)
  const repeated = [...reported.values()].filter((count) => count > 1).length
  print(`  ${messages.length} messages so far, ${repeated} of them repeated`)
  const worlds = await Promise.all(
    fleet.replicas.map(async ({ url }) => {
      const response = await fetch(`${url}/_admin/world`, {
        headers: {
          ...{ authorization: `Bearer ${fleet.adminToken}` },
          'x-snowglobe-read': 'current',
        },
      })
      const { head, fingerprint } = (await response.json()) as { head: number; fingerprint: string }
      return `${head} ${fingerprint}`
    }),
  )
  if (new Set(worlds).size !== 1) faults.push(`the replicas differ: ${worlds.join(', ')}`)
  return faults
}

const counted = (texts: readonly string[]): Map<string, number> =>
  texts.reduce((map, text) => map.set(text, (map.get(text) ?? 0) + 1), new Map<string, number>())

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(trials)
const removeSources = await buildSources()
const fleet = await startExample([bundled('main')])
const receiver = await receive()
try {
  await watch(fleet, receiver)
  for (const name of names) {
    const trial = trials[name]
    if (!trial)
      throw new Error(`there is no trial ${name}; there are ${Object.keys(trials).join(', ')}`)
    const seen: Sight = {
      ...{ reads: 0, failedReads: [], maxReadMs: 0, stale: 0 },
      ...{ acknowledged: [], refused: [], unknown: [], maxChangeMs: 0 },
    }
    let isDone = false
    const clients = [
      ...Array.from({ length: 4 }, () => read(fleet, seen, () => isDone)),
      ...[1, 2].map((other) => {
        const { url } = (trial.changesOthers ? fleet.replicas[other] : undefined) ?? fleet
        return change(fleet, url, seen, () => isDone)
      }),
    ]
    await sleep(1_000)
    await trial.run(fleet)
    isDone = true
    await Promise.all(clients)
    print(
      `${name}: reads ${seen.reads}, failed ${seen.failedReads.length}, longest ${Math.round(seen.maxReadMs)} ms, stale ${seen.stale};` +
        ` changes acknowledged ${seen.acknowledged.length}, refused ${seen.refused.length}, unknown ${seen.unknown.length}, longest ${Math.round(seen.maxChangeMs)} ms`,
    )
    for (const [why, count] of counted(seen.failedReads)) print(`    ${count} reads: ${why}`)
    const faults = await faultsOf(fleet, seen, receiver)
    for (const fault of faults) print(`  ${fault}`)
    const failed = trial.failsNone ? seen.unknown.length + seen.refused.length : 0
    if (faults.length + seen.failedReads.length + failed > 0) process.exitCode = 1
  }
} finally {
  await fleet.close()
  await receiver.close()
  removeSources()
}
