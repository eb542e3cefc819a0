import { createIndexApiClient } from '@avalanche-sdk/client'
import { avalanche, avalancheFuji } from '@avalanche-sdk/client/chains'
import { expect, inject, test } from 'vitest'
import { bytesOf } from '../support/containers.ts'
import { type Network, networks } from '../support/world.ts'

/** The SDK knows no vertices. */
const clientTypes = [
  'indexPChainBlock',
  'indexCChainBlock',
  'indexXChainBlock',
  'indexXChainTx',
] as const

const connect = (network: Network, clientType: (typeof clientTypes)[number]) =>
  createIndexApiClient({
    chain: network === 'mainnet' ? avalanche : avalancheFuji,
    transport: { type: 'http', url: inject('servers')[network] },
    clientType,
  })

const cases = networks.flatMap((network) => clientTypes.map((type) => [network, type] as const))
const encoding = 'hex'

test.each(cases)('all six methods of %s agree on %s', async (network, type) => {
  const index = connect(network, type)
  // The SDK asks for the range by endIndex, as no node understands it but Snowglobe does.
  const { containers } = await index.getContainerRange({ startIndex: 1, endIndex: 3, encoding })
  expect(containers.map(({ index }) => index)).toEqual(['1', '2', '3'])

  for (const container of containers) {
    const { id } = container
    expect(bytesOf(container.bytes).length).toBeGreaterThan(0)
    expect(await index.getContainerByIndex({ index: Number(container.index), encoding })).toEqual(
      container,
    )
    expect(await index.getContainerByID({ id, encoding })).toEqual(container)
    expect(await index.getIndex({ id, encoding })).toEqual({ index: container.index })
    expect(await index.isAccepted({ id, encoding })).toEqual({ isAccepted: true })
  }

  const last = await index.getLastAccepted({ encoding })
  expect(await index.getContainerByID({ id: last.id, encoding })).toEqual(last)
})

test.each(cases)('a range beyond the end of %s %s is an error', async (network, type) => {
  const index = connect(network, type)
  await expect(
    index.getContainerRange({ startIndex: 9_000_000, endIndex: 9_000_001, encoding }),
  ).rejects.toThrow('start index (9000000) > last accepted index')
})
