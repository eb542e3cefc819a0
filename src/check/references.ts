import { nodeIdText, parseId } from '../formats/ids.ts'
import { proposerOf } from '../formats/proposer-blocks.ts'
import { primaryNetworkId } from '../networks/constants.ts'
import { statement } from '../store/statement.ts'
import { daySeconds } from '../time/time-units.ts'
import { indexBy } from '../util/grouping.ts'
import { quote } from '../util/quote.ts'
import { differences } from './compare.ts'
import { contractByAddress } from './evm/contracts.ts'
import { evmBlocks } from './evm/evm-blocks.ts'
import { evmChains } from './evm/evm-chains.ts'
import { blockContainers, idsOfContainer } from './primary/containers.ts'
import { type BlockRow, chains } from './primary/primary-blocks.ts'
import { staking } from './primary/staking-replay.ts'
import type { Rule } from './rule.ts'

/** Every EVM chain is a blockchain of its network, and has the days of its blocks. */
export const evmChainReferences: Rule = {
  name: 'evm-chains',
  check(world, findings) {
    const blockchains = indexBy(
      world.all(selectBlockchains, {}),
      ({ network, blockchain_id }) => `${network} ${blockchain_id}`,
    )
    findings.each(
      evmChains(world),
      ({ chain_id }) => [chain_id],
      function* (chain) {
        const { network, blockchain_id, subnet_id, vm_id, chain_id } = chain
        parseId(blockchain_id)
        const row = blockchains.get(`${network} ${blockchain_id}`)
        if (!row) return yield `has the blockchain ${blockchain_id}, which no subnet created`
        yield* differences(row, { subnet_id, vm_id, evm_chain_id: Number(chain_id) })
        const [genesis, first] = evmBlocks(world).get(chain_id) ?? []
        if (!genesis) return yield 'has no genesis block'
        if (chain_id !== genesis.chain_id) yield `has blocks of chain ${genesis.chain_id}`
        if (!first) return
        yield* differences(chain, { first_day: dayOf(first.timestamp) })
        if (row.created_at > first.timestamp)
          yield `has a block at ${first.timestamp}, before it was created at ${row.created_at}`
      },
    )
  },
}

/** Prices are those of contracts that exist, or of a chain's own token. */
export const priceReferences: Rule = {
  name: 'prices',
  check: (world, findings) =>
    findings.each(
      world.all(selectPrices, {}),
      ({ chain_id, contract }) => [contract || 'coin of the chain', chain_id],
      function* ({ chain_id, contract, usd }) {
        const known = contractByAddress(world).get(`${chain_id} ${contract.toLowerCase()}`)
        if (contract !== '' && known?.erc_type !== 'ERC-20')
          yield 'is the price of a contract that is not an ERC-20 token'
        if (!/^(\d+(\.\d+)?)?$/.test(usd)) yield `is ${quote(usd)}, not a decimal number`
      },
    ),
}

/**
 * The proposer of a block validates the primary network at its time, and names a height that the
 * P-chain has reached.
 */
export const proposerReferences: Rule = {
  name: 'proposers',
  check(world, findings) {
    const replays = indexBy(staking(world), ({ network }) => network)
    findings.each(blockContainers(world), idsOfContainer, function* ({ network, outer }) {
      if (!outer || outer.type === 'Option') return
      const reached = heightAt(chains(world).get(`${network} P`) ?? [], outer.timestamp)
      if (outer.pChainHeight > reached)
        yield `names the P-chain height ${outer.pChainHeight}, but the P-chain had only reached ${reached}`
      const proposer = proposerOf(outer)
      if (!proposer) return
      const node = nodeIdText(proposer)
      const stake = replays
        .get(network)
        ?.validatorOf(primaryNetworkId, node, Number(outer.timestamp))
      if (!stake) yield `was proposed by ${node}, which was not a validator at ${outer.timestamp}`
    })
  },
}

/**
 * Returns the height of the last block up to a time, by binary search: times never decrease, as the
 * rule about links shows.
 */
function heightAt(blocks: readonly BlockRow[], time: bigint): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((blocks[middle]?.timestamp ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return blocks[low - 1]?.height ?? 0
}

const dayOf = (seconds: number): number => Math.floor(seconds / daySeconds)

const selectBlockchains = statement<
  Record<string, never>,
  { network: string; blockchain_id: string; created_at: number }
>('SELECT network, blockchain_id, subnet_id, vm_id, evm_chain_id, created_at FROM blockchain')

const selectPrices = statement<
  Record<string, never>,
  { chain_id: string; contract: string; usd: string }
>('SELECT chain_id, contract, usd FROM token_price')
