import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../schemas/operation.ts'
import { dataRoutes } from '../../src/data/index.ts'
import { operations } from '../../src/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { openBase } from '../../src/store/base-reader.ts'
import { groupBy } from '../../src/util/grouping.ts'
import { type ApiRequest, apiRequests } from '../check/support/api-requests.ts'
import { listsOfCallers } from '../support/pages.ts'
import { get, startServer } from '../support/server.ts'
import { smallWorld } from '../support/small-world.ts'

const someAddress = '0xD3EA0Bc4D10684CC4285FE1A1Cf105ECCc194e6f'
const someNode = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'
const someId = '2Z36RnQuk1hvsnFeGWzfZUfXNr7w1SjzmDQ78YxfTVNAkDq3nZ'
const realAddress = 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'

/** Values of each parameter of a list: the first one that the request does not have. */
const values: Readonly<Record<string, readonly string[]>> = {
  address: [someAddress],
  addresses: [realAddress],
  assetId: [someId],
  blockchainId: ['x-chain', 'p-chain', someId],
  blockId: ['1', '2'],
  blockNumber: ['1'],
  chainId: ['43114', '43113'],
  contractAddress: [someAddress],
  contractAddresses: [someAddress],
  delegationStatus: ['active', 'completed'],
  destinationBlockchainId: [someId],
  endBlock: ['9000001'],
  endTimestamp: ['1900000001'],
  filterSpamTokens: ['false', 'true'],
  from: [someAddress],
  groupBy: ['srcBlockchainId'],
  destBlockchainId: [someId],
  srcBlockchainId: [someId],
  includeInactiveL1Validators: ['false', 'true'],
  includeSpent: ['false', 'true'],
  l1ValidationId: [someId],
  metric: ['gasUsed', 'validatorCount'],
  network: ['mainnet', 'fuji'],
  nodeId: [someNode],
  nodeIds: [someNode],
  rewardAddresses: [realAddress],
  sortBy: ['amount', 'delegationFee'],
  sortOrder: ['asc', 'desc'],
  sourceBlockchainId: [someId],
  startBlock: ['1'],
  startTimestamp: ['1'],
  status: ['failed'],
  threshold: ['2'],
  timeInterval: ['week', 'day'],
  to: [someAddress],
  txTypes: ['BaseTx'],
  validationStatus: ['active', 'completed'],
  vertexHeight: ['1', '2'],
  ...Object.fromEntries(
    [
      'UtxoAmount',
      'DelegationCapacity',
      'TimeRemaining',
      'FeePercentage',
      'UptimePerformance',
    ].flatMap((name) => [
      [`min${name}`, ['3']],
      [`max${name}`, ['99']],
    ]),
  ),
}

/** Shows a list otherwise, which stays the same list. */
const ofView = ['pageSize', 'pageToken', 'currency']

/** Parameters that other filters need. */
const requested: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listPrimaryTransactions: { addresses: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
}

const lists = operations.filter(
  ({ operationId, query }) =>
    'pageSize' in query.properties && !listsOfCallers.includes(operationId),
)

let server: Snowglobe
let requests: ReadonlyMap<string, readonly ApiRequest[]>
let subnetId: string
beforeAll(async () => {
  server = await startServer()
  const base = openBase((await smallWorld()).file)
  requests = groupBy(apiRequests(base), ({ operationId }) => operationId)
  base.close()
  const { body } = await get(server, '/v1/networks/mainnet/subnets?pageSize=1')
  subnetId = (body as { subnets: { subnetId: string }[] }).subnets[0]?.subnetId ?? ''
})
afterAll(() => server?.close())

test.each(lists.map((operation) => [operation.operationId, operation] as const))(
  'a token of %s is refused with any other filter, and by the same list of anything else',
  async (operationId, operation) => {
    const own = requests.get(operationId) ?? []
    const { url, body, pageToken } = await firstPage(operation, own)
    const others = [...otherFilters(operation, url), ...otherPaths(operation, url, own)]
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) {
      other.searchParams.set('pageToken', pageToken)
      const response = await ask(operation, other, body)
      expect(response.statusCode, other.href).toBe(400)
      expect([response.json().message].flat(), other.href).toEqual([
        'pageToken is not one that this list issued with these filters',
      ])
    }
    url.searchParams.set('pageToken', pageToken)
    expect((await ask(operation, url, body)).statusCode).toBe(200)
  },
)

test('a day later lists of the Data API refuse a token, and those of the Metrics API begin again', async () => {
  const begun = []
  for (const operation of lists) {
    const own = requests.get(operation.operationId) ?? []
    begun.push({ operation, ...(await firstPage(operation, own)) })
  }
  await server.clock.set({ pace: 'off' })
  await server.clock.advance('P1DT1S')
  for (const { operation, url, body, pageToken } of begun) {
    const first = (await ask(operation, url, body)).json()
    url.searchParams.set('pageToken', pageToken)
    const response = await ask(operation, url, body)
    const { message, nextPageToken, ...page } = response.json()
    const isOfData = dataRoutes.some((route) => route.operation === operation)
    expect([response.statusCode, message], url.pathname).toEqual(
      isOfData
        ? [
            400,
            'pageToken has expired: tokens are valid for 24 hours; start again from the first page',
          ]
        : [200, undefined],
    )
    if (!isOfData) expect({ nextPageToken, ...page }, url.pathname).toEqual(first)
  }
  await server.reset()
})

const ask = ({ method }: Operation, url: URL, payload: object | undefined) =>
  server.inject({ method, url: url.pathname + url.search, ...(payload && { payload }) })

/** The first request whose first page, of one item, is not its last. */
async function firstPage(operation: Operation, own: readonly ApiRequest[]) {
  for (const { url: path, body } of own) {
    const url = new URL(path, 'http://server')
    for (const [name, value] of Object.entries(requested[operation.operationId] ?? {}))
      url.searchParams.set(name, value)
    url.searchParams.set('pageSize', '1')
    const { nextPageToken: pageToken } = (await ask(operation, url, body)).json()
    if (pageToken !== undefined) return { url, body, pageToken }
  }
  throw new Error('no list has two pages')
}

function otherFilters({ query }: Operation, url: URL): URL[] {
  const filters = Object.entries<TSchema>(query.properties).filter(
    ([name]) => !ofView.includes(name),
  )
  return filters.map(([name, schema]) => {
    const same = url.searchParams.get(name) ?? String(schema.default)
    const isPossible = (value: string) =>
      value !== same && (!schema.anyOf || Value.Check(schema, value))
    const value = (name === 'subnetId' ? [subnetId] : (values[name] ?? [])).find(isPossible)
    if (value === undefined) throw new Error(`what else can ${name} be?`)
    const other = new URL(url)
    other.searchParams.set(name, value)
    return other
  })
}

/** The same list of another chain, address, node … where a request names one. */
function otherPaths({ path }: Operation, url: URL, own: readonly ApiRequest[]): URL[] {
  const segments = path.split('/')
  const pathnames = own.map((request) => new URL(request.url, url).pathname)
  return segments.flatMap((segment, place) => {
    // Addresses that are requested are of one network.
    const isFixed =
      segment === '{network}' && (url.searchParams.has('addresses') || path.endsWith('/utxos'))
    if (!segment.startsWith('{') || isFixed) return []
    const mine = url.pathname.split('/')
    const found = pathnames.find((pathname) =>
      pathname.split('/').every((part, i) => (part === mine[i]) === (i !== place)),
    )
    return found === undefined ? [] : [Object.assign(new URL(url), { pathname: found })]
  })
}
