import { inject } from 'vitest'
import { bytesOf, type Container } from './containers.ts'
import type { Network } from './world.ts'

/** All containers of an index of the network's node, in order, as bytes. */
export async function containerBytes(network: Network, path: string): Promise<Uint8Array[]> {
  const params = { startIndex: 0, numToFetch: 1024 }
  const response = await fetch(inject('servers')[network] + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'index.getContainerRange', params }),
  })
  const { result } = (await response.json()) as { result: Container[] }
  return result.map(({ bytes }) => bytesOf(bytes))
}
