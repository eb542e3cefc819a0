import type { Erc721Transfer, Erc1155Transfer } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { allItems } from './chains.ts'

/** Balance of an address in a token, and when it began to hold it. */
interface Holding {
  readonly contract: string
  readonly tokenId: string
  readonly balance: bigint
}

/** A change of an address's holdings, the oldest first. */
interface Change {
  readonly contract: string
  readonly tokenId: string
  readonly change: bigint
}

const changesOf = (
  address: string,
  transfers: readonly (Erc721Transfer | Erc1155Transfer)[],
): Change[] =>
  [...transfers].reverse().flatMap((transfer) => {
    const token = 'erc721Token' in transfer ? transfer.erc721Token : transfer.erc1155Token
    const value = 'value' in transfer ? BigInt(transfer.value) : 1n
    const change =
      (transfer.to.address === address ? value : 0n) -
      (transfer.from.address === address ? value : 0n)
    return change === 0n ? [] : { contract: token.address, tokenId: token.tokenId, change }
  })

/** Holdings after all changes, the latest first. */
function holdingsAfter(changes: readonly Change[]): Holding[] {
  const holdings = new Map<string, Holding>()
  for (const { contract, tokenId, change } of changes) {
    const key = `${contract} ${tokenId}`
    const balance = (holdings.get(key)?.balance ?? 0n) + change
    if (balance === 0n) holdings.delete(key)
    else holdings.set(key, { contract, tokenId, balance })
  }
  return [...holdings.values()].reverse()
}

/** The holdings of an address by a fold over its transfers, what came last first. */
export async function replayedHoldings(
  server: Snowglobe,
  chain: string,
  address: string,
): Promise<{ erc721: Holding[]; erc1155: Holding[] }> {
  const url = `/v1/chains/${chain}/addresses/${address}/transactions`
  const erc721 = await allItems<Erc721Transfer>(server, `${url}:listErc721`, 'transactions')
  const erc1155 = await allItems<Erc1155Transfer>(server, `${url}:listErc1155`, 'transactions')
  return {
    erc721: holdingsAfter(changesOf(address, erc721)),
    erc1155: holdingsAfter(changesOf(address, erc1155)),
  }
}
