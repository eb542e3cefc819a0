import type { ContractDefinition, EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { networkConstants } from '../../networks/constants.ts'
import { stateSlot } from '../../store/simulator-state.ts'
import { backgroundBlocks, backgroundFullness } from '../background/background-count.ts'
import { backgroundTimes } from '../background/background-times.ts'
import { quietTimes } from '../background/quiet-times.ts'
import { primaryChainNumber, subnetChainNumber } from '../chains/chain-numbers.ts'
import { type Allocation, managerAddressText, managerCode } from '../chains/l1-genesis.ts'
import { createSequences, type Sequences } from '../chains/sequences.ts'
import { upgradeTimes } from '../chains/upgrade-times.ts'
import type { Interchain } from '../interchain/interchain.ts'
import type { MessengerEndpoint } from '../interchain/messenger-endpoint.ts'
import { backgroundBlock, type EventSource, earliest, type ScheduledChain } from '../scheduler.ts'
import type { NetworkSetup } from '../setup.ts'
import type { PrimarySide } from '../shared-memory.ts'
import { type Actors, walletNamed } from './actions/actors.ts'
import { backgroundActions } from './actions/background.ts'
import { deployDue } from './actions/deployments.ts'
import { writeChain } from './blocks/chain-row.ts'
import { ContractBook } from './contracts/contract-book.ts'
import { createContractProfiles } from './contracts/contract-profiles.ts'
import { EvmChain } from './evm-chain.ts'
import { Erc20Ledger } from './ledgers/erc20-ledger.ts'
import { createAddressTexts } from './ledgers/ledger.ts'
import { NftLedger } from './ledgers/nft-ledger.ts'
import { createNftMetadata } from './ledgers/nft-metadata.ts'
import { TransferBook } from './ledgers/transfer-book.ts'
import { movingPrices } from './prices/moving-prices.ts'
import { pricesOf } from './prices/prices.ts'
import { rulesOf } from './rules.ts'
import { ChainState } from './state/chain-state.ts'
import { earlyContracts } from './state/early-contracts.ts'
import { putCode, putCorethGenesis } from './state/genesis-state.ts'
import { putIn } from './state/put-in.ts'

/** An existing EVM chain, and the parts of it that actions need. */
export interface ScheduledEvmChain extends ScheduledChain {
  readonly chain: EvmChain
  readonly actors: Actors
  readonly endpoint: MessengerEndpoint
}

/** Settings for the start and the activity of an EVM chain. */
export interface EvmActivity {
  /** Index among all EVM chains, from 0. */
  readonly place: number
  /** Accounts with coins in the genesis of an L1. */
  readonly holders: readonly Allocation[]
  /** Whether the cast is active on it; false on a chain created by an action. */
  readonly isBackground: boolean
}

/** Returns an EVM chain with the cast's background activity on it. */
export function scheduledEvmChain(
  setup: NetworkSetup,
  declared: EvmChainDefinition,
  primary: PrimarySide,
  interchain: Interchain,
  how: EvmActivity,
): ScheduledEvmChain {
  const { wallets, streams, store, periods } = setup
  const { chainId } = declared
  const declaredContracts = setup.definition.contracts.filter((each) => each.chainId === chainId)
  const sequences = createSequences(store, chainNumberOf(declared, how.place))
  const actors = createActors(setup, declared, declaredContracts, sequences)
  const { state, contracts, transfers, textOf } = actors
  const rules = rulesOf(networkConstants[declared.network], declared.kind)
  const early = rules.engine(Date.parse(declared.firstBlock) / 1000)
  const participant = interchain.join(declared, actors, how.isBackground)
  const chain = new EvmChain({
    ...{ chainId, network: declared.network, primary, rules, streams, sequences, store },
    ...{ state, contracts, transfers, textOf, periods },
    messages: participant.book,
    warp: participant.warp,
    introduce() {
      writeChain(setup, declared, primary, actors.prices)
      if (declared.kind === 'c-chain') putCorethGenesis(state)
      else {
        for (const { wallet, wei } of how.holders) state.add(textOf(wallet.evmAddress), wei)
        putCode(state, managerAddressText, managerCode, [[0n, 1n]])
      }
      for (const contract of declaredContracts)
        if (contract.address) {
          const address = parseEvmAddress(contract.address.toLowerCase())
          contracts.add(contract, address)
          contracts.publish(address, contract)
        }
    },
    putIn() {
      const at = { chainId, deployer: walletNamed(wallets, undefined).evmAddress, rules: early }
      for (const contract of earlyContracts(declared, declaredContracts)) putIn(state, contract, at)
    },
  })
  const deploy = deployDue(actors, declaredContracts)
  const messages = participant.messages(rules)
  const { first, any } = backgroundActions(actors)
  const times = !how.isBackground
    ? never
    : backgroundTimes(streams, {
        name: `${chainId} blocks`,
        start: Date.parse(declared.firstBlock) / 1000,
        now: setup.now,
        upgrades: upgradeTimes(declared.network),
        blocks: backgroundBlocks(setup.size, declared.blocks),
        pace: setup.pace,
      })
  const quiet = setup.size === 'empty' && how.isBackground ? quietTimes(setup, declared) : never

  const declaredEvent = whenTaken(chain, { what: 'a declared event', ...quiet })
  const background = whenTaken(chain, { what: backgroundBlock, ...times })
  const arrival = whenTaken(chain, { what: 'a message arrives', nextAfter: messages.nextAfter })
  const prices = movingPrices(setup, declared, actors)
  const blocks = [declaredEvent, arrival, background]
  const sources = how.isBackground ? [...blocks, { what: 'prices move', ...prices }] : blocks
  return {
    name: chain.name,
    chain,
    actors,
    endpoint: participant.endpoint,
    sources,
    act(time) {
      const isPriced = how.isBackground && prices.nextAfter(time - 1) === time
      if (isPriced) prices.move(time)
      if (isPriced && earliest(blocks, time - 1) > time) return
      const block = chain.open(time)
      const isDue = background.nextAfter(time - 1) === time
      if (isDue || earliest(blocks, time - 1) > time) {
        if (!deploy(block)) first(block, wallets[0])
        const usual = declared.maxTransactionsPerBlock
        const count = block.random('counts').int(1, usual * backgroundFullness(setup, 'evm', time))
        const crowd = streams.at(`${chainId} crowd`, block.number)
        // Additional transactions of a full block do not come from the protagonist.
        for (let i = 0; i < count; i++) any(block, i < usual ? undefined : crowd.pick(wallets))
        messages.act(block)
      } else {
        if (declaredEvent.nextAfter(time - 1) === time) deploy(block)
        messages.deliver(block)
      }
      chain.accept(block)
    },
  }
}

/**
 * Returns an event source that delays times too close to the last block, until the chain takes a
 * block.
 */
const whenTaken = (chain: EvmChain, { what, nextAfter }: EventSource): EventSource => ({
  what,
  nextAfter(time) {
    const { lastTime, earliest } = chain
    const isWaiting = earliest > time && nextAfter(Math.min(time, lastTime)) < earliest
    return isWaiting ? earliest : nextAfter(Math.max(time, earliest - 1))
  },
})

function createActors(
  { wallets, store, streams }: NetworkSetup,
  { chainId, kind }: EvmChainDefinition,
  declared: readonly ContractDefinition[],
  sequences: Sequences,
): Actors {
  const textOf = createAddressTexts()
  const state = new ChainState(store, chainId, kind === 'c-chain' ? 5 : 4)
  const randomOf = (what: string) => (place: number) => streams.at(`${chainId} ${what}`, place)
  const prices = pricesOf(store, chainId)
  const tools = { chainId, textOf, sequences, store }
  const profiles = createContractProfiles(declared, randomOf('contract profiles'))
  const contracts = new ContractBook({ ...tools, profiles, prices })
  const metadata = createNftMetadata(declared, randomOf('NFT metadata'))
  const transfers = new TransferBook(contracts, textOf, {
    erc20: new Erc20Ledger(chainId, textOf, store),
    nfts: new NftLedger({ ...tools, contracts, metadata }),
  })
  return {
    ...{ wallets, state, contracts, transfers, prices, textOf },
    slotOf: (part) => stateSlot(store, `${chainId} ${part}`),
  }
}

const chainNumberOf = ({ kind, network }: EvmChainDefinition, place: number) =>
  kind === 'c-chain' ? primaryChainNumber(network, 'C') : subnetChainNumber(network, place)

const never = { nextAfter: () => Number.POSITIVE_INFINITY }
