import { expect, test } from 'vitest'
import { refusalOf, resultOf } from './support/call-info.ts'
import { l1, nodeWorld, setupOf } from './support/node-world.ts'

const mainnet = nodeWorld('mainnet')
const xChain = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
const cChain = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
const pChain = '11111111111111111111111111111111LpoYY'

test.each([
  ['P', pChain],
  ['platform', pChain],
  [pChain, pChain],
  ['X', xChain],
  ['avm', xChain],
  [xChain, xChain],
  ['C', cChain],
  ['evm', cChain],
  [cChain, cChain],
  [l1.mainnet.blockchainId, l1.mainnet.blockchainId],
])('the alias %s names %s, which is bootstrapped', (alias, blockchainID) => {
  expect(resultOf(mainnet, 'info.getBlockchainID', { alias })).toEqual({ blockchainID })
  expect(resultOf(mainnet, 'info.isBootstrapped', { chain: alias })).toEqual({
    isBootstrapped: true,
  })
})

test('the chains are those of the network', () => {
  const fuji = nodeWorld('fuji')
  expect(resultOf(fuji, 'info.getBlockchainID', { alias: 'X' })).toEqual({
    blockchainID: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
  })
  expect(refusalOf(fuji, 'info.getBlockchainID', { alias: xChain })).toBe(
    `there is no ID with alias: ${xChain}`,
  )
})

test.each(['x', 'p-chain', 'AVM', ' X', "X'", 'nope'])('the alias %j names nothing', (alias) => {
  expect(refusalOf(mainnet, 'info.getBlockchainID', { alias })).toBe(
    `there is no ID with alias: ${alias}`,
  )
  expect(refusalOf(mainnet, 'info.isBootstrapped', { chain: alias })).toBe(
    `there is no chain with alias/ID '${alias}'`,
  )
})

test('an empty or missing name is refused', () => {
  for (const params of [{}, { alias: '' }, { alias: null }, null, []])
    expect(refusalOf(mainnet, 'info.getBlockchainID', params)).toBe('there is no ID with alias: ')
  for (const params of [{}, { chain: '' }, { chain: null }, null, []])
    expect(refusalOf(mainnet, 'info.isBootstrapped', params)).toBe("argument 'chain' not given")
})

test('a chain that has not caught up says so', () => {
  const { subnets } = setupOf('mainnet')
  const chains = [{ blockchainId: cChain, aliases: ['late'], isBootstrapped: false }]
  const world = nodeWorld('mainnet', {
    subnets: subnets.slice(1).map((subnet) => ({ ...subnet, chains })),
  })
  expect(resultOf(world, 'info.isBootstrapped', { chain: 'late' })).toEqual({
    isBootstrapped: false,
  })
})
