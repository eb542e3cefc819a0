import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'

// A Hardhat project with OpenZeppelin's contracts, which knows nothing of Snowglobe but a URL.

const name = 'hardhat'
const server = inject('servers').fuji
const control = connect(server, { world: name })
const keys = [`0x${'1a'.repeat(32)}`, `0x${'2b'.repeat(32)}`]
const [owner, other] = keys.map((key) => new Wallet(key).address) as [string, string]
const output = mkdtempSync(join(tmpdir(), 'snowglobe-hardhat-'))
const told = join(output, 'told.jsonl')

beforeAll(async () => {
  for (const to of [owner, other])
    await control.act({ do: 'fund', to, chain: 'C', amount: '5', network: 'fuji' })
})
afterAll(() => rmSync(output, { recursive: true, force: true }))

// biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
async function data(path: string): Promise<any> {
  const response = await fetch(`${server}/v1/chains/43113${path}`, {
    headers: { 'x-snowglobe-world': name },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

test('its tests compile, deploy and pass on Snowglobe', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      createRequire(import.meta.url).resolve('hardhat/internal/cli/bootstrap'),
      ...['test', '--network', 'snowglobe', 'test/tokens.cjs'],
    ],
    {
      cwd: join(import.meta.dirname, 'hardhat'),
      env: {
        ...process.env,
        SNOWGLOBE_RPC: `${server}/_worlds/${name}/ext/bc/C/rpc`,
        SNOWGLOBE_KEYS: keys.join(),
        HARDHAT_OUTPUT: output,
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
        TOLD: told,
      },
    },
  )
  expect(stdout).toContain('3 passing')
})

test('the Data API shows what the project did', async () => {
  const facts = Object.assign(
    {},
    ...readFileSync(told, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ) as { coin: string; balance: string; art: string; vault: string; goods: string }

  expect(await data(`/addresses/${facts.coin}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Hard Coin', symbol: 'HARD', decimals: 18 },
    deploymentDetails: { deployerAddress: owner },
  })
  const { erc20TokenBalances } = await data(
    `/addresses/${owner}/balances:listErc20?contractAddresses=${facts.coin}`,
  )
  expect(erc20TokenBalances).toMatchObject([{ balance: facts.balance }])

  expect(await data(`/addresses/${facts.art}`)).toMatchObject({
    ...{ ercType: 'ERC-721', name: 'Hard Art', symbol: 'ART' },
  })
  const kept = await data(`/addresses/${facts.vault}/balances:listErc721`)
  expect(kept.erc721TokenBalances).toMatchObject([
    {
      ...{ address: facts.art, tokenId: '7', ownerAddress: facts.vault },
      ...{ tokenUri: 'ipfs://art/7.json', metadata: { indexStatus: 'unindexed' } },
    },
  ])
  const { erc1155TokenBalances } = await data(
    `/addresses/${other}/balances:listErc1155?contractAddress=${facts.goods}`,
  )
  const amounts = erc1155TokenBalances.map(
    ({ tokenId, balance }: { tokenId: string; balance: string }) => [tokenId, balance],
  )
  expect(amounts.sort()).toEqual([
    ['1', '4'],
    ['2', '5'],
  ])
})

test('the world is consistent after it', { timeout: 400_000 }, async () => {
  const { rules } = await control.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
