import { createProposervmApiClient } from '@avalanche-sdk/client'
import { avalanche, avalancheFuji } from '@avalanche-sdk/client/chains'
import { expect, inject, test } from 'vitest'
import { networks } from '../support/world.ts'

const clientTypes = ['proposervmPChain', 'proposervmXChain', 'proposervmCChain'] as const
const cases = networks.flatMap((network) => clientTypes.map((type) => [network, type] as const))

test.each(cases)('the client reads height and epoch of %s %s', async (network, clientType) => {
  const client = createProposervmApiClient({
    chain: network === 'mainnet' ? avalanche : avalancheFuji,
    transport: { type: 'http', url: inject('servers')[network] },
    clientType,
  })
  const height = Number((await client.getProposedHeight()).height)
  const { number, pChainHeight, startTime } = await client.getCurrentEpoch()
  expect(height).toBeGreaterThan(0)
  expect(Number(number)).toBeGreaterThan(0)
  expect(Number(pChainHeight)).toBeLessThanOrEqual(height)
  expect(Number(startTime)).toBeGreaterThan(Date.parse('2025-10-29T15:00:00Z') / 1000)
})
