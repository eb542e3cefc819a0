import type { NativeTransaction } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'

/** The protagonist of the built-in world. */
export const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
export const zeroAddress = `0x${'0'.repeat(40)}`
/** An address that was never used. */
export const unknownAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** EVM chains of both networks: C-chain and L1 of mainnet, then of Fuji. */
export const chains = ['43114', '930114', '43113', '930113'] as const

/**
 * When the Granite upgrade was activated, epoch seconds: 2025-11-19 16:00 UTC, on Fuji 2025-10-29
 * 15:00 UTC.
 */
export const granite = {
  '43114': 1_763_568_000,
  '930114': 1_763_568_000,
  '43113': 1_761_750_000,
  '930113': 1_761_750_000,
} as const

/** As the live dialect has it, which adds milliseconds to what is in blocks since Granite. */
export const withMilliseconds = <Item extends { blockTimestamp: number }>(
  chain: keyof typeof granite,
  item: Item,
) =>
  item.blockTimestamp < granite[chain]
    ? item
    : { ...item, blockTimestampMilliseconds: item.blockTimestamp * 1000 }

/** Every item of a list. */
export const allItems = async <Item>(
  server: Snowglobe,
  url: string,
  listKey: string,
): Promise<Item[]> => (await walkPages<Item>(server, url, listKey, 100)).items

/** Every native transaction of an address, newest first. */
export const nativeTransactions = (server: Snowglobe, chain: string, address: string) =>
  allItems<NativeTransaction>(
    server,
    `/v1/chains/${chain}/addresses/${address}/transactions:listNative`,
    'transactions',
  )

/** All accounts that can be reached from ewoq over native transactions, ewoq first. */
export async function accountsOf(server: Snowglobe, chain: string): Promise<string[]> {
  const accounts = new Set([ewoq])
  // A set that grows while it is walked hands out what is added, too.
  for (const account of accounts)
    for (const { from, to } of await nativeTransactions(server, chain, account))
      accounts.add(from.address).add(to.address)
  return [...accounts]
}
