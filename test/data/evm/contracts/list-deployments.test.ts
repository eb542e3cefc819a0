import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContractDeployment } from '../../../../schemas/data/contracts.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  accountsOf,
  allItems,
  chains,
  ewoq,
  nativeTransactions,
  unknownAddress,
} from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string, deployer: string) =>
  `/v1/chains/${chain}/contracts/${deployer}/deployments`
const deploymentsOf = (chain: string, deployer: string) =>
  allItems<ContractDeployment>(server, urlOf(chain, deployer), 'contracts')

test.each(['43114', '43113'])('chain %s: what ewoq deployed, newest on top', async (chain) => {
  const { status, body } = await get(server, urlOf(chain, ewoq))
  expect(status).toBe(200)
  const { contracts } = body as { contracts: ContractDeployment[] }
  expect(contracts).toEqual((await deploymentsOf(chain, ewoq)).slice(0, 10))

  const order = (await nativeTransactions(server, chain, ewoq)).map(({ txHash }) => txHash)
  const places = contracts.map(({ deploymentDetails }) =>
    order.indexOf(deploymentDetails?.txHash ?? ''),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test.each(chains)(
  'chain %s: the transaction of a deployment created the contract',
  async (chain) => {
    for (const deployer of await accountsOf(server, chain)) {
      const deployments = await deploymentsOf(chain, deployer)
      if (deployments.length === 0) continue
      const transactions = await nativeTransactions(server, chain, deployer)
      for (const { address, deploymentDetails } of deployments) {
        const transaction = transactions.find(({ txHash }) => txHash === deploymentDetails?.txHash)
        const through = deploymentDetails?.deployerContractAddress
        expect(deploymentDetails?.deployerAddress).toBe(deployer)
        expect(transaction).toMatchObject({ txStatus: '1', from: { address: deployer } })
        expect(transaction?.to.address).toBe(through ?? address)
        expect(transaction?.method?.callType).toBe(through ? 'CONTRACT_CALL' : 'CONTRACT_CREATION')
      }
    }
  },
)

test('pages of any size have every item once', async () => {
  for (const chain of chains) {
    const whole = await deploymentsOf(chain, ewoq)
    expect(whole.length).toBeGreaterThan(1)
    for (const pageSize of [1, 7]) {
      const walk = await walkPages(server, urlOf(chain, ewoq), 'contracts', pageSize)
      expect(walk.items).toEqual(whole)
      expect(walk.pages).toBe(Math.ceil(whole.length / pageSize))
    }
  }
})

test('every kind of contract occurs, and only fungible tokens have decimals', async () => {
  const everything: ContractDeployment[] = []
  for (const chain of chains)
    for (const deployer of await accountsOf(server, chain))
      everything.push(...(await deploymentsOf(chain, deployer)))

  const kinds = new Set(everything.map(({ ercType }) => ercType))
  expect([...kinds].sort()).toEqual(['ERC-1155', 'ERC-20', 'ERC-721', 'UNKNOWN'])
  for (const { ercType, decimals } of everything)
    expect(decimals === undefined).toBe(ercType !== 'ERC-20')
  const through = everything.filter((each) => each.deploymentDetails?.deployerContractAddress)
  expect(through.length).toBeGreaterThan(0)
})

test('what a publisher says is there where something was said', async () => {
  const everything = (await Promise.all(chains.map((chain) => deploymentsOf(chain, ewoq)))).flat()
  const fieldOf = (field: keyof ContractDeployment) =>
    everything.filter((contract) => contract[field] !== undefined).length
  for (const field of ['name', 'description', 'officialSite', 'resourceLinks', 'tags'] as const)
    expect(fieldOf(field), field).toBeGreaterThan(0)
  for (const { resourceLinks, tags } of everything) {
    expect(resourceLinks).not.toEqual([])
    expect(tags).not.toEqual([])
  }
})

test('both dialects answer the same', async () => {
  const documented = await get(server, urlOf('43114', ewoq))
  const live = await get(server, urlOf('43114', ewoq), { 'x-snowglobe-dialect': 'live' })
  expect(live.body).toEqual(documented.body)
})

test('who deployed nothing has an empty list, however the address is written', async () => {
  expect((await get(server, urlOf('43114', unknownAddress))).body).toEqual({ contracts: [] })
  expect((await get(server, urlOf('43114', ewoq.toLowerCase()))).body).toEqual(
    (await get(server, urlOf('43114', ewoq))).body,
  )
  expect(await get(server, urlOf('43114', 'ewoq'))).toMatchObject({
    status: 400,
    body: { message: 'address must be 0x and 40 hex digits, not "ewoq"' },
  })
})
