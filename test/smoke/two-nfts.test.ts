import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../schemas/control/actions/index.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'

/** Examples in JSON of docs/library.md: the actions and the definition. */
const [acted = '', declared = ''] = [
  ...readFileSync(join(import.meta.dirname, '../../docs/library.md'), 'utf8').matchAll(
    /^```json\n(\{\n {2}"story".*?|\[\n {2}\{ "do".*?)^```$/gms,
  ),
].map(([, text = '']) => text)

const address = '0x00000000000000000000000000000000000055a0'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-two-nfts-'))
const file = join(folder, 'world.json')
const opened: Snowglobe[] = []
beforeAll(() => {
  writeFileSync(file, declared)
})
afterAll(async () => {
  for (const each of opened) await each.close()
  rmSync(folder, { recursive: true })
})

const start = async (definition?: string) => {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent', definition })
  opened.push(server)
  return server
}

/** Everything that the lists of holdings have of the address, on the C-chain. */
async function holdingsIn(server: Snowglobe) {
  const lists = ['listErc20', 'listErc721', 'listErc1155', 'listCollectibles']
  const of = async (method: string) =>
    (await server.inject(`/v1/chains/43114/addresses/${address}/balances:${method}`)).json()
  const [erc20, erc721, erc1155, collectibles] = await Promise.all(lists.map(of))
  return {
    coin: (await of('getNative')).nativeTokenBalance.balance,
    erc20: erc20.erc20TokenBalances,
    erc721: erc721.erc721TokenBalances.map(({ tokenId }: { tokenId: string }) => tokenId).sort(),
    erc1155: erc1155.erc1155TokenBalances,
    collectibles: collectibles.collectibleBalances.length,
  }
}

const twoNfts = {
  ...{ coin: '5500000000000000000', erc20: [], erc721: ['1', '2'], erc1155: [] },
  collectibles: 2,
}

test('the story of docs/library.md leaves an address without a key with 2 NFTs and 5.5 AVAX', async () => {
  const server = await start(file)
  expect(await holdingsIn(server)).toEqual(twoNfts)
  expect((await server.check()).rules.flatMap(({ violations }) => violations)).toEqual([])
  await expect(
    server.act({ do: 'transfer', from: address, to: 'artist', chain: 'C', amount: '1' }),
  ).rejects.toMatchObject({ code: 'not_possible', details: { address } })
})

test('the actions of docs/library.md do the same', async () => {
  const server = await start()
  await server.act(JSON.parse(acted) as Action[])
  expect(await holdingsIn(server)).toEqual(twoNfts)
})
