import type {
  LiveCChainExportTransaction,
  LiveCChainImportTransaction,
} from '../../../schemas/data/live.ts'
import type { PrimaryNetworkTransaction } from '../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { wholeList } from './lists.ts'

export const transactionsPath = (network: string, chain: string) =>
  `/v1/networks/${network}/blockchains/${chain}/transactions`

/** Every transaction of a list, in the documented dialect. */
export const allTransactions = (server: Snowglobe, url: string) =>
  wholeList<PrimaryNetworkTransaction>(server, url, 'transactions')

export type LiveCChainTransaction = LiveCChainExportTransaction | LiveCChainImportTransaction

/** All addresses that each transaction of a chain concerns, by hash: on the C-chain accounts, too. */
export async function concerned(
  server: Snowglobe,
  live: Snowglobe,
  url: string,
): Promise<Map<string, Set<string>>> {
  const people = new Map<string, Set<string>>()
  for (const transaction of await allTransactions(server, url)) {
    const { txHash, consumedUtxos, emittedUtxos, rewardAddresses = [] } = transaction
    const owners = [...consumedUtxos, ...emittedUtxos].flatMap(({ addresses }) => addresses)
    people.set(txHash, new Set([...owners, ...rewardAddresses]))
  }
  if (url.includes('c-chain'))
    for (const transaction of await wholeList<LiveCChainTransaction>(live, url, 'transactions'))
      for (const account of accountsOf(transaction)) people.get(transaction.txHash)?.add(account)
  return people
}

const accountsOf = (transaction: LiveCChainTransaction): string[] =>
  transaction.txType === 'ExportTx'
    ? transaction.evmInputs.map(({ fromAddress }) => fromAddress)
    : transaction.evmOutputs.map(({ toAddress }) => toAddress)
