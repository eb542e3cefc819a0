import { afterAll, beforeAll } from 'vitest'
import type { Action } from '../../../schemas/control/actions/index.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'

/** A small world in which nothing happens by itself, for the tests of a file. */
export function actedOn() {
  let snowglobe: Snowglobe | undefined
  beforeAll(async () => {
    snowglobe = await startServer({ pace: 0 })
  })
  afterAll(() => snowglobe?.close())
  const server = () => {
    if (!snowglobe) throw new Error('the server has started before the tests')
    return snowglobe
  }
  // biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
  const get = async (path: string): Promise<any> => {
    const response = await server().inject(path)
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`)
    return response.json()
  }
  return {
    server,
    get,
    act: (...actions: Action[]) => server().act(actions),
    /** For what the table of a test says about an action: it has not the type of one. */
    actAs: (action: object) => server().act([action as Action]),
    /** The result of `method` of the node's interface at `path`. */
    async call(path: string, method: string, params: object) {
      const payload = { jsonrpc: '2.0', id: 1, method, params }
      const response = await server().inject({ method: 'POST', url: path, payload })
      return response.json().result
    },
    transaction: (chain: 'p-chain' | 'x-chain' | 'c-chain', txId: string | undefined) =>
      get(`/v1/networks/mainnet/blockchains/${chain}/transactions/${txId}`),
    /** nAVAX or units that an address of the P- or X-chain can spend, by the asset's symbol. */
    async unlocked(chain: 'p-chain' | 'x-chain', address: string, symbol = 'AVAX') {
      const { balances } = await get(
        `/v1/networks/mainnet/blockchains/${chain}/balances?addresses=${address}`,
      )
      const found = balances.unlockedUnstaked.find(
        (each: { symbol: string }) => each.symbol === symbol,
      )
      return BigInt(found?.amount ?? 0)
    },
    /** Violations of the self-check. */
    async problems() {
      const { rules } = await server().check()
      return rules.filter(({ violations }) => violations.length > 0)
    },
  }
}

/** Addresses that follow from the cast's names. */
export const bare = {
  P: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  evm: '0x00000000000000000000000000000000000000aa',
}
