import { equalBytes } from '@noble/curves/utils.js'
import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import type { WarpSource } from '../../evm/precompiles/predicates.ts'
import { parseId } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { stateList, stateSlot } from '../../store/simulator-state.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { type Action, type Actors, walletNamed } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import { createAddressTexts } from '../evm/ledgers/ledger.ts'
import type { Rules } from '../evm/rules.ts'
import type { Random } from '../random.ts'
import type { NetworkSetup } from '../setup.ts'
import { deliverNext } from './deliver.ts'
import { createForeignChain, deliverForeign } from './foreign.ts'
import { MessageBook } from './message-book.ts'
import { MessageRows, type Place } from './message-rows.ts'
import { Messenger } from './messenger.ts'
import type { Destination, InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'
import { redeemRewards } from './redeem.ts'
import { sendMessage } from './send.ts'

/** Interchain messages of one network. */
export interface Interchain extends Pick<InterchainTools, 'relayer' | 'foreign'> {
  /** Adds a chain. Background messages never go to a chain without background traffic. */
  join(declared: EvmChainDefinition, actors: Actors, isBackground: boolean): RegisteredChain
}

/** A participating chain. */
interface RegisteredChain {
  readonly endpoint: MessengerEndpoint
  readonly warp: WarpSource
  readonly book: MessageBook
  /** Returns the automatic activity of its messages. */
  messages(rules: Rules): Messages
}

/** Automatic activity of the messages of one chain. */
interface Messages {
  /** Sends random messages and delivers waiting ones in a background block. */
  readonly act: Action
  /** Returns the time of the relayer's next delivery, with or without a background block. */
  nextAfter(time: number): number
  /** Delivers all deliverable messages. */
  deliver(block: EvmBlock): void
}

/** Maximum time that the relayer waits for a background block, seconds. */
const maxWaitSeconds = 600

/**
 * Creates the Teleporter messages between the EVM chains of a network, and with chains outside the
 * world.
 */
export function createInterchain(setup: NetworkSetup): Interchain {
  const { network, definition, streams, wallets, store } = setup
  const { networkId } = networkConstants[network]
  const endpoints: MessengerEndpoint[] = []
  const tools: InterchainTools = {
    network,
    networkId,
    streams,
    relayer: walletNamed(wallets, 'relayer'),
    rows: new MessageRows(network, createAddressTexts(), store),
    endpoints,
    foreign: definition.foreignChains
      .filter((chain) => chain.network === network)
      .map((chain) =>
        createForeignChain(
          chain,
          streams.stream(`${chain.evmChainId} nonces`),
          stateSlot(store, `${network} ${chain.evmChainId} foreign nonce`),
        ),
      ),
  }

  return {
    relayer: tools.relayer,
    foreign: tools.foreign,
    join(declared, actors, isBackground) {
      const endpoint = createEndpoint(declared, { actors, isBackground }, store)
      endpoints.push(endpoint)
      return {
        endpoint,
        warp: warpSourceOf(tools, endpoint),
        book: new MessageBook(tools, endpoint),
        messages: (rules) => ({
          act: (block) => rules.isActive('durango', block.timestamp) && act(tools, endpoint, block),
          nextAfter: (time) => nextDelivery(endpoint, setup.now, time),
          deliver(block) {
            while (deliverNext(tools, endpoint, block));
          },
        }),
      }
    },
  }
}

function createEndpoint(
  declared: EvmChainDefinition,
  { actors, isBackground }: Pick<MessengerEndpoint, 'actors' | 'isBackground'>,
  store: WorldStore,
): MessengerEndpoint {
  const { chainId } = declared
  let place: Place | undefined
  const found = () => {
    const row = place ? undefined : store.get(selectChain, { chainId })
    if (row) place = { evmChainId: chainId, blockchainId: parseId(row.blockchain_id) }
    return place
  }
  return {
    declared,
    actors,
    isBackground,
    messenger: new Messenger({
      nonce: actors.slotOf('messenger nonce'),
      arriving: stateList(store, `${chainId} messenger arriving`),
    }),
    exists: () => found() !== undefined,
    place() {
      const known = found()
      if (!known) throw new Error(`internal error: chain ${chainId} has no block yet`)
      return known
    },
  }
}

/** Returns what the Warp precompile of a chain knows of messages. */
const warpSourceOf = (
  { networkId, rows, foreign }: InterchainTools,
  { place }: MessengerEndpoint,
): WarpSource => ({
  networkId,
  get blockchainId() {
    return place().blockchainId
  },
  isSigned: (source, unsigned) =>
    foreign.some((chain) => equalBytes(chain.place.blockchainId, source)) ||
    rows.isEmitted(unsigned),
})

/**
 * Returns the time of the next delivery.
 * @param now time of the definition: until then background blocks come often enough
 */
function nextDelivery({ messenger }: MessengerEndpoint, now: number, time: number): number {
  const next = messenger.arriving.map(({ sentAt, due }) => {
    if (due === null) return Number.POSITIVE_INFINITY
    const at = due ?? Math.max(sentAt, now) + maxWaitSeconds
    return at > time ? at : time + maxWaitSeconds
  })
  return Math.min(Number.POSITIVE_INFINITY, ...next)
}

function act(tools: InterchainTools, endpoint: MessengerEndpoint, block: EvmBlock): boolean {
  const sending = block.random('messages')
  const relaying = block.random('deliveries')
  const delivered = deliverNext(tools, endpoint, block)
  const destination = chooseDestination(tools, endpoint, sending)
  const sent =
    destination !== undefined &&
    sending.chance(0.25) &&
    sendMessage(endpoint, block, sending, destination)
  const arrived = tools.foreign.some(
    (chain) =>
      (relaying.chance(0.06) || !chain.isHeard()) &&
      deliverForeign(tools, endpoint, block, relaying, chain),
  )
  const redeemed = relaying.chance(0.1) && redeemRewards(tools, endpoint, block)
  return delivered || sent || arrived || redeemed
}

function chooseDestination(
  { endpoints, foreign }: InterchainTools,
  endpoint: MessengerEndpoint,
  random: Random,
): (() => Destination) | undefined {
  const others = endpoints.filter(
    (other) => other !== endpoint && other.isBackground && other.exists(),
  )
  const [outside] = foreign
  if (others.length === 0 && !outside) return undefined
  return () => {
    if (outside && (others.length === 0 || random.chance(0.15)))
      return { place: outside.place, recipient: random.bytes(20) }
    const other = random.pick(others)
    const receiver = other.actors.contracts.withRole('receiver')
    const member = random.pick(other.actors.wallets)
    const recipient = receiver && random.chance(0.7) ? receiver.address : member.evmAddress
    return { place: other.place(), recipient, endpoint: other }
  }
}

const selectChain = statement<{ chainId: string }, { blockchain_id: string }>(
  'SELECT blockchain_id FROM evm_chain WHERE chain_id = :chainId',
)
