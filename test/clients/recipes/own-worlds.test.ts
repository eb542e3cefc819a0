import { Glacier } from '@avalabs/glacier-sdk'
import { Avalanche } from '@avalanche-sdk/chainkit'
import { expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'

const address = '0x00000000000000000000000000000000000055a0'
const chainId = '43114'
const serverURL = inject('servers').mainnet
const snowglobe = connect(serverURL)

/** chainkit that knows nothing of worlds but a key. */
async function balanceByChainkit(apiKey?: string): Promise<string> {
  const options = { enableTelemetry: false, ...(apiKey !== undefined && { apiKey }) }
  const { data } = new Avalanche(options)
  const here = { serverURL, retries: { strategy: 'none' } } as const
  const body = await data.evm.address.balances.getNative({ chainId, address }, here)
  return body.nativeTokenBalance.balance
}

/** glacier-sdk takes its key as a header. */
async function balanceByGlacier(apiKey: string): Promise<string> {
  const { evmBalances } = new Glacier({
    BASE: serverURL,
    HEADERS: { 'x-glacier-api-key': apiKey },
  })
  const body = await evmBalances.getNativeBalance({ chainId, address })
  return body.nativeTokenBalance.balance
}

test('official clients are in a world of their own by an API key alone', async () => {
  for (const [world, amount] of [
    ['kit', '1'],
    ['glacier', '7'],
  ] as const) {
    await snowglobe.worlds.create(world)
    await snowglobe.in(world).act({ do: 'fund', to: address, chain: 'C', amount })
  }
  expect(await balanceByChainkit('sg_kit')).toBe('1000000000000000000')
  expect(await balanceByGlacier('sg_glacier')).toBe('7000000000000000000')
  expect(await balanceByChainkit()).toBe('0')
  const { requests } = await snowglobe.in('kit').requests.list()
  expect(requests.map(({ operation, key }) => [operation, key])).toEqual([
    ['getNativeBalance', 'sg_k'],
  ])
  for (const world of ['kit', 'glacier']) await snowglobe.worlds.remove(world)
})
