import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../schemas/control/actions/index.ts'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { controlOperations } from '../../schemas/control/operations.ts'
import { type ScenarioName, scenarioSchemas } from '../../schemas/control/scenarios.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
  await server.act(gift)
})
afterAll(() => server?.close())

const rule = {
  ...{ match: { method: 'GET' }, delay: { ms: 5 } },
  respond: { status: 500, headers: { 'x-one': '1' } },
}
const gift: Action = { do: 'fund', to: 'ewoq', chain: 'P', amount: '10' }
const staking = [
  gift,
  {
    ...{ do: 'convertToL1', subnet: 'ice', by: 'ewoq', managerChain: 'C' },
    validators: [{ node: 'ewoq', weight: 1, balance: '1' }],
  },
]

/** Bodies that hold every kind of object that an operation takes. */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  reset: [{ parts: ['faults'] }],
  act: [gift, staking],
  makeBlocks: [{ chain: 'C' }],
  setClock: [{ rate: 2 }],
  advanceClock: [{ by: '1s' }],
  checkWorld: [{ rules: [] }],
  saveSnapshot: [{}],
  createWorld: [{ from: 'default' }, { from: { snapshot: 'one' } }],
  addFaults: [rule, { rules: [rule] }],
  setFault: [rule],
  setLimits: [{ keys: [{ key: 'abcdef' }] }],
  settleDeliveries: [{ timeoutMs: 1 }],
  replayMessages: [
    { chain: 'C', txId: '0x1' },
    { chain: 'C', from: 1, to: 2 },
  ],
  verifyRequests: [{ match: { status: 200 }, count: { exactly: 0 } }],
}

/** Of each scenario. */
const scenarios: Readonly<Record<ScenarioName, readonly object[]>> = {
  'indexer-lag': [{ duration: '1h' }, { blocks: 3 }, {}],
  'indexer-stall': [{}],
  'duplicate-utxo': [{ network: 'mainnet', chain: 'P' }],
  'missing-chain': [{ chain: 'C' }],
  'zero-weight-validators': [{}],
  'partial-signatures': [{ share: 0.5 }],
  node: [{ personality: 'public' }],
  'short-pages': [{ most: 2 }],
  sparse: [{ share: 0.5 }],
}

interface Case {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

function casesOf({ operationId, method, path }: ControlOperation): Case[] {
  if (operationId === 'setScenario')
    return Object.keys(scenarioSchemas).flatMap((name) =>
      scenarios[name as ScenarioName].map((body) => ({
        ...{ method, path: path.replace('{name}', name), body },
      })),
    )
  const found = bodies[operationId]
  if (!found) throw new Error(`no bodies of ${operationId}`)
  return found.map((body) => ({ method, path: path.replace(/\{\w+\}/, 'one'), body }))
}

/** Whose members are called freely. */
const freeNames = /\/(?:headers|currencyRates)$/

/** Pointers of the objects in a value, of a list in its last item. */
function objectsIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null || freeNames.test(pointer)) return []
  if (Array.isArray(value))
    return value.length === 0 ? [] : objectsIn(value.at(-1), `${pointer}/${value.length - 1}`)
  return [
    pointer,
    ...Object.entries(value).flatMap(([name, inner]) => objectsIn(inner, `${pointer}/${name}`)),
  ]
}

/** A copy of a value with a member more in the object at a pointer. */
function withMember(value: unknown, pointer: string): unknown {
  const copy = structuredClone(value)
  const names = pointer.split('/').slice(1)
  // biome-ignore lint/suspicious/noExplicitAny: any JSON.
  const place = names.reduce((inner: any, name) => inner[name], copy)
  Object.assign(place, { 'no/pe': 1 })
  return copy
}

async function expectRefusals(method: string, path: string, body: unknown): Promise<void> {
  for (const pointer of objectsIn(body)) {
    const json = JSON.stringify(withMember(body, pointer))
    const response = await send(server.url, { method, path, body: json })
    const expected = `${pointer}/no~1pe`
    const { error } = JSON.parse(response.body)
    expect({ path, code: error?.code, ...error?.details }).toMatchObject({
      ...{ path, code: 'bad_request', pointer: expected },
      expected: expect.stringMatching(/^a known property: /),
    })
    expect(error.message).toMatch(new RegExp(`^${expected.replaceAll('/', '\\/')}:? `))
  }
}

const withBody = controlOperations.filter((operation) => 'body' in operation)

test.each(withBody.filter(({ operationId }) => operationId !== 'importWorld'))(
  'a member that $operationId does not know is named by its pointer',
  async (operation) => {
    for (const { method, path, body } of casesOf(operation))
      await expectRefusals(method, path, body)
  },
)

test('so is one of a document, wherever in it', async () => {
  const document = await server.export()
  await expectRefusals('POST', '/_admin/import', document)
  await expectRefusals('PUT', '/_admin/worlds/one', { from: { export: document } })
})

test.each(controlOperations.filter((operation) => 'query' in operation))(
  'a parameter that $operationId does not know is named by its pointer',
  async ({ method, path }) => {
    const response = await send(server.url, { method, path: `${path}?nope=1` })
    expect(JSON.parse(response.body).error).toMatchObject({
      ...{ code: 'bad_request', details: { pointer: '/nope' } },
    })
  },
)
