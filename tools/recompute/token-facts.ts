import { type Ask, walk } from './asking.ts'

/** Transfer of tokens; undefined ends stand for creation or destruction. */
export interface Movement {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: bigint
  /** Epoch seconds. */
  readonly time: number
}

interface TokenFacts {
  readonly address: string
  readonly ercType: string
  /** Movements, oldest first. */
  readonly movements: readonly Movement[]
}

interface Party {
  from: { address: string }
  to: { address: string }
  value?: string
  blockTimestamp: number
  txStatus?: string
}

const zeroAddress = `0x${'0'.repeat(40)}`

/** Reads the contracts of called tokens, from their transfers and their native coins. */
export async function movementsOf(ask: Ask, chainId: string): Promise<TokenFacts[]> {
  const chain = `/v1/chains/${chainId}`
  const all = await walk<Party>(ask, `${chain}/transactions?pageSize=100`, 'transactions')
  const facts: TokenFacts[] = []
  for (const address of new Set(all.map(({ to }) => to.address))) {
    const ercType = await kindOf(ask, `${chain}/addresses/${address}`)
    if (!ercType.startsWith('ERC-')) continue
    const transfers = await walk<Party>(
      ask,
      `${chain}/tokens/${address}/transfers?pageSize=100`,
      'transfers',
    )
    const coins = ercType === 'ERC-20' ? await wrapped(ask, chain, address, all) : []
    const movements = [
      ...transfers.map(({ from, to, value = '1', blockTimestamp }) => ({
        from: realAddress(from),
        to: realAddress(to),
        amount: BigInt(value),
        time: blockTimestamp,
      })),
      ...coins,
    ]
    facts.push({ address, ercType, movements: movements.sort((a, b) => a.time - b.time) })
  }
  return facts
}

/**
 * Returns movements of wrapped coins: a deposit of coins creates tokens, a withdrawal destroys
 * tokens.
 */
async function wrapped(
  ask: Ask,
  chain: string,
  address: string,
  all: readonly Party[],
): Promise<Movement[]> {
  const given = all
    .filter(
      ({ to, value, txStatus }) => to.address === address && value !== '0' && txStatus === '1',
    )
    .map(({ from, value = '0', blockTimestamp }) => ({
      from: undefined,
      to: from.address,
      amount: BigInt(value),
      time: blockTimestamp,
    }))
  const internal = await walk<Party>(
    ask,
    `${chain}/addresses/${address}/transactions:listInternals?pageSize=100`,
    'transactions',
  )
  const returned = internal
    .filter(({ from, value }) => from.address === address && value !== '0')
    .map(({ to, value = '0', blockTimestamp }) => ({
      from: to.address,
      to: undefined,
      amount: BigInt(value),
      time: blockTimestamp,
    }))
  return [...given, ...returned]
}

const realAddress = ({ address }: { address: string }) =>
  address === zeroAddress ? undefined : address

async function kindOf(ask: Ask, path: string): Promise<string> {
  try {
    return String((await ask(path)).ercType)
  } catch {
    return 'none'
  }
}
