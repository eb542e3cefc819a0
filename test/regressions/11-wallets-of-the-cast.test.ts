import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

test('whom an action declared is among the cast, without the key, until the world is reset', async () => {
  const server = await startServer()
  try {
    const { length } = (await server.cast()).members
    const key = `${'0'.repeat(63)}1`
    const { results } = await server.act([
      { do: 'wallet', name: 'alma', privateKey: key },
      { do: 'wallet', name: 'bert' },
      { do: 'fund', to: 'alma', chain: 'C', amount: '1.5' },
    ])
    const { members } = await server.cast()
    expect(members.slice(length)).toMatchObject([
      {
        name: 'alma',
        // Of the key 1, as every library of Ethereum says.
        evm: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
        mainnet: expect.stringMatching(/^avax1/),
        fuji: expect.stringMatching(/^fuji1/),
        balances: { mainnet: { C: '1.5', P: '0' } },
      },
      { name: 'bert', evm: results[1]?.address },
    ])
    for (const member of members.slice(length)) expect(member).not.toHaveProperty('privateKey')
    await server.reset()
    expect((await server.cast()).members).toHaveLength(length)
  } finally {
    await server.close()
  }
})
