import { expect, test } from 'vitest'
import { openPrivateWorld } from '../../../fields/support/private-world.ts'

test.each([
  ['ERC-20', { coingeckoCoinId: 'coin' }],
  ['ERC-1155', { coingeckoCoinId: 'coin' }],
  ['ERC-721', undefined],
  ['UNKNOWN', undefined],
])('a contract of the standard %s has the pricing providers %j', async (standard, expected) => {
  const world = await openPrivateWorld()
  const { address } = world.pick(
    `SELECT address FROM contract WHERE chain_id = '43114' AND erc_type = '${standard}'`,
    {},
  )
  world.run("UPDATE contract SET coingecko_coin_id = 'coin' WHERE address = :address", {
    address: address ?? null,
  })
  const url = `/v1/chains/43114/addresses/${address}`
  const contract = await world.ask({ of: 'getContract' }, 'live', url)
  expect((contract as { pricingProviders?: object }).pricingProviders).toEqual(expected)
  await world.close()
})
