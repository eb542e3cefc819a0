import { expect } from 'vitest'
import { encodeCb58, idOf } from '../../../src/formats/ids.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { issue } from './wallet.ts'

/**
 * Issues a transaction of the P-chain that is refused when it is executed, and checks that it leaves
 * nothing in the log.
 * @returns the node's text after the words with which each of these refusals begins
 */
export async function refusalOf(server: Snowglobe, bytes: Uint8Array): Promise<string> {
  const before = await server.export()
  const { error } = await issue(server, '/ext/bc/P', 'platform', bytes)
  const prefix = `couldn't issue tx: failed execution: standard tx ${encodeCb58(idOf(bytes))} failed execution: `
  expect(error).toMatchObject({ code: -32000, data: null })
  expect(error?.message.slice(0, prefix.length)).toBe(prefix)
  expect(await server.export()).toEqual(before)
  return error?.message.slice(prefix.length) ?? ''
}
