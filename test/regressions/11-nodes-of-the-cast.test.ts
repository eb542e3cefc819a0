import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

test('a node that an action made is among the cast by its name, until the world is reset', async () => {
  const server = await startServer()
  try {
    const { nodes: before } = await server.cast()
    const stake = { do: 'addValidator', from: 'ewoq', amount: '2000', duration: '14d' } as const
    const { results } = await server.act([
      { ...stake, node: 'newcomer' },
      { ...stake, node: 'stranger', network: 'fuji' },
    ])
    const { nodes } = await server.cast()
    expect(nodes.slice(0, before.length)).toEqual(before)
    expect(nodes.slice(before.length)).toMatchObject([
      { name: 'newcomer', mainnet: results[0]?.nodeId },
      { name: 'stranger', fuji: results[1]?.nodeId },
    ])
    await server.reset()
    expect((await server.cast()).nodes).toEqual(before)
  } finally {
    await server.close()
  }
})
