import type { Network } from '../networks/network.ts'
import { primaryChains } from '../networks/primary-chain.ts'
import type { ChainHead } from '../store/chain-heads.ts'
import { statement } from '../store/statement.ts'
import { headsIn } from './heights.ts'
import type { World } from './world.ts'

/** A block by its chain and height. */
interface BlockPlace extends ChainHead {
  /** P, X, C, or the EVM chain id of an L1. */
  readonly chain: string
}

type Reader = Pick<World, 'all' | 'get'>

/** Returns the total number of blocks on the chains of a network. */
export const countOfBlocks = (world: Reader, network: Network): number =>
  Object.values(headsIn(world, network)).reduce((sum, { height }) => sum + height, 0)

/**
 * Returns the newest blocks of a network, newest first. Within one second, chains keep their own
 * order.
 */
export const newestBlocks = (world: Reader, network: Network, max: number): BlockPlace[] =>
  Object.keys(headsIn(world, network))
    .reverse()
    .flatMap((chain) =>
      world
        .all(isPrimary(chain) ? selectNewest : selectNewestEvm, { network, chain, max })
        .map((head) => ({ ...head, chain })),
    )
    .sort((a, b) => b.time - a.time)
    .slice(0, max)

/** Returns the time of a block, epoch seconds; undefined for a missing one. */
export const timeOfBlock = (
  world: Reader,
  place: { readonly network: Network; readonly chain: string; readonly height: number },
): number | undefined => world.get(isPrimary(place.chain) ? selectTime : selectTimeEvm, place)?.time

const isPrimary = (chain: string) => primaryChains.some((one) => one === chain)

type Newest = { network: Network; chain: string; max: number }

const selectNewest = statement<Newest, ChainHead>(`
  SELECT height, timestamp AS time FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT :max + 0`)

const selectNewestEvm = statement<Newest, ChainHead>(`
  SELECT number AS height, timestamp AS time FROM evm_block
  WHERE chain_id = :chain AND :network IS NOT NULL ORDER BY number DESC LIMIT :max + 0`)

type Place = { network: Network; chain: string; height: number }

const selectTime = statement<Place, { time: number }>(`
  SELECT timestamp AS time FROM primary_block
  WHERE network = :network AND chain = :chain AND height = :height`)

const selectTimeEvm = statement<Place, { time: number }>(`
  SELECT timestamp AS time FROM evm_block
  WHERE chain_id = :chain AND :network IS NOT NULL AND number = :height`)
