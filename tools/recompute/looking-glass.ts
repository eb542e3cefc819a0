import { networks } from '../../src/networks/network.ts'
import { daySeconds } from '../../src/time/time-units.ts'
import { type Ask, type Compared, walk } from './asking.ts'
import { type PlatformTransaction, platformTransactions } from './primary-facts.ts'
import { type Movement, movementsOf } from './token-facts.ts'

interface Ranked {
  address: string
  sortKey: string
}

const btcb = '0x152b9d0FdC40C096757F570A51E494bd4b943E50'

/** Recomputes lists of holders and of rewarded addresses from transfers and stakes. */
export async function recomputeLookingGlass(ask: Ask, now: number): Promise<Compared[]> {
  const compared: Compared[] = []
  const { chains } = (await ask('/v2/chains')) as { chains: { evmChainId: number }[] }
  for (const { evmChainId } of chains)
    for (const token of await movementsOf(ask, String(evmChainId))) {
      const root = `/v2/chains/${evmChainId}/contracts/${token.address}`
      if (token.ercType === 'ERC-20')
        compared.push(...(await compareBalances(ask, `${root}/balances`, token.movements, now)))
      else
        compared.push(...(await compareHolders(ask, `${root}/nfts:listHolders`, token.movements)))
      if (evmChainId === 43_114 && token.address === btcb)
        compared.push(...(await compareBridged(ask, token.movements)))
    }
  for (const network of networks) compared.push(...(await compareRewarded(ask, network)))
  return compared
}

async function compareBalances(
  ask: Ask,
  path: string,
  movements: readonly Movement[],
  now: number,
): Promise<Compared[]> {
  const latest = amountsAfter(movements, now)
  const middle = [...latest.values()].sort((a, b) => Number(a - b))[latest.size >> 1] ?? 1n
  const compared: Compared[] = []
  for (const min of [1n, middle])
    for (const [start, end] of [
      [0, now],
      [now - 7 * daySeconds, now],
      [now - 300 * daySeconds, now - 3 * daySeconds],
    ] as const) {
      const times = movements.map(({ time }) => time).filter((time) => time > start && time <= end)
      const had = new Set(
        [start, ...new Set(times)].flatMap((time) =>
          [...amountsAfter(movements, time)].flatMap(([address, amount]) =>
            amount >= min ? [address] : [],
          ),
        ),
      )
      const url = `${path}?threshold=${min}&startTimestamp=${start}&endTimestamp=${end}&pageSize=5`
      compared.push(await compareRanks(ask, url, latest, (address) => had.has(address)))
    }
  return compared
}

async function compareHolders(ask: Ask, path: string, movements: readonly Movement[]) {
  const held = amountsAfter(movements, Number.POSITIVE_INFINITY)
  const { totalHolders, totalTokens } = await ask(path)
  const amounts = [...held.values()].filter((amount) => amount > 0n)
  return [
    await compareRanks(ask, `${path}?pageSize=4`, held, (_address, amount) => amount > 0n),
    { label: `${path}: holders`, served: totalHolders, recomputed: amounts.length },
    {
      label: `${path}: tokens`,
      served: totalTokens,
      recomputed: Number(amounts.reduce((sum, amount) => sum + amount, 0n)),
    },
  ]
}

async function compareBridged(ask: Ask, movements: readonly Movement[]): Promise<Compared[]> {
  const bridged = movements.filter(({ from, to }) => from === undefined || to === undefined)
  const amounts = amountsAfter(bridged, Number.POSITIVE_INFINITY)
  return Promise.all(
    [0n, 100_000_000_000n].map((min) =>
      compareRanks(
        ask,
        `/v2/chains/43114/btcb/bridged:getAddresses?threshold=${min}&pageSize=3`,
        amounts,
        (_address, amount) => amount > 0n && amount >= min,
      ),
    ),
  )
}

/** Returns the amounts of all holders after all movements up to a time, epoch seconds. */
function amountsAfter(movements: readonly Movement[], until: number): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const { from, to, amount, time } of movements) {
    if (time > until) continue
    if (from !== undefined) amounts.set(from, (amounts.get(from) ?? 0n) - amount)
    if (to !== undefined) amounts.set(to, (amounts.get(to) ?? 0n) + amount)
  }
  return amounts
}

/**
 * Compares a list sorted by amount; holders with equal amounts may stand in any order.
 * @param isListed whether the list has an address with its present amount, which may be 0
 */
async function compareRanks(
  ask: Ask,
  path: string,
  amounts: ReadonlyMap<string, bigint>,
  isListed: (address: string, amount: bigint) => boolean,
): Promise<Compared> {
  const served = await walk<Ranked>(ask, path, 'addresses')
  const inOrder = (lines: readonly Ranked[]) =>
    [...lines].sort((a, b) => compare(b, a) || (a.address < b.address ? -1 : 1))
  const isInOrder = served.every((each, i) => i === 0 || compare(served[i - 1] ?? each, each) >= 0)
  const expected = [...amounts]
    .filter(([address, amount]) => isListed(address, amount))
    .map(([address, amount]) => ({ address, sortKey: String(amount) }))
  return {
    label: path,
    served: `${isInOrder} ${JSON.stringify(inOrder(served))}`,
    recomputed: `true ${JSON.stringify(inOrder(expected))}`,
  }
}

const compare = (a: Ranked, b: Ranked) => Number(BigInt(a.sortKey) - BigInt(b.sortKey))

const primaryNetwork = '11111111111111111111111111111111LpoYY'

async function compareRewarded(ask: Ask, network: string): Promise<Compared[]> {
  const stakes = (await platformTransactions(ask, network)).filter(({ txType }) =>
    ['AddValidatorTx', 'AddPermissionlessValidatorTx'].includes(txType),
  )
  const { subnets } = (await ask(`/v1/networks/${network}/subnets?pageSize=10000`)) as {
    subnets: { subnetId: string }[]
  }
  const compared: Compared[] = []
  const middle = stakes[stakes.length >> 1]?.startTimestamp ?? 0
  for (const { subnetId } of subnets)
    for (const [start, end] of [
      [0, Number.MAX_SAFE_INTEGER],
      [middle, middle + 30 * daySeconds],
    ] as const) {
      const path = `/v2/subnets/${subnetId}/validators:getAddresses?network=${network}&startTimestamp=${start}&endTimestamp=${end}&pageSize=3`
      const expected = stakes
        .filter(
          (each) => (each.subnetId ?? primaryNetwork) === subnetId && overlaps(each, start, end),
        )
        .map(({ rewardAddresses, blockTimestamp }) => ({
          addresses: rewardAddresses,
          sortKey: String(blockTimestamp),
        }))
      compared.push({
        label: path,
        served: JSON.stringify(await walk(ask, path, 'addresses')),
        recomputed: JSON.stringify(expected.reverse()),
      })
    }
  return compared
}

const overlaps = (
  { startTimestamp = 0, endTimestamp = 0 }: PlatformTransaction,
  from: number,
  to: number,
): boolean => startTimestamp <= to && endTimestamp >= from
