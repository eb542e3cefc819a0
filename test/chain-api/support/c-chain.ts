import { expect } from 'vitest'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { call } from './wallet.ts'

/** Path of the C-chain's JSON-RPC. */
export const url = '/ext/bc/C/rpc'

/** Address that nothing has used. */
export const nobodys = `0x${'00'.repeat(18)}c0de`

/** First topic of a transfer of tokens. */
export const transfer = toHex(keccak256(Buffer.from('Transfer(address,address,uint256)')))

/** Returns a number as a word of 32 bytes. */
export const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** Returns calls of the C-chain of the server that a test file has at the time of the call. */
export function cChainOf(server: () => Snowglobe) {
  const rpc = (method: string, ...params: unknown[]) => call(server(), url, method, params)
  async function read(method: string, ...params: unknown[]) {
    const { result, error } = await rpc(method, ...params)
    expect(error).toBeUndefined()
    return result
  }
  const refusal = async (method: string, ...params: unknown[]) =>
    (await rpc(method, ...params)).error

  const numbersWithTransactions = async (): Promise<number[]> => {
    const head = Number(await read('eth_blockNumber'))
    const counts = await Promise.all(
      Array.from({ length: head + 1 }, (_, number) =>
        read('eth_getBlockTransactionCountByNumber', `0x${number.toString(16)}`),
      ),
    )
    return counts.flatMap((count, number) => (Number(count) > 0 ? [number] : []))
  }
  return { rpc, read, refusal, numbersWithTransactions }
}
