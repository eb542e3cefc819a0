import type { IcmMessage } from '../../../../schemas/data/icm.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { ewoq } from '../../evm/support/chains.ts'

export const urlOf = (address: string) => `/v1/icm/addresses/${address}/messages`

/** Every message of an address, newest first. */
export const messagesOf = async (
  server: Snowglobe,
  address: string,
  query = '',
): Promise<IcmMessage[]> =>
  (await walkPages<IcmMessage>(server, `${urlOf(address)}${query}`, 'messages', 100)).items

/** The messages of all accounts that can be reached from ewoq over messages, by address. */
export async function messagesAround(server: Snowglobe): Promise<Map<string, IcmMessage[]>> {
  const byAddress = new Map<string, IcmMessage[]>()
  const addresses = new Set([ewoq])
  for (const address of addresses) {
    const messages = await messagesOf(server, address)
    byAddress.set(address, messages)
    for (const { from, to } of messages) addresses.add(from).add(to)
  }
  return byAddress
}
