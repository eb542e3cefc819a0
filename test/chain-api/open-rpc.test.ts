import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainMethodNames } from '../../schemas/chain/method-names.ts'
import { chainServices } from '../../schemas/chain/services.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call, ewoqText } from './support/wallet.ts'

let server: Snowglobe
/** Values of arguments by their names, and those of single methods. */
let known: Record<string, unknown>
let special: Record<string, unknown>
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const lastOf = async (path: string, index: string) =>
    (await call(server, `/ext/index/${path}`, index)).result.id
  const latest = async (chain: string) => {
    const url = `/v1/networks/fuji/blockchains/${chain}/transactions?pageSize=1`
    return (await server.inject(url)).json().transactions[0].txHash
  }
  const blockOf = async (chain: string) => {
    const url = `/v1/networks/fuji/blockchains/${chain}/blocks?pageSize=1`
    return (await server.inject(url)).json().blocks[0].blockHash
  }
  const subnets = (await server.inject('/v1/networks/fuji/subnets?pageSize=100')).json().subnets
  const l1s = (await server.inject('/v1/networks/fuji/l1Validators?pageSize=1')).json().validators
  const { blocks } = (await server.inject('/v1/chains/43113/blocks?pageSize=100')).json()
  const block = blocks.find((each: { txCount: number }) => each.txCount > 0)
  const url = `/v1/chains/43113/transactions?pageSize=1`
  const [{ txHash }] = (await server.inject(url)).json().transactions
  known = {
    addresses: [`P-${ewoqText}`],
    address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
    assetID: 'AVAX',
    txID: await latest('p-chain'),
    subnetID: subnets[0].subnetId,
    validationID: l1s[0].validationId,
    height: '1',
    blockchainID: subnets.at(-1).blockchains[0].blockchainId,
    block: 'latest',
    timestamp: 1_750_000_000,
    index: '0x0',
    isFull: true,
    count: '0x5',
    percentiles: [50],
    bytes: '0x00ff',
    hash: txHash,
    call: { to: `0x${'00'.repeat(19)}aa` },
    filter: { fromBlock: 'earliest', topics: [null] },
    slots: ['0x0'],
    slot: '0x0',
    trace: { tracer: 'callTracer' },
    overrides: { [`0x${'00'.repeat(20)}`]: { balance: '0x1' } },
    blockOverrides: { time: '0x70000000' },
  }
  const byBlock = { hash: block.blockHash }
  special = {
    'avm.getBlock': { blockID: await blockOf('x-chain') },
    'avm.getBalance': { address: `X-${ewoqText}` },
    'avm.getAllBalances': { address: `X-${ewoqText}` },
    'avm.getTx': { txID: await lastOf('X/tx', 'index.getLastAccepted') },
    'avm.getUTXOs': { addresses: [`X-${ewoqText}`] },
    'avax.getUTXOs': { addresses: [`C-${ewoqText}`], sourceChain: 'X' },
    'avax.getAtomicTx': { txID: await latest('c-chain') },
    'avax.getAtomicTxStatus': { txID: await latest('c-chain') },
    'platform.getBlock': { blockID: await blockOf('p-chain') },
    'platform.getCurrentSupply': { subnetID: undefined },
    'platform.getMinStake': { subnetID: undefined },
    'platform.getStakingAssetID': { subnetID: undefined },
    'platform.getCurrentValidators': { subnetID: undefined },
    debug_traceBlockByHash: byBlock,
    eth_getBlockByHash: byBlock,
    eth_getBlockTransactionCountByHash: byBlock,
    eth_getTransactionByBlockHashAndIndex: byBlock,
  }
})
afterAll(() => server.close())

/** Methods that change the world, or that answer with an error only. */
const others = new Set([
  ...['platform.issueTx', 'avm.issueTx', 'avax.issueTx', 'eth_sendRawTransaction'],
  ...['eth_sendTransaction', 'eth_sign', 'eth_signTransaction'],
])

/** Methods that the C-chain does not have. */
const ofL1s = new Set(['eth_feeConfig', 'eth_getActiveRulesAt'])

const methods = chainServices.flatMap(({ path, methods: of }) =>
  Object.entries(of).map(([name, method]) => ({
    name,
    path: path.replace('{chain}', ofL1s.has(name) ? '930113' : 'C'),
    ...method,
  })),
)

test('the document names every method once, and its references lead to schemas', async () => {
  const document = (await server.inject('/openrpc.json')).json()
  expect(document.openrpc).toBe('1.3.2')
  const names = document.methods.map(({ name }: { name: string }) => name)
  expect([...names].sort()).toEqual([...chainMethodNames].sort())
  expect(new Set(names).size).toBe(names.length)
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(document.components.schemas).toHaveProperty(name ?? '')
  for (const { params } of document.methods) {
    const required = params.map((each: { required: boolean }) => each.required)
    expect(required, 'optional arguments come last').toEqual([...required].sort().reverse())
  }
})

test.each(methods)('$name answers at its path, in the form of the document', async (method) => {
  const { name, path, params, result: shape } = method
  const values: Record<string, unknown> = { ...known, ...(special[name] as object) }
  const names = Array.isArray(params)
    ? params.map((argument) => argument.name)
    : Object.keys((params as { properties: object }).properties)
  const given = Array.isArray(params)
    ? names.map((each) => values[each])
    : Object.fromEntries(names.map((each) => [each, values[each]]))
  const { result, error } = await call(server, path, name, given)
  if (others.has(name)) {
    expect(error?.message).not.toContain('does not exist')
    expect(error?.message).not.toContain("can't find")
    return
  }
  expect(error).toBeUndefined()
  const misfit = Value.Errors(closed(shape), result).First()
  expect(misfit && `${misfit.path} ${misfit.message}`).toBeUndefined()
})

const onEvm = methods.flatMap(({ name, path, params }) =>
  Array.isArray(params) ? [{ name, path, params }] : [],
)

test.each(onEvm)(
  '$name takes the arguments of the document and no more',
  async ({ name, path, params }) => {
    const values: Record<string, unknown> = { ...known, ...(special[name] as object) }
    const required = params.filter(({ isOptional }) => !isOptional)
    const tooMany = [...params.map((each) => values[each.name]), null]
    expect((await call(server, path, name, tooMany)).error).toEqual({
      code: -32602,
      message: `too many arguments, want at most ${params.length}`,
    })
    if (required.length === 0) return
    const tooFew = required.slice(0, -1).map((each) => values[each.name])
    expect((await call(server, path, name, tooFew)).error).toEqual({
      code: -32602,
      message: `missing value for required argument ${required.length - 1}`,
    })
  },
)

test('a method that the document lacks is refused', async () => {
  const { error } = await call(server, '/ext/bc/P', 'platform.getNothing')
  expect(error?.message).toBe(`rpc: can't find method "platform.GetNothing"`)
  expect((await call(server, '/ext/bc/C/rpc', 'eth_getNothing', [])).error?.code).toBe(-32601)
})

/** Returns the shape without additional fields. */
function closed(shape: TSchema): TSchema {
  if (TypeGuard.IsArray(shape)) return { ...shape, items: closed(shape.items) }
  if (TypeGuard.IsUnion(shape)) return { ...shape, anyOf: shape.anyOf.map(closed) }
  if (!TypeGuard.IsObject(shape)) return shape
  const properties = Object.fromEntries(
    Object.entries(shape.properties).map(([name, field]) => [name, closed(field)]),
  )
  return { ...shape, properties, additionalProperties: false }
}
