import type { NativeTransaction } from '../../../../schemas/data/evm-transactions.ts'
import type {
  LiveCChainExportTransaction,
  LiveCChainImportTransaction,
} from '../../../../schemas/data/live.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get } from '../../../support/server.ts'
import { accountsOf, nativeTransactions } from './chains.ts'

type AtomicTransaction = LiveCChainExportTransaction | LiveCChainImportTransaction

/** Native balances that follow from the transactions of a chain, all of it read through HTTP. */
export interface NativeReplay {
  readonly accounts: readonly string[]
  /** Whether a contract paid the account native value, or it is that contract. */
  hasPayouts(account: string): boolean
  /**
   * How an account's balance changes in the blocks after one up to and with another, in wei; but
   * for payouts of contracts, which no transaction shows.
   */
  change(account: string, after: number, until: number): bigint
}

export async function openNativeReplay(server: Snowglobe, chain: string): Promise<NativeReplay> {
  const accounts = await accountsOf(server, chain)
  const atomics = await atomicTransactions(server, chain)
  const natives = new Map<string, NativeTransaction[]>()
  for (const account of accounts)
    natives.set(account, await nativeTransactions(server, chain, account))

  return {
    accounts,
    hasPayouts: (account) => (natives.get(account) ?? []).some(isWithdrawal),
    change(account, after, until) {
      const isWithin = (block: string | number) => Number(block) > after && Number(block) <= until
      const changes = [
        ...(natives.get(account) ?? [])
          .filter(({ blockNumber }) => isWithin(blockNumber))
          .map((transaction) => nativeChange(account, transaction)),
        ...atomics
          .filter(({ blockHeight }) => isWithin(blockHeight))
          .map((transaction) => atomicChange(account, transaction)),
      ]
      return changes.reduce((sum, change) => sum + change, 0n)
    },
  }
}

/** The wrapped native token is the only contract of the world that pays out native value. */
const isWithdrawal = ({ method, txStatus }: NativeTransaction) =>
  method?.methodName === 'withdraw(uint256)' && txStatus === '1'

function nativeChange(account: string, transaction: NativeTransaction): bigint {
  const value = transaction.txStatus === '1' ? BigInt(transaction.value) : 0n
  const fee = BigInt(transaction.gasUsed) * BigInt(transaction.gasPrice)
  const paid = transaction.from.address === account ? value + fee : 0n
  const got = transaction.to.address === account ? value : 0n
  return got - paid
}

const weiPerNanoAvax = 10n ** 9n

function atomicChange(account: string, transaction: AtomicTransaction): bigint {
  const moves =
    transaction.txType === 'ImportTx'
      ? transaction.evmOutputs.map(({ toAddress, asset }) => [toAddress, asset.amount] as const)
      : transaction.evmInputs.map(
          ({ fromAddress, asset }) => [fromAddress, `-${asset.amount}`] as const,
        )
  return moves
    .filter(([address]) => address.toLowerCase() === account.toLowerCase())
    .reduce((sum, [, amount]) => sum + BigInt(amount) * weiPerNanoAvax, 0n)
}

/** Every atomic transaction of a C-chain; L1s have none. */
export async function atomicTransactions(
  server: Snowglobe,
  chain: string,
): Promise<AtomicTransaction[]> {
  const network = { '43114': 'mainnet', '43113': 'fuji' }[chain]
  if (network === undefined) return []
  const transactions: AtomicTransaction[] = []
  let token: string | undefined = ''
  while (token !== undefined) {
    const url = `/v1/networks/${network}/blockchains/c-chain/transactions?pageSize=100${token}`
    const { body } = await get(server, url, { 'x-snowglobe-dialect': 'live' })
    const page = body as { transactions: AtomicTransaction[]; nextPageToken?: string }
    transactions.push(...page.transactions)
    token = page.nextPageToken && `&pageToken=${page.nextPageToken}`
  }
  return transactions
}
