import assert from 'node:assert'
import { before, test } from 'node:test'
import { useSnowglobe } from 'snowglobe/node-test'
import { snowglobeDispatcher } from 'snowglobe/undici'
import { setGlobalDispatcher } from 'undici'
import { networkSummary } from './network.mjs'

const snowglobe = useSnowglobe({ network: 'fuji' })
// `fetch` of Node uses the dispatcher of undici.
before(() => setGlobalDispatcher(snowglobeDispatcher(snowglobe, { network: 'fuji' })))

test('the summary names the network and counts its nodes', async () => {
  assert.match(await networkSummary(), /^fuji with [1-9]\d* peers$/)
})

test('an error of the node is an error of the application', async () => {
  await snowglobe.faults.add({
    match: { operation: 'info.peers' },
    patch: {
      operations: [
        { op: 'remove', path: '/result' },
        { op: 'add', path: '/error', value: { code: -32000, message: 'not ready' } },
      ],
    },
  })
  await assert.rejects(networkSummary(), { message: 'not ready' })
})
