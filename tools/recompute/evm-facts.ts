import { type Ask, walk } from './asking.ts'

/** Block with everything that metrics count. Addresses are in lower case. */
export interface BlockFacts {
  readonly chainId: string
  readonly network: string
  readonly timestamp: number
  /** Time of the block before, undefined for the first one after genesis. */
  readonly before: number | undefined
  readonly transactions: readonly { gasUsed: bigint; gasPrice: bigint }[]
  readonly active: readonly string[]
  readonly senders: readonly string[]
  /** Creator of each contract: a contract, if one created it. */
  readonly deployers: readonly string[]
}

interface Transaction {
  blockNumber: string
  txHash: string
  from: { address: string }
  to: { address: string }
  gasUsed: string
  gasPrice: string
  method?: { callType: string }
}
type Moves = { from: { address: string }; to: { address: string } }[]

const zeroAddress = `0x${'0'.repeat(40)}`

/** Returns all blocks of a chain but genesis, oldest first, from lists and single transactions. */
export async function blocksOf(ask: Ask, chainId: string, network: string): Promise<BlockFacts[]> {
  const chain = `/v1/chains/${chainId}`
  const listed = await walk<Transaction>(ask, `${chain}/transactions?pageSize=100`, 'transactions')
  const ofBlock = new Map<string, Transaction[]>()
  for (const transaction of listed)
    ofBlock.set(transaction.blockNumber, [
      ...(ofBlock.get(transaction.blockNumber) ?? []),
      transaction,
    ])
  const moves = new Map<string, Moves>()
  for (const { txHash } of listed) {
    const whole = await ask(`${chain}/transactions/${txHash}`)
    const { erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = whole
    moves.set(txHash, [erc20Transfers, erc721Transfers, erc1155Transfers].flat() as Moves)
  }
  const creators = await creatorsOf(ask, chain, new Set(listed.map(({ from }) => from.address)))
  const blocks = await walk<{ blockNumber: string; blockTimestamp: number }>(
    ask,
    `${chain}/blocks?pageSize=100`,
    'blocks',
  )
  return blocks
    .reverse()
    .filter(({ blockNumber }) => blockNumber !== '0')
    .map(({ blockNumber, blockTimestamp }, place, all) => {
      const own = ofBlock.get(blockNumber) ?? []
      const moved = own.flatMap(({ txHash }) => moves.get(txHash) ?? [])
      const called = own.filter(({ method }) => method?.callType !== 'CONTRACT_CREATION')
      const senders = addresses([...own, ...moved].map(({ from }) => from))
      return {
        chainId,
        network,
        timestamp: blockTimestamp,
        before: all[place - 1]?.blockTimestamp,
        transactions: own.map(({ gasUsed, gasPrice }) => ({
          gasUsed: BigInt(gasUsed),
          gasPrice: BigInt(gasPrice),
        })),
        senders,
        active: [...senders, ...addresses([...called, ...moved].map(({ to }) => to))],
        deployers: own.flatMap(({ txHash }) => creators.get(txHash) ?? []),
      }
    })
}

const addresses = (parties: readonly { address: string }[]): string[] =>
  parties.map(({ address }) => address.toLowerCase()).filter((address) => address !== zeroAddress)

/** Returns the creators of the contracts of each transaction. */
async function creatorsOf(
  ask: Ask,
  chain: string,
  senders: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const creators = new Map<string, string[]>()
  for (const sender of senders) {
    const made = await walk<{
      deploymentDetails: {
        txHash: string
        deployerAddress: string
        deployerContractAddress?: string
      }
    }>(ask, `${chain}/contracts/${sender}/deployments?pageSize=100`, 'contracts')
    for (const { deploymentDetails: by } of made) {
      const creator = by.deployerContractAddress ?? by.deployerAddress
      creators.set(by.txHash, [...(creators.get(by.txHash) ?? []), creator.toLowerCase()])
    }
  }
  return creators
}
