import assert from 'node:assert/strict'
import { test } from 'node:test'

const api = process.env.SNOWGLOBE_URL ?? 'http://127.0.0.1:9650'

/** The `result` of a method of the node. */
async function call(path, method, params = {}) {
  const response = await fetch(new URL(path, api), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(error.message)
  return result
}

test('the node is of mainnet and has its chains', async () => {
  assert.deepEqual(await call('/ext/info', 'info.getNetworkName'), { networkName: 'mainnet' })
  for (const chain of ['P', 'X', 'C'])
    assert.deepEqual(await call('/ext/info', 'info.isBootstrapped', { chain }), {
      isBootstrapped: true,
    })
})

test('the last accepted block of the P-chain is the last of the index', async () => {
  const { id, index } = await call('/ext/index/P/block', 'index.getLastAccepted')
  const found = await call('/ext/index/P/block', 'index.getContainerByIndex', { index })
  assert.equal(found.id, id)
})

test('the newest block of the C-chain follows the one before it', async () => {
  const response = await fetch(new URL('/v1/chains/43114/blocks?pageSize=2', api))
  const { blocks } = await response.json()
  assert.equal(blocks[0].parentHash, blocks[1].blockHash)
})
