import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperationStatus } from '../../../schemas/data/exports.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { startServer } from '../../support/server.ts'
import { ewoq } from '../evm/support/chains.ts'
import { exported, post, rowsOf } from './support/export.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server?.close())

const evm = {
  type: 'TRANSACTION_EXPORT_EVM',
  options: { addresses: [ewoq], includeChains: ['43114'] },
}

test('an export begins with 201 and is running', async () => {
  const { status, body } = await post(server, evm)
  expect(status).toBe(201)
  const now = Math.floor(Date.parse((await server.world()).now) / 1000)
  expect(body).toEqual({
    operationId: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    operationType: 'TRANSACTION_EXPORT_EVM',
    operationStatus: 'RUNNING',
    createdAtTimestamp: now,
    updatedAtTimestamp: now,
  })
})

test('the file of an address has the transactions of its list, oldest first', async () => {
  const { items } = await walkPages<{ nativeTransaction: Record<string, unknown> }>(
    server,
    `/v1/chains/43114/addresses/${ewoq}/transactions`,
    'transactions',
    100,
  )
  const rows = rowsOf(await exported(server, evm))
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(({ txHash }) => txHash)).toEqual(
    items.map(({ nativeTransaction }) => nativeTransaction.txHash).reverse(),
  )
  const native = items.at(-1)?.nativeTransaction as Record<string, string | number | object>
  for (const name of ['blockNumber', 'blockHash', 'blockTimestamp', 'gasUsed', 'nonce', 'value'])
    expect(rows[0]?.[name]).toBe(String(native[name]))
  expect(rows[0]).toMatchObject({
    from: (native.from as { address: string }).address,
    to: (native.to as { address: string }).address,
  })
})

test('a transaction of two addresses is in the file once', async () => {
  const one = rowsOf(await exported(server, evm))
  const other = one[0]?.from === ewoq ? one[0]?.to : one[0]?.from
  const options = { addresses: [ewoq, ewoq.toLowerCase(), other], includeChains: ['43114'] }
  const both = rowsOf(await exported(server, { ...evm, options }))
  const hashes = both.map(({ txHash }) => txHash)
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(hashes).toEqual(expect.arrayContaining(one.map(({ txHash }) => txHash)))
})

test('the file of two addresses is whole where one has more than is read at once', async () => {
  const { members } = await server.cast()
  const other = members.find(({ name, evm: address }) => name !== 'ewoq' && address)
  if (!other) throw new Error('the cast has one member')
  const payment = (from: string, to: string) =>
    ({ do: 'transfer', from, to, chain: 'C', amount: '0.000001' }) as const
  const fund = { do: 'fund', chain: 'C', to: other.name, amount: '1' } as const
  const own = payment(other.name, other.name)
  const many = Array.from({ length: 510 }, () => payment('ewoq', 'ewoq'))
  await server.act([fund, own, ...many, own])
  const [ofEwoq = [], ofOther = [], ofBoth = []] = await Promise.all(
    [[ewoq], [other.evm], [ewoq, other.evm]].map(async (addresses) =>
      rowsOf(await exported(server, { ...evm, options: { ...evm.options, addresses } })),
    ),
  )
  expect(ofEwoq.length).toBeGreaterThan(510)
  const place = ({ blockNumber, blockIndex }: Record<string, string>) =>
    Number(blockNumber) * 1_000 + Number(blockIndex)
  const wanted = new Set([...ofEwoq, ...ofOther].map(place).sort((a, b) => a - b))
  expect(ofBoth.map(place)).toEqual([...wanted])
})

test.each([
  ['TRANSACTION_EXPORT_PRIMARY_NETWORK', 22],
  ['TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING', 22],
  ['TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE', 8],
])('%s holds the transactions of the chains', async (type, columns) => {
  const chain = '11111111111111111111111111111111LpoYY'
  const text = await exported(server, { type, options: { includeChains: [chain] } })
  const rows = rowsOf(text).filter(({ network }) => network === 'mainnet')
  expect(Object.keys(rows[0] ?? {})).toHaveLength(columns)
  const { items } = await walkPages<{ txHash: string; txType: string }>(
    server,
    '/v1/networks/mainnet/blockchains/p-chain/transactions',
    'transactions',
    100,
  )
  const staking = /Validator|Delegator|ConvertSubnet/
  const wanted = type.endsWith('STAKING') ? items.filter((one) => staking.test(one.txType)) : items
  expect(rows.map(({ txHash }) => txHash)).toEqual(wanted.map(({ txHash }) => txHash).reverse())
})

const evmColumns =
  'chainId,blockNumber,blockHash,blockTimestamp,blockIndex,txHash,txStatus,txType,gasLimit,' +
  'gasUsed,gasPrice,nonce,from,to,callType,methodHash,methodName,value'
const simpleColumns = 'network,chainName,txHash,txType,blockNumber,blockTimestamp,memo,amountBurned'
const primaryColumns =
  `${simpleColumns},blockHash,sourceChain,destinationChain,value,amountStaked,` +
  'amountL1ValidatorBalanceBurned,nodeId,subnetId,startTimestamp,endTimestamp,' +
  'delegationFeePercent,estimatedReward,rewardTxHash,stakingTxHash'

type Item = Record<string, unknown>
const cellOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(({ amount, symbol }) => `${amount} ${symbol}`).join('; ')
    : String(value ?? '')

test('an EVM file names its columns, and each cell is the value of the list', async () => {
  const text = await exported(server, evm)
  expect(text.split('\r\n')[0]).toBe(evmColumns)
  const { items } = await walkPages<{ nativeTransaction: Item }>(
    server,
    `/v1/chains/43114/addresses/${ewoq}/transactions`,
    'transactions',
    100,
  )
  const wanted = items.reverse().map(({ nativeTransaction: { from, to, method, ...rest } }) => {
    const values: Item = { ...rest, ...(method as Item | undefined) }
    values.from = (from as Item).address
    values.to = (to as Item).address
    return Object.fromEntries(evmColumns.split(',').map((name) => [name, cellOf(values[name])]))
  })
  // A name such as transfer(address,uint256) is quoted, as its commas are no ends of cells.
  const rows = text.trimEnd().split('\r\n').slice(1)
  const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell}"` : cell)
  expect(rows).toEqual(wanted.map((row) => Object.values(row).map(quoted).join()))
})

test.each([
  ['TRANSACTION_EXPORT_PRIMARY_NETWORK', primaryColumns],
  ['TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE', simpleColumns],
])(
  'a file of %s names its columns, and each cell is the value of the list',
  async (type, columns) => {
    const [address] = (await server.cast()).members.map(({ mainnet }) => mainnet)
    const chain = '11111111111111111111111111111111LpoYY'
    const options = { addresses: [`P-${address}`], includeChains: [chain] }
    const text = await exported(server, { type, options })
    expect(text.split('\r\n')[0]).toBe(columns)
    const { items } = await walkPages<Item>(
      server,
      `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${address}`,
      'transactions',
      100,
    )
    const wanted = items.reverse().map((item) => {
      const values: Item = { ...item, network: 'mainnet', chainName: 'p-chain' }
      return Object.fromEntries(columns.split(',').map((name) => [name, cellOf(values[name])]))
    })
    expect(wanted.length).toBeGreaterThan(10)
    expect(rowsOf(text).filter(({ network }) => network === 'mainnet')).toEqual(wanted)
  },
)

test('days bound the rows, the last one included, under either name', async () => {
  const all = rowsOf(await exported(server, evm))
  const dayOf = (row: Record<string, string> | undefined) =>
    new Date(Number(row?.blockTimestamp) * 1000).toISOString().slice(0, 10)
  const [first, last] = [dayOf(all[3]), dayOf(all.at(-4))]
  const wanted = all.filter((row) => dayOf(row) >= first && dayOf(row) <= last)
  expect(wanted.length).toBeLessThan(all.length)
  expect(rowsOf(await exported(server, { ...evm, firstDate: first, lastDate: last }))).toEqual(
    wanted,
  )
  expect(rowsOf(await exported(server, { ...evm, startDate: first, endDate: last }))).toEqual(
    wanted,
  )
})

test('what happens after the request is not in the file', async () => {
  const before = await exported(server, evm)
  const { body } = await post(server, evm)
  await server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })
  const { operationId } = body as OperationStatus
  await fetch(`${server.url}/v1/operations/${operationId}`)
  expect(await (await fetch(`${server.url}/_files/${operationId}.csv`)).text()).toBe(before)
})

test.each([
  ['type', { ...evm, type: 'TRANSACTION_EXPORT' }, /^type must be one of TRANSACTION_EXPORT_/],
  ['no type', { options: evm.options }, /^type is required$/],
  ['no chain', { ...evm, options: { addresses: [ewoq] } }, /^options.includeChains is required$/],
  [
    'an unknown chain',
    { ...evm, options: { addresses: [ewoq], includeChains: ['7'] } },
    /^options.includeChains\[0\] must be an EVM chain of the world, not "7"$/,
  ],
  ['no day', { ...evm, firstDate: '2025-02-30' }, /^firstDate must be a day as YYYY-MM-DD/],
  [
    'days in the wrong order',
    { ...evm, firstDate: '2025-03-02', lastDate: '2025-03-01' },
    /^firstDate 2025-03-02 must not be after lastDate 2025-03-01$/,
  ],
  [
    'days in the wrong order by their deprecated names',
    { ...evm, startDate: '2025-03-02', endDate: '2025-03-01' },
    /^startDate 2025-03-02 must not be after endDate 2025-03-01$/,
  ],
])('%s is refused', async (_, body, message) => {
  const refused = await post(server, body)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})
