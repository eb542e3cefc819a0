import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: items of several shapes
type Json = any
const wallet = '0x7f2D1C0334E447f0cBa911a3EfA0B30e9cD378ce'
const holders = chains.flatMap((chain) => [ewoq, wallet].map((holder) => [chain, holder] as const))
const urlOf = (chain: string, holder: string, verb: string) =>
  `/v1/chains/${chain}/addresses/${holder}/balances:list${verb}`
const balancesOf = (chain: string, holder: string, query: string): Promise<Json[]> =>
  allItems(server, `${urlOf(chain, holder, 'Erc20')}?${query}`, 'erc20TokenBalances')
const kindsOf = (chain: string, holder: string, query = ''): Promise<Json[]> =>
  allItems(server, `${urlOf(chain, holder, 'Erc1155')}?${query}`, 'erc1155TokenBalances')

/** Deposits and withdrawals of wrapped tokens are no transfers: these tokens are left to getNative. */
const isWrapped = ({ name }: { name: string }) => name.startsWith('Wrapped ')

/** Balances that transfers before the end of a block leave, by contract or kind; nothing where it is 0. */
async function replayed(
  kind: 'Erc20' | 'Erc1155',
  chain: string,
  holder: string,
  block = Number.MAX_SAFE_INTEGER,
): Promise<Map<string, bigint>> {
  const url = `/v1/chains/${chain}/addresses/${holder}/transactions:list${kind}`
  const sums = new Map<string, bigint>()
  for (const item of await allItems<Json>(server, url, 'transactions')) {
    const token = item[`erc${kind.slice(3)}Token`]
    if (Number(item.blockNumber) > block || isWrapped(token)) continue
    const name = kind === 'Erc20' ? token.address : `${token.address}/${token.tokenId}`
    const isIn = item.to.address === holder ? BigInt(item.value) : 0n
    const isOut = item.from.address === holder ? BigInt(item.value) : 0n
    sums.set(name, (sums.get(name) ?? 0n) + isIn - isOut)
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n))
}

test.each(holders)(
  'on %s the ERC-20 balances of %s are what its transfers leave',
  async (chain, holder) => {
    for (const block of [undefined, 0, 20, 25]) {
      const at = block === undefined ? '' : `&blockNumber=${block}`
      const balances = await balancesOf(chain, holder, `filterSpamTokens=false${at}`)
      const found = balances.filter((token) => !isWrapped(token))
      expect(new Map(found.map(({ address, balance }) => [address, BigInt(balance)]))).toEqual(
        await replayed('Erc20', chain, holder, block),
      )
      const native = `/v1/chains/${chain}/addresses/${holder}/balances:getNative?${at}`
      const { body } = await get(server, `${urlOf(chain, holder, 'Erc20')}?${at}`)
      const { nativeTokenBalance } = body as Json
      expect({ nativeTokenBalance }).toEqual((await get(server, native)).body)
    }
  },
)

test.each(holders)(
  'on %s the ERC-1155 balances of %s are what its transfers leave',
  async (chain, holder) => {
    for (const block of [undefined, 0, 20, 25]) {
      const found = await kindsOf(chain, holder, block === undefined ? '' : `blockNumber=${block}`)
      expect(
        new Map(
          found.map(({ address, tokenId, balance }) => [`${address}/${tokenId}`, BigInt(balance)]),
        ),
      ).toEqual(await replayed('Erc1155', chain, holder, block))
    }
  },
)

test('balances after the latest block are those of now, in the same order', async () => {
  for (const [chain, holder] of holders) {
    const { body } = await get(server, `/v1/chains/${chain}/blocks?pageSize=1`)
    const at = `blockNumber=${(body as Json).blocks[0].blockNumber}`
    expect(await kindsOf(chain, holder, at)).toEqual(await kindsOf(chain, holder))
    expect(await balancesOf(chain, holder, at)).toEqual(await balancesOf(chain, holder, ''))
  }
})

test('pages of any size have every item once', async () => {
  const lists = [
    [`${urlOf('43114', ewoq, 'Erc20')}?filterSpamTokens=false`, 'erc20TokenBalances'],
    [urlOf('43114', ewoq, 'Erc1155'), 'erc1155TokenBalances'],
    [`${urlOf('43114', ewoq, 'Erc1155')}?blockNumber=60`, 'erc1155TokenBalances'],
  ] as const
  for (const [url, key] of lists) {
    const all = await walkPages(server, url, key, 500)
    expect(all.items).not.toEqual([])
    for (const pageSize of [1, 7])
      expect((await walkPages(server, url, key, pageSize)).items).toEqual(all.items)
  }
})

test('kinds that one transaction moves are all listed, on pages of any size', async () => {
  const holder = '0x00000000000000000000000000000000000Ba7c4'
  const tokenIds = ['1', '2', '3']
  const { results } = await server.act([
    { do: 'deploy', from: 'ewoq', chain: 'C', kind: 'ERC-1155', as: 'parts' },
    { do: 'mint', contract: 'parts', to: holder, tokenIds, amounts: ['5', '6', '7'] },
  ])
  expect(results).toHaveLength(2)
  const { body } = await get(server, '/v1/chains/43114/blocks?pageSize=1')
  for (const query of ['', `?blockNumber=${(body as Json).blocks[0].blockNumber}`]) {
    const url = `${urlOf('43114', holder, 'Erc1155')}${query}`
    const { items } = await walkPages<Json>(server, url, 'erc1155TokenBalances', 1)
    expect(items.map(({ tokenId }) => tokenId).sort()).toEqual(tokenIds)
  }
})

test('malicious tokens are left out unless they are requested', async () => {
  const all = await balancesOf('43113', ewoq, 'filterSpamTokens=false')
  expect(all.some(({ tokenReputation }) => tokenReputation === 'Malicious')).toBe(true)
  expect(await balancesOf('43113', ewoq, '')).toEqual(
    all.filter(({ tokenReputation }) => tokenReputation !== 'Malicious'),
  )
})

test('contract filters take addresses in any case and ignore unknown ones', async () => {
  const all = await balancesOf('43114', ewoq, '')
  const [first, second] = all
  const request = [second.address.toLowerCase(), unknownAddress, first.address].join()
  expect(await balancesOf('43114', ewoq, `contractAddresses=${request}`)).toEqual([first, second])
  expect(await balancesOf('43114', ewoq, `contractAddresses=${unknownAddress}`)).toEqual([])
  const kinds = await kindsOf('43114', ewoq)
  for (const { address } of kinds) {
    const own = kinds.filter((kind) => kind.address === address)
    for (const query of ['', '&blockNumber=103'])
      expect(await kindsOf('43114', ewoq, `contractAddress=${address}${query}`)).toEqual(own)
  }
  expect(await kindsOf('43114', ewoq, `contractAddress=${unknownAddress}`)).toEqual([])
  expect(await kindsOf('43114', ewoq, `contractAddress=${unknownAddress}&blockNumber=103`)).toEqual(
    [],
  )
})

test('up to 64 contracts are taken', async () => {
  const ask = (count: number) =>
    get(
      server,
      `${urlOf('43114', ewoq, 'Erc20')}?contractAddresses=${Array(count).fill(unknownAddress)}`,
    )
  expect((await ask(64)).status).toBe(200)
  expect(await ask(65)).toMatchObject({
    status: 400,
    body: { message: 'contractAddresses must hold at most 64 entries, not 65' },
  })
})

test.each(['Erc20', 'Erc1155'])(
  'a block that does not exist yet is refused by list%s',
  async (verb) => {
    const url = `${urlOf('43114', ewoq, verb)}?blockNumber=999999`
    expect(await get(server, url)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/^blockNumber must not be above the latest block \d+$/),
      },
    })
  },
)

test('a worth is the balance times the price in the currency', async () => {
  for (const currency of ['usd', 'jpy']) {
    const balances = await balancesOf('43114', ewoq, `currency=${currency}`)
    const priced = balances.filter(({ price }) => price)
    expect(priced.length).toBeGreaterThan(1)
    for (const { balance, decimals, price, balanceValue } of priced) {
      expect([price.currencyCode, balanceValue.currencyCode]).toEqual([currency, currency])
      const worth = (Number(balance) / 10 ** decimals) * Number(price.value)
      expect(Number(balanceValue.value)).toBeCloseTo(worth, 4)
    }
  }
})

test('tokens that were given away are listed at the blocks before, and no longer', async () => {
  const { results } = await server.act([
    { do: 'deploy', from: 'alice', chain: 'C', kind: 'ERC-1155', as: 'gems' },
    { do: 'mint', contract: 'gems', to: 'alice', tokenIds: ['1'], amounts: ['2'] },
  ])
  const given = await server.act({
    ...{ do: 'transferToken', contract: 'gems', from: 'alice', to: 'bob' },
    ...{ tokenId: '1', amount: '2' },
  })
  const alice = (await server.cast()).members.find(({ name }) => name === 'alice')?.evm ?? ''
  const gems = results[0]?.address
  const heldAt = async (block: unknown) =>
    (await kindsOf('43114', alice, `blockNumber=${block}&contractAddress=${gems}`)).map(
      ({ tokenId, balance }) => [tokenId, balance],
    )
  expect(await heldAt(results[1]?.height)).toEqual([['1', '2']])
  expect(await heldAt(given.results[0]?.height)).toEqual([])
})
