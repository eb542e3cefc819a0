import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, actAs, call, get, problems, transaction, unlocked } = actedOn()
const managerAddress = '0xfacade0000000000000000000000000000000000'
let subnetId: string | undefined

test('a subnet shows in the list with its owners', async () => {
  const { results } = await act({
    ...{ do: 'createSubnet', name: 'ice', by: 'ewoq', owner: ['ewoq', 'alice'], threshold: 1 },
    as: 'the-ice',
  })
  subnetId = results[0]?.subnetId
  const { subnets } = await get('/v1/networks/mainnet/subnets?pageSize=1')
  expect(subnets).toMatchObject([{ subnetId, isL1: false, blockchains: [] }])
  expect(subnets[0].subnetOwnershipInfo).toMatchObject({ threshold: 1 })
  expect(subnets[0].ownerAddresses).toHaveLength(2)
})

test('an EVM chain that an action makes lives: it has blocks, metrics and balances', async () => {
  const { results } = await act(
    { do: 'createChain', name: 'Ice Age', subnet: 'ice', by: 'ewoq', evmChainId: '777001' },
    { do: 'fund', to: bare.evm, chain: '777001', amount: '12.5' },
  )
  const blockchainId = results[0]?.blockchainId
  const chains = await get('/v1/chains')
  const chain = chains.chains.find(({ chainId }: { chainId: string }) => chainId === '777001')
  expect(chain).toMatchObject({ chainName: 'Ice Age', platformChainId: blockchainId, subnetId })
  const { blockchains } = await get(`/v1/networks/mainnet/subnets/${subnetId}`)
  expect(blockchains).toMatchObject([{ blockchainId, evmChainId: 777_001 }])
  const { blocks } = await get('/v1/chains/777001/blocks')
  expect(blocks.map(({ blockNumber }: { blockNumber: string }) => blockNumber)).toEqual(['1', '0'])
  const { nativeTokenBalance } = await get(
    `/v1/chains/777001/addresses/${bare.evm}/balances:getNative`,
  )
  expect(nativeTokenBalance).toMatchObject({ balance: '12500000000000000000', symbol: 'ICEAGE' })
  const { results: points } = await get('/v1/avg_tps/777001')
  expect(points[0].value).toBeGreaterThan(0)
  const bootstrapped = await call('/ext/info', 'info.isBootstrapped', { chain: blockchainId })
  expect(bootstrapped).toEqual({ isBootstrapped: true })
})

test('a permissioned validator comes and is dismissed', async () => {
  const { results } = await act(
    { do: 'addValidator', node: 'ewoq', from: 'ewoq', subnet: 'ice', weight: 20, duration: '20d' },
    { do: 'removeSubnetValidator', node: 'ewoq', subnet: 'the-ice' },
  )
  const [added, removed] = results
  expect(await transaction('p-chain', added?.txId)).toMatchObject({
    ...{ txType: 'AddSubnetValidatorTx', subnetId, nodeId: added?.nodeId },
  })
  expect(await transaction('p-chain', removed?.txId)).toMatchObject({
    ...{ txType: 'RemoveSubnetValidatorTx', subnetId, nodeId: added?.nodeId },
  })
})

test('a subnet changes hands, and only its new owners dispose of it', async () => {
  await act({
    ...{ do: 'transferSubnet', subnet: 'ice', by: 'ewoq', owner: ['bob', 'carol'] },
    threshold: 2,
  })
  const subnet = await get(`/v1/networks/mainnet/subnets/${subnetId}`)
  expect(subnet.subnetOwnershipInfo).toMatchObject({ threshold: 2 })
  await expect(
    act({ do: 'transferSubnet', subnet: 'ice', by: 'ewoq', owner: 'ewoq' }),
  ).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining('not an owner'),
  })
})

const l1Validators = async (query = '') =>
  (await get(`/v1/networks/mainnet/l1Validators?subnetId=${subnetId}${query}`)).validators

test('a subnet becomes an L1 whose validators and balances are listed', async () => {
  const { results } = await act({
    ...{ do: 'convertToL1', subnet: 'ice', by: 'bob', managerChain: 'Ice Age' },
    validators: [
      { node: 'floe', weight: 100, balance: '5', remainingBalanceOwner: bare.P },
      { node: 'berg', weight: 50, balance: '0.5' },
    ],
  })
  const listed = await l1Validators()
  expect(new Set(listed.map((each: { validationId: string }) => each.validationId))).toEqual(
    new Set(results[0]?.validationIds),
  )
  expect(
    new Set(listed.map((each: { remainingBalance: number }) => each.remainingBalance)),
  ).toEqual(new Set([5_000_000_000, 500_000_000]))
  const subnet = await get(`/v1/networks/mainnet/subnets/${subnetId}`)
  expect(subnet).toMatchObject({ isL1: true })
  expect(subnet.l1ValidatorManagerDetails.contractAddress.toLowerCase()).toBe(managerAddress)
  expect(await transaction('p-chain', results[0]?.txId)).toMatchObject({
    txType: 'ConvertSubnetToL1Tx',
    amountL1ValidatorBalanceBurned: [{ amount: '5500000000' }],
  })
})

test('a validator of the L1 is registered, weighed, paid for, disabled and removed', async () => {
  const of = { validation: 'crumb', by: 'bob' } as const
  const { results } = await act(
    {
      do: 'registerL1Validator',
      subnet: 'ice',
      by: 'bob',
      node: 'crumb',
      weight: 10,
      balance: '1',
      as: 'crumb',
    },
    { do: 'setL1Weight', ...of, weight: 12 },
    { do: 'increaseL1Balance', ...of, amount: '0.25' },
  )
  const [id] = results[0]?.validationIds ?? []
  const listed = await l1Validators(`&l1ValidationId=${id}`)
  expect(listed).toMatchObject([{ validationId: id, weight: 12, remainingBalance: 1_250_000_000 }])
  await act({ do: 'disableL1Validator', ...of })
  expect(await l1Validators(`&l1ValidationId=${id}`)).toEqual([])
  const inactive = await l1Validators(`&l1ValidationId=${id}&includeInactiveL1Validators=true`)
  expect(inactive).toMatchObject([{ weight: 12, remainingBalance: 0 }])
  await act({ do: 'setL1Weight', subnet: 'ice', node: 'berg', by: 'bob', weight: 0 })
  expect(await l1Validators()).toHaveLength(1)
  const { transactions } = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions?l1ValidationId=${id}`,
  )
  expect(transactions.map(({ txType }: { txType: string }) => txType)).toEqual([
    'DisableL1ValidatorTx',
    'IncreaseL1ValidatorBalanceTx',
    'SetL1ValidatorWeightTx',
    'RegisterL1ValidatorTx',
  ])
})

test.each([
  [{ balance: '0.12345678901' }, '/balance', 'an amount with at most 9 decimals'],
  [{ node: 'berg' }, '/node', 'a node that no validator before it names'],
])('a second validator with %j is refused by its place', async (change, field, expected) => {
  await expect(
    act({
      ...{ do: 'convertToL1', subnet: 'ice', by: 'bob', managerChain: 'Ice Age' },
      validators: [
        { node: 'berg', weight: 1, balance: '1' },
        { node: 'crag', weight: 1, balance: '1', ...change },
      ],
    }),
  ).rejects.toMatchObject({
    code: 'bad_request',
    message: `/0/validators/1${field} must be ${expected}, found ${JSON.stringify(Object.values(change)[0])}`,
    details: { pointer: `/0/validators/1${field}` },
  })
})

test('the last validator of an L1 cannot be removed', async () => {
  await act({ do: 'setL1Weight', validation: 'crumb', by: 'bob', weight: 0 })
  await expect(
    act({ do: 'setL1Weight', subnet: 'ice', node: 'floe', by: 'bob', weight: 0 }),
  ).rejects.toMatchObject({
    code: 'not_possible',
    message: 'weight must be above 0, because floe is the last validator of its L1, found 0',
    details: { pointer: '/0/weight' },
  })
})

test('a chain that was made in the same request takes the manager, by each of its names', async () => {
  for (const [index, managerChain] of ['Floe', 'the-floe', '780002'].entries()) {
    const subnet = `floe-${index}`
    const { results } = await act(
      { do: 'createSubnet', name: subnet, by: 'ewoq' },
      {
        ...{ do: 'createChain', name: 'Floe', subnet, by: 'ewoq', as: `the-floe-${index}` },
        evmChainId: `78000${index}`,
      },
      {
        ...{ do: 'convertToL1', subnet, by: 'ewoq' },
        managerChain: managerChain === 'the-floe' ? `the-floe-${index}` : managerChain,
        validators: [{ node: `floe-${index}`, weight: 1, balance: '1' }],
      },
    )
    const visible = await get(`/v1/networks/mainnet/subnets/${results[2]?.subnetId}`)
    expect(visible.l1ValidatorManagerDetails.blockchainId).toBe(results[1]?.blockchainId)
  }
})

test('what is left of a balance goes to a bare address', async () => {
  expect(await unlocked('p-chain', bare.P)).toBe(0n)
  await act(
    {
      do: 'registerL1Validator',
      subnet: 'ice',
      by: 'bob',
      node: 'drop',
      weight: 5,
      balance: '1',
      remainingBalanceOwner: bare.P,
    },
    { do: 'setL1Weight', subnet: 'ice', node: 'drop', by: 'bob', weight: 0 },
  )
  expect(await unlocked('p-chain', bare.P)).toBe(1_000_000_000n)
})

test.each([
  [
    { do: 'createSubnet', name: 'ice', by: 'ewoq' },
    'the subnet ice exists already on mainnet; choose another name',
  ],
  [{ do: 'createChain', name: 'Two', subnet: 'ice', by: 'bob', evmChainId: '43114' }, 'already'],
  [{ do: 'createChain', name: 'Two', subnet: 'nowhere', by: 'bob' }, 'no subnet nowhere'],
  [{ do: 'setL1Weight', subnet: 'glacier', node: 'floe', by: 'bob', weight: 1 }, 'is not an L1'],
  [
    { do: 'disableL1Validator', subnet: 'ice', node: 'floe', by: 'judy' },
    'judy is not an owner who may disable the validator; avax1',
  ],
  [{ do: 'increaseL1Balance', validation: 'nothing', by: 'bob', amount: '1' }, 'no L1 validator'],
  [
    { do: 'addValidator', node: 'ewoq', from: 'bob', subnet: 'ice', weight: 1, duration: '20d' },
    'is an L1',
  ],
  [
    {
      ...{ do: 'registerL1Validator', subnet: 'ice', by: 'bob', node: 'slow', weight: 1 },
      ...{ balance: '1', expiry: '2026-03-01T00:00:00.000Z' },
    },
    'expiry must be after',
  ],
] as const)('%j is refused in words', async (action, text) => {
  await expect(actAs(action)).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining(text),
  })
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
