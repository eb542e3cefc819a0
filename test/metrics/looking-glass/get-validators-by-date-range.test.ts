import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RewardedAddresses } from '../../../schemas/metrics/looking-glass.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const primary = '11111111111111111111111111111111LpoYY'
const validators = `/v2/subnets/${primary}/validators:getAddresses`
const whole = async (url: string): Promise<RewardedAddresses[]> =>
  (await walkPages<RewardedAddresses>(server, url, 'addresses', 5000)).items

interface Stake {
  txType: string
  subnetId?: string
  blockTimestamp: number
  startTimestamp: number
  endTimestamp: number
  rewardAddresses: string[]
}
/** Stakes of validators of a subnet, newest first, from the transactions of the P-chain. */
async function stakesOf(network: string, subnet: string): Promise<Stake[]> {
  const url = `/v1/networks/${network}/blockchains/p-chain/transactions`
  const { items } = await walkPages<Stake>(server, url, 'transactions', 100)
  return items.filter(
    ({ txType, subnetId = primary }) =>
      ['AddValidatorTx', 'AddPermissionlessValidatorTx'].includes(txType) && subnetId === subnet,
  )
}
const visible = (stakes: readonly Stake[]) =>
  stakes.map(({ rewardAddresses, blockTimestamp }) => ({
    addresses: rewardAddresses,
    sortKey: String(blockTimestamp),
  }))

test.each(['mainnet', 'fuji'])(
  'pages of any size have every item once, newest first, on %s',
  async (network) => {
    const url = `${validators}?network=${network}`
    const items = await whole(url)
    expect(items.length).toBeGreaterThan(8)
    expect(await walkPages(server, url, 'addresses', 1)).toEqual({ items, pages: items.length })
    expect(await walkPages(server, url, 'addresses', 7)).toEqual({
      items,
      pages: Math.ceil(items.length / 7),
    })
    const times = items.map(({ sortKey }) => Number(sortKey))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  },
)

test.each([
  ['mainnet', primary],
  ['fuji', primary],
])('they are the reward addresses of the stakes of %s', async (network, subnet) => {
  const stakes = await stakesOf(network, subnet)
  expect(await whole(`${validators}?network=${network}`)).toEqual(visible(stakes))
})

test('a range holds the validations of which it has a second', async () => {
  const stakes = await stakesOf('mainnet', primary)
  const { startTimestamp = 0, endTimestamp = 0 } = stakes[3] ?? {}
  for (const [start, end] of [
    [endTimestamp, endTimestamp],
    [endTimestamp + 1, endTimestamp + 1],
    [startTimestamp, startTimestamp],
    [startTimestamp - 1, startTimestamp - 1],
  ] as const)
    expect(
      await whole(`${validators}?startTimestamp=${start}&endTimestamp=${end}`),
      `${start}`,
    ).toEqual(
      visible(stakes.filter((each) => each.startTimestamp <= end && each.endTimestamp >= start)),
    )
})

test('a permissioned validator of a subnet is not rewarded', async () => {
  const { body } = await get(server, '/v1/networks/mainnet/validators?pageSize=100')
  const { validators: all } = body as { validators: { subnetId: string; delegationFee?: string }[] }
  const permissioned = all.find(({ delegationFee }) => delegationFee === undefined)?.subnetId
  expect(permissioned).toBeDefined()
  const { items } = await walkPages(
    server,
    `/v2/subnets/${permissioned}/validators:getAddresses`,
    'addresses',
  )
  expect(items).toEqual([])
})

test('a subnet of the other network is 404, mainnet being meant when none is named', async () => {
  const { body } = await get(server, '/v1/networks/fuji/subnets?pageSize=1')
  const { subnets } = body as { subnets: { subnetId: string }[] }
  const url = `/v2/subnets/${subnets[0]?.subnetId}/validators:getAddresses`
  expect((await get(server, url)).status).toBe(404)
  expect((await get(server, `${url}?network=testnet`)).status).toBe(200)
})
