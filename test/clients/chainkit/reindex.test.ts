import { expect, test } from 'vitest'
import { thingsOf } from '../support/things.ts'
import { networks } from '../support/world.ts'
import { data, here } from './chainkit.ts'

const { nfts } = data
const inOwnWorld = {
  ...here,
  fetchOptions: { headers: { 'x-snowglobe-world': 'reindexed-by-chainkit' } },
}

test.each(networks)('data.nfts.reindex is done once an hour on %s', async (network) => {
  const { chainId, collection: address, tokenId } = await thingsOf(network)
  const token = { chainId, address, tokenId }
  const updatedAt = async () =>
    (await nfts.get(token, inOwnWorld)).metadata.metadataLastUpdatedTimestamp
  const before = await updatedAt()
  await nfts.reindex(token, inOwnWorld)
  expect(await updatedAt()).toBeGreaterThan(before ?? 0)
  await expect(nfts.reindex(token, inOwnWorld)).rejects.toMatchObject({ statusCode: 429 })
})
