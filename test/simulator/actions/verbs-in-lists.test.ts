import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Action,
  type ActionResult,
  actionSchemas,
  type Do,
  resultFields,
} from '../../../schemas/control/actions/index.ts'
import type { Acted } from '../../../schemas/control/acts.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { through, transports } from '../../control/support/transports.ts'
import { startServer } from '../../support/server.ts'
import { coinVerbs } from './verbs/coin-verbs.ts'
import { evmVerbs } from './verbs/evm-verbs.ts'
import type { Place, Row, Rows } from './verbs/places.ts'
import { platformVerbs } from './verbs/platform-verbs.ts'

/**
 * One row or more for each verb, in an order in which they can happen; the bytes that `issue` takes
 * depend on the world, so it has tests of its own: test/chain-api.
 */
const table: Rows<Exclude<Do, 'issue'>> = { ...coinVerbs, ...evmVerbs, ...platformVerbs }

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
})
afterAll(() => server.close())

/** Values of `{names}`: these, and what actions have made so far. */
const names: Record<string, string> = {
  alice: 'avax1ma6l2wzawkvpn58l5ys08wtdvrz0ap424gjwe6',
  evmAlice: '0xA3eDCbE66E9a4BeD6c6A469a45728Ed5e7592DC8',
  bob: 'avax16flfd4x5rzrfyl2qtwmvhjkld4qe8da3ppe2ju',
  relayer: 'avax1wwqff8aacgly90cn44ljsxl9kmk25mhvxp2zsc',
  evmRelayer: '0x115cBb127FbC78f355B7f25D2c4e85B50108f53D',
  bare: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  evmBare: '0x00000000000000000000000000000000000000AA',
  avax: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
}
const filled = (text: string) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name]
    if (value === undefined) throw new Error(`nothing is called ${name} in ${text}`)
    return value
  })

const textOf = async (path: string, init?: RequestInit) => {
  const response = await fetch(server.url + path, init)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}
// biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
const get = async (path: string): Promise<any> => JSON.parse(await textOf(path))

/** The response of an interface to what a place asks. */
async function responseTo(request: string): Promise<string> {
  const call = (path: string, method: string, params: object) =>
    textOf(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  if (request.startsWith('/')) return textOf(request)
  const [what = '', ...rest] = request.split(' ')
  if (what === 'info.peers') return call('/ext/info', what, { nodeIDs: rest })
  if (what.startsWith('info.')) return call('/ext/info', what, { chain: rest[0] })
  return call(`/ext/index/${what}`, `index.${rest[0]}`, { id: rest[1], encoding: 'hex' })
}

/** The names of what an action has made. */
async function note({ chain, ...made }: ActionResult): Promise<void> {
  const { txId: tx, height, address, nodeId: node, subnetId: subnet, assetId: asset } = made
  const { blockchainId: blockchain, messageId: message, validationIds: [validation] = [] } = made
  Object.assign(names, { address, node, subnet, blockchain, message, validation, asset })
  Object.assign(names, { tx, height: String(height) })
  if (made.do === 'createSubnet') names.rime = subnet ?? ''
  if (chain !== 'P' && chain !== 'X') return
  const path = `/v1/networks/mainnet/blockchains/${chain.toLowerCase()}-chain/blocks/${height}`
  const { proposerDetails } = await get(path)
  names.container = proposerDetails.proposerId
  names.proposer = proposerDetails.proposerNodeId
}

const decimals = (chain: string) => (chain === 'P' || chain === 'X' ? 9 : 18)
const unitsOf = (text: string, places: number) => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`)
}

/** Amount that a member can spend, in the smallest unit. */
async function balanceOf(holder: string): Promise<bigint> {
  const [name = '', chain = ''] = holder.split(' ')
  if (chain === 'P' || chain === 'X') {
    const path = `/v1/networks/mainnet/blockchains/${chain.toLowerCase()}-chain/balances`
    const { balances } = await get(`${path}?addresses=${names[name]}`)
    const avax = balances.unlockedUnstaked.find(
      ({ symbol }: { symbol: string }) => symbol === 'AVAX',
    )
    return BigInt(avax?.amount ?? 0)
  }
  const address = names[`evm${name[0]?.toUpperCase()}${name.slice(1)}`]
  const id = chain === 'C' ? 43114 : chain
  const { nativeTokenBalance } = await get(
    `/v1/chains/${id}/addresses/${address}/balances:getNative`,
  )
  return BigInt(nativeTokenBalance.balance)
}

/** Amount that the transaction burned, in the smallest unit of the chain that paid. */
async function feeOf({ chain = '', txId = '' }: ActionResult): Promise<bigint> {
  if (txId.startsWith('0x')) {
    const id = chain === 'C' ? 43114 : chain
    const { nativeTransaction } = await get(`/v1/chains/${id}/transactions/${txId}`)
    return BigInt(nativeTransaction.gasUsed) * BigInt(nativeTransaction.gasPrice)
  }
  const path = `/v1/networks/mainnet/blockchains/${chain.toLowerCase()}-chain/transactions/${txId}`
  const { amountBurned } = await get(path)
  const nAvax = BigInt(amountBurned[0].amount)
  return chain === 'C' ? nAvax * 1_000_000_000n : nAvax
}

/** The action and its result. */
const done: { readonly action: Action; readonly response: Acted }[] = []

const rows = Object.entries(table).flatMap(([verb, list]) =>
  (list as readonly Row[]).map((row) => ({ verb: verb as Do, ...row })),
)

test('the table has every verb', () => {
  expect(Object.keys(table).sort()).toEqual(
    Object.keys(actionSchemas)
      .filter((verb) => verb !== 'issue')
      .sort(),
  )
  expect(rows.length).toBeGreaterThan(30)
})

test.each(rows)(
  '$verb $action shows in every list, and moves amount and fee to the unit',
  async ({ verb, action, places, moves = {}, payer }) => {
    const before = new Map<string, bigint>()
    for (const holder of Object.keys(moves)) before.set(holder, await balanceOf(holder))
    const request = JSON.parse(filled(JSON.stringify({ do: verb, ...action })))
    const response = await server.act(request as Action)
    done.push({ action: request, response })
    const { results, head } = response
    const [made] = results
    if (!made) throw new Error('one action has one result')
    names.head = String(head)
    for (const field of resultFields[verb]) expect(made[field], field).toBeDefined()
    names.now = String(Math.floor(Date.parse(response.now) / 1000))
    await note(made)
    if (verb === 'deploy') names[request.as.replace('-', '')] = made.address ?? ''
    if (verb === 'convertToL1') names.floe = await firstNodeOf(names.rime ?? '')

    for (const place of places) await expectVisible(place)
    const fee = payer === undefined ? 0n : await feeOf(made)
    for (const [holder, moved] of Object.entries(moves)) {
      const places = decimals(holder.split(' ')[1] ?? '')
      const expected = unitsOf(moved, places) - (holder === payer ? fee : 0n)
      expect((await balanceOf(holder)) - (before.get(holder) ?? 0n), holder).toBe(expected)
    }
    if (payer !== undefined) expect(fee).toBeGreaterThan(0n)
  },
)

test.each(transports)(
  'every verb does the same in a world of its own, to the row, through %s',
  async (transport) => {
    const { fingerprint } = await server.world()
    const own = through(transport, server, 'own')
    for (const { action, response } of done) expect(await own.act(action)).toEqual(response)
    expect(done).toHaveLength(rows.length)
    expect((await own.world()).fingerprint).toBe(fingerprint)
    await server.worlds.remove('own')
  },
)

const firstNodeOf = async (subnet: string): Promise<string> =>
  (await get(`/v1/networks/mainnet/l1Validators?subnetId=${subnet}`)).validators[0].nodeId

async function expectVisible([request, ...holds]: Place): Promise<void> {
  const response = await responseTo(filled(request))
  for (const text of holds) expect(response, `${request} has ${text}`).toContain(filled(text))
}

test('the index of the C-chain and the metrics have what was done there', async () => {
  const lastOf = async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'index.getLastAccepted',
      params: { encoding: 'hex' },
    }
    const { result } = JSON.parse(
      await textOf('/ext/index/C/block', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
      }),
    )
    return result
  }
  const today = async () => (await get('/v1/avg_tps/43114')).results[0].value * 86_400
  const [before, last] = [await today(), await lastOf()]
  await server.act({ do: 'transfer', from: 'alice', to: 'bob', chain: 'C', amount: '1' })
  const { blocks } = await get('/v1/chains/43114/blocks?pageSize=1')
  const next = await lastOf()
  expect(Number(next.index)).toBe(Number(last.index) + 1)
  expect(next.bytes).toContain(blocks[0].parentHash.slice(2))
  expect((await today()) - before).toBeCloseTo(1, 6)
})

test('the world is consistent after all of it', async () => {
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
