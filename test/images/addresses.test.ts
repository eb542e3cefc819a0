import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmChainInfo } from '../../schemas/data/chains.ts'
import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../../src/snowglobe.ts'
import { openBase } from '../../src/store/base-reader.ts'
import { apiRequests } from '../check/support/api-requests.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { walkPages } from '../support/pages.ts'
import { startServer } from '../support/server.ts'
import { smallWorld } from '../support/small-world.ts'
import { tinyWorld } from '../support/tiny-world.ts'
import { xmlProblem } from './support/well-formed.ts'

const publicUrl = 'http://127.0.0.1:9650'
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-images-'))
let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server?.close()
  await stopCommands()
  rmSync(folder, { recursive: true })
})

const imageFields = ['logoUri', 'chainLogoUri', 'imageUri', 'animationUri']

/** The values of all members that are images, in a response or a part of it. */
function imagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    imageFields.includes(name) ? [String(member)] : imagesIn(member),
  )
}

/** Image that a URL of a response loads. */
async function load(url: string) {
  const { statusCode, headers, body } = await server.inject(url.slice(publicUrl.length))
  return [
    url.startsWith(`${publicUrl}/_images/`),
    statusCode,
    headers['content-type'],
    body,
  ] as const
}

async function expectToLoad(urls: Iterable<string>): Promise<void> {
  for (const url of new Set(urls)) {
    const [isOurs, status, type, svg] = await load(url)
    expect([url, isOurs, status, type]).toEqual([url, true, 200, 'image/svg+xml'])
    expect([url, xmlProblem(svg)]).toEqual([url, undefined])
  }
}

test('every image that a response names loads, for all operations, in both dialects', async () => {
  const base = openBase((await smallWorld()).file)
  const requests = apiRequests(base)
  base.close()
  const seen = new Map<string, Set<string>>()
  const found = new Set<string>()
  for (const { operationId, url, body: payload } of requests)
    for (const dialect of ['documented', 'live']) {
      const { statusCode, body } = await server.inject({
        ...{ method: payload ? 'POST' : 'GET', url },
        headers: { 'x-snowglobe-dialect': dialect },
        ...(payload && { payload }),
      })
      if (statusCode !== 200) continue
      expect(body).not.toContain('images.example.org')
      const urls = imagesIn(JSON.parse(body))
      for (const image of urls) found.add(image)
      if (urls.length > 0) seen.set(operationId, (seen.get(operationId) ?? new Set()).add(dialect))
    }
  await expectToLoad(found)
  const kinds = [...found].map((url) => /_images\/(\w+)\/.*?(animated)?\.svg$/.exec(url))
  expect(new Set(kinds.map((kind) => `${kind?.[1]} ${kind?.[2] ?? ''}`.trim()))).toEqual(
    new Set(['tokens', 'chains', 'banners', 'nfts', 'nfts animated']),
  )
  for (const operationId of operationsWithImages)
    expect([operationId, seen.get(operationId)?.size]).toEqual([operationId, 2])
})

/** Typed by hand. */
const operationsWithImages = [
  ...['listChains', 'getChain', 'getAddressChains', 'getContract', 'listDeployments'],
  ...['listCollectionTokens', 'getCollectionToken', 'getNativeBalance', 'listErc20Balances'],
  ...['listErc721Balances', 'listErc1155Balances', 'listCollectibleBalances'],
  ...['listErc20Transfers', 'listErc721Transfers', 'listErc1155Transfers', 'listTransfers'],
  ...['getTransaction', 'listTransactions', 'listTransactionsV2', 'listNativeTransactions'],
  ...['listInternalTransactions', 'listLatestTransactions', 'getDeploymentTransaction'],
  ...['listIcmMessages', 'getIcmMessage', 'listTeleporterMessages', 'getTeleporterMessage'],
]

test('the world holds paths, and each of them is an image', async () => {
  const base = openBase((await smallWorld()).file)
  const paths = base
    .all<Record<string, never>, { path: string }>({ sql: selectPaths }, {})
    .map(({ path }) => path)
  base.close()
  expect(paths.length).toBeGreaterThan(30)
  await expectToLoad(paths.map((path) => publicUrl + path))
})

const columns = [
  ['evm_chain', 'logo_uri'],
  ['evm_chain', 'token_logo_uri'],
  ['contract', 'logo_uri'],
  ['contract', 'banner_uri'],
  ['nft_token', 'image_uri'],
  ['nft_token', 'animation_uri'],
  ['icm_message', 'reward_logo_uri'],
]
const selectPaths = columns
  .map(([table, column]) => `SELECT ${column} AS path FROM ${table} WHERE ${column} IS NOT NULL`)
  .join(' UNION ')

test('the NFTs of a collection have images of their own, page by page', async () => {
  const base = openBase((await smallWorld()).file)
  const collections = base.all<Record<string, never>, { chain_id: string; address: string }>(
    { sql: "SELECT chain_id, address FROM contract WHERE erc_type IN ('ERC-721', 'ERC-1155')" },
    {},
  )
  base.close()
  const images: string[] = []
  for (const { chain_id: chainId, address } of collections) {
    const url = `/v1/chains/${chainId}/nfts/collections/${address}/tokens`
    const { items } = await walkPages<{ metadata: { imageUri?: string } }>(server, url, 'tokens', 3)
    const visible = items.flatMap(({ metadata }) => metadata.imageUri ?? [])
    expect(new Set(visible).size).toBe(visible.length)
    images.push(...visible)
  }
  expect(images.length).toBeGreaterThan(20)
  await expectToLoad(images)
})

async function logosOf(
  open: SnowglobeOptions,
): Promise<{ url: string; logos: (string | undefined)[] }> {
  const other = await createSnowglobe({ size: 'small', logLevel: 'silent', ...open })
  const { chains } = (await other.inject('/v1/chains')).json() as { chains: EvmChainInfo[] }
  const logo = chains[0]?.chainLogoUri ?? ''
  if (open.port !== undefined) expect((await fetch(logo)).status).toBe(200)
  await other.close()
  return { url: other.url, logos: chains.map(({ chainLogoUri }) => chainLogoUri) }
}

test('without a public address responses name the port of the options, and images load there', async () => {
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) {
    const port = await freePort()
    const { logos } = await logosOf({ host, port, adminToken: 'x' })
    const name = host === '0.0.0.0' ? '127.0.0.1' : host
    expect(logos[0]).toBe(`http://${name}:${port}/_images/chains/c.svg`)
  }
})

/** A port without a listener now. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}

test('a public address, perhaps with a path, stands before all images', async () => {
  const { logos } = await logosOf({ publicUrl: 'https://mock.example.org/snowglobe/' })
  expect(logos[0]).toBe('https://mock.example.org/snowglobe/_images/chains/c.svg')
})

test('servers on free ports answer the same bytes but for the rpcUrl of their Host, readers too', async () => {
  const withoutRpc = (text: string) => text.replace(/"rpcUrl":"[^"]*"/g, '')
  const shared = await startServerProcess(['--workers', '2'])
  const urls = ['/v1/chains', `${ofHolder}/balances:listErc20`, '/_images/tokens/avax.svg']
  for (const url of urls) {
    const { body } = await server.inject(url)
    for (let i = 0; i < 4; i++) {
      const response = await fetch(shared.url + url, { headers: { connection: 'close' } })
      expect(withoutRpc(await response.text())).toBe(withoutRpc(body))
    }
  }
})

const ofHolder = '/v1/chains/43114/addresses/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

test('the URLs of a definition stay as they are; it may name images that are drawn', async () => {
  const [chain, ...others] = tinyWorld.evmChains
  if (!chain) throw new Error('the world has a chain')
  const logoUri = 'https://cdn.example.com/_images/mine.png'
  const definition = {
    ...tinyWorld,
    evmChains: [
      { ...chain, logoUri, token: { ...chain.token, logoUri: '/_images/tokens/mine.svg' } },
      ...others,
    ],
  }
  const file = join(folder, 'world.json')
  writeFileSync(file, JSON.stringify(definition))
  const own = await startServer({ definition: file })
  const visible = (await own.inject(`/v1/chains/${chain.chainId}`)).json() as EvmChainInfo
  await own.close()
  expect(visible.chainLogoUri).toBe(logoUri)
  expect(visible.networkToken.logoUri).toBe(`${publicUrl}/_images/tokens/mine.svg`)
})

test.each(['/_images/Mine.svg', '/_images/../x.svg', '/other/x.svg', '/_images/x.svg?y'])(
  'a definition cannot name %s as a logo',
  async (logoUri) => {
    const file = join(folder, 'wrong.json')
    const evmChains = tinyWorld.evmChains.map((chain) => ({ ...chain, logoUri }))
    writeFileSync(file, JSON.stringify({ ...tinyWorld, evmChains }))
    await expect(startServer({ definition: file })).rejects.toThrow('logoUri')
  },
)
