import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { parseId } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { keptPart } from '../../store/kept.ts'
import type { PrimarySide } from '../atomic-seam.ts'
import { type Action, type Actors, walletNamed } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/block.ts'
import { createAddressTexts } from '../evm/ledger.ts'
import type { Rules } from '../evm/rules.ts'
import type { Random } from '../random.ts'
import type { NetworkSetup } from '../setup.ts'
import { deliverNext } from './deliver.ts'
import { createForeignChain, deliverForeign, type ForeignChain } from './foreign.ts'
import { MessageRows } from './message-rows.ts'
import { redeemRewards } from './redeem.ts'
import { sendMessage } from './send.ts'
import { createStation, type Destination, type InterchainTools, type Station } from './station.ts'

/** The interchain messages of one network. */
export interface Interchain {
  /** Makes a chain take part. */
  join(declared: EvmChainDefinition, actors: Actors, rules: Rules): Messages
}

/** The messages of one chain. */
export interface Messages {
  /** Does what is due and what comes to mind in an everyday block. */
  readonly act: Action
  /** When the relayer delivers the next message, with or without an everyday block. */
  nextAfter(time: number): number
  /** Delivers whatever has come. */
  deliver(block: EvmBlock): void
}

/** How long the relayer waits for an everyday block, seconds. */
const patience = 600

/** Teleporter messages between the EVM chains of a network, and with chains outside the world. */
export function createInterchain(setup: NetworkSetup, primary: PrimarySide): Interchain {
  const { network, definition, streams, wallets, writer } = setup
  const { networkId, cChainId } = networkConstants[network]
  const stations: Station[] = []
  const tools: InterchainTools = {
    network,
    networkId,
    relayer: walletNamed(wallets, 'relayer'),
    rows: new MessageRows(network, createAddressTexts(), writer),
    stations,
  }
  const foreign = definition.foreignChains
    .filter((chain) => chain.network === network)
    .map((chain) =>
      createForeignChain(
        chain,
        streams.stream(`${chain.evmChainId} nonces`),
        keptPart(writer, `${network} ${chain.evmChainId} foreign nonce`),
      ),
    )

  return {
    join(declared, actors, rules) {
      const station = createStation(declared, actors, () =>
        declared.kind === 'c-chain'
          ? parseId(cChainId)
          : primary.chainOf(declared.chainId).blockchainId,
      )
      stations.push(station)
      const act = stationAction(tools, station, foreign)
      return {
        act: (block) => rules.isActive('durango', block.timestamp) && act(block),
        nextAfter(time) {
          const next = station.messenger.nextArrival
          if (!next) return Number.POSITIVE_INFINITY
          // Until the definition's now its everyday blocks come often enough.
          const due = Math.max(next.sentAt, setup.now) + patience
          return due > time ? due : time + patience
        },
        deliver(block) {
          while (deliverNext(tools, station, block, block.random('deliveries')));
        },
      }
    },
  }
}

function stationAction(
  tools: InterchainTools,
  station: Station,
  foreign: readonly ForeignChain[],
): Action {
  const choose = (block: EvmBlock, sending: Random): (() => Destination) | undefined => {
    const others = tools.stations.filter(
      (other) =>
        other !== station && Date.parse(other.declared.firstBlock) / 1000 < block.timestamp,
    )
    const [outside] = foreign
    if (others.length === 0 && !outside) return undefined
    return () => {
      if (outside && (others.length === 0 || sending.chance(0.15)))
        return { place: outside.place, recipient: sending.bytes(20) }
      const other = sending.pick(others)
      const receiver = other.actors.contracts.withRole('receiver')
      const member = sending.pick(other.actors.wallets)
      const recipient = receiver && sending.chance(0.7) ? receiver.address : member.evmAddress
      return { place: other.place(), recipient, station: other }
    }
  }

  return (block) => {
    const sending = block.random('messages')
    const relaying = block.random('deliveries')
    const delivered = deliverNext(tools, station, block, relaying)
    const destination = choose(block, sending)
    const sent =
      destination !== undefined &&
      sending.chance(0.25) &&
      sendMessage(tools, station, block, sending, destination)
    const arrived = foreign.some(
      (chain) =>
        (relaying.chance(0.06) || !chain.isHeard()) &&
        deliverForeign(tools, station, block, relaying, chain),
    )
    const redeemed = relaying.chance(0.1) && redeemRewards(tools, station, block, relaying)
    return delivered || sent || arrived || redeemed
  }
}
