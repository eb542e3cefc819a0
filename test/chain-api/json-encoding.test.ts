import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call, ewoqText } from './support/wallet.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const data = async (path: string) => (await server.inject(`/v1/networks/fuji${path}`)).json()

interface Transaction {
  readonly txHash: string
  readonly txType: string
  readonly consumedUtxos: readonly object[]
}

async function transactionsOf(chain: 'p-chain' | 'x-chain'): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (let token = ''; ; ) {
    const path = `/blockchains/${chain}/transactions?pageSize=100${token && `&pageToken=${token}`}`
    const { transactions, nextPageToken } = await data(path)
    found.push(...transactions)
    if (!nextPageToken) return found
    token = nextPageToken
  }
}

const authorizationsOf = (unsigned: object) =>
  Object.keys(unsigned).filter((name) => name.endsWith('Authorization')).length

const chains = [
  { chain: 'P', name: 'p-chain', service: 'platform' },
  { chain: 'X', name: 'x-chain', service: 'avm' },
] as const

test.each(chains)(
  'each transaction of $service has JSON with its id, inputs and credentials',
  async (of) => {
    const types = new Set<string>()
    for (const { txHash, txType, consumedUtxos } of await transactionsOf(of.name)) {
      const { result, error } = await call(server, `/ext/bc/${of.chain}`, `${of.service}.getTx`, {
        txID: txHash,
        encoding: 'json',
      })
      expect(error, txHash).toBeUndefined()
      const { tx, encoding } = result
      expect(encoding).toBe('json')
      expect(Object.keys(tx)).toEqual(['unsignedTx', 'credentials', 'id'])
      expect(tx.id).toBe(txHash)
      types.add(txType)
      const { inputs = [], importedInputs = [], operations = [] } = tx.unsignedTx
      if (!inputs.length) continue
      const spent = inputs.length + importedInputs.length
      const operated = operations.flatMap((each: { inputIDs: object[] }) => each.inputIDs).length
      expect(spent + operated, txHash).toBe(consumedUtxos.length)
      expect(tx.unsignedTx.networkID).toBe(5)
      expect(tx.credentials.length).toBe(
        spent + operations.length + authorizationsOf(tx.unsignedTx),
      )
    }
    expect(types.size).toBeGreaterThan(of.chain === 'P' ? 14 : 4)
  },
)

test.each(chains)('each block of $service has JSON with its transactions', async (of) => {
  const { blocks } = await data(`/blockchains/${of.name}/blocks?pageSize=100`)
  for (const { blockHash, blockNumber, parentHash, txCount } of blocks) {
    const { result } = await call(server, `/ext/bc/${of.chain}`, `${of.service}.getBlock`, {
      blockID: blockHash,
      encoding: 'json',
    })
    const { block } = result
    expect(block).toMatchObject({
      id: blockHash,
      parentID: parentHash,
      height: Number(blockNumber),
    })
    const txs = [...(block.txs ?? []), ...(block.tx ? [block.tx] : [])]
    expect(txs.length).toBe(txCount)
    const byHeight = await call(server, `/ext/bc/${of.chain}`, `${of.service}.getBlockByHeight`, {
      height: blockNumber,
      encoding: 'json',
    })
    expect(byHeight.result).toEqual(result)
  }
})

test.each([
  ['/ext/bc/P', 'platform', 'P'],
  ['/ext/bc/X', 'avm', 'X'],
])('%s refuses outputs as JSON in the words of the node', async (path, service, letter) => {
  const { error } = await call(server, path, `${service}.getUTXOs`, {
    addresses: [`${letter}-${ewoqText}`],
    encoding: 'json',
  })
  expect(error?.message).toMatch(
    /^couldn't encode UTXO [1-9A-HJ-NP-Za-km-z]+ as json: unsupported encoding in method$/,
  )
})

test.each([
  ['avm.issueTx', '/ext/bc/X', 'problem decoding transaction: unsupported encoding in method'],
  ['platform.issueTx', '/ext/bc/P', 'problem decoding transaction: unsupported encoding in method'],
])('%s refuses JSON', async (method, path, message) => {
  const { error } = await call(server, path, method, { tx: '{}', encoding: 'json' })
  expect(error).toEqual({ code: -32000, message, data: null })
})

test('atomic transactions have no JSON', async () => {
  const { transactions } = await data('/blockchains/c-chain/transactions?pageSize=1')
  const params = { txID: transactions[0].txHash, encoding: 'json' }
  const { error } = await call(server, '/ext/bc/C/avax', 'avax.getAtomicTx', params)
  expect(error?.message).toBe('unsupported encoding in method')
})
