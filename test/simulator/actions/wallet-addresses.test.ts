import { expect, test } from 'vitest'
import { through, transports } from '../../control/support/transports.ts'
import { startServer } from '../../support/server.ts'

test.each(transports)(
  'a wallet action returns all addresses, as in the cast, by %s',
  async (transport) => {
    const server = await startServer()
    try {
      const control = through(transport, server)
      const { results } = await control.act({ do: 'wallet', name: 'dora' })
      const member = (await control.cast()).members.find(({ name }) => name === 'dora')
      const { evm, mainnet, fuji } = member ?? {}
      expect(results[0]?.addresses).toEqual({ evm, mainnet, fuji })
      expect(results[0]?.address).toBe(evm)
      expect([mainnet?.slice(0, 5), fuji?.slice(0, 5)]).toEqual(['avax1', 'fuji1'])
    } finally {
      await server.close()
    }
  },
)
