import { expect, test } from 'vitest'
import { thingsOf } from '../support/things.ts'
import { networks } from '../support/world.ts'
import { glacier } from './glacier.ts'

test.each(networks)('nfTs.reindexNft is done once an hour on %s', async (network) => {
  const { chainId, collection: address, tokenId } = await thingsOf(network)
  const token = { chainId, address, tokenId }
  const updatedAt = async () =>
    (await glacier.nfTs.getTokenDetails(token)).metadata.metadataLastUpdatedTimestamp
  const before = await updatedAt()
  await glacier.nfTs.reindexNft(token)
  expect(await updatedAt()).toBeGreaterThan(before ?? 0)
  await expect(glacier.nfTs.reindexNft(token)).rejects.toMatchObject({ status: 429 })
})
