import { parseAddress, parseEvmAddress } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import { parseNodeId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { primaryChains } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { didYouMean } from '../../util/nearest.ts'
import type { CreatedChains, WantedChain } from '../created-chains.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { keyOf } from '../primary/id-text.ts'
import type { NodeIdentity } from '../primary/nodes.ts'
import type { PrimaryState } from '../primary/state.ts'
import type { Subnet } from '../primary/subnets/subnet-book.ts'
import { ownersText } from '../primary/utxos/held-utxo.ts'
import { type Owners, type Party, solo } from '../primary/utxos/parties.ts'
import type { Wallet } from '../wallets.ts'
import type { BlockAssembler } from './block-assembler.ts'
import type { EvmBlockAssembler } from './evm-block-assembler.ts'
import { Refusal } from './refusal.ts'

/** Names that a refusal lists. */
const maxNames = 10

/** Kinds of things that have names. */
export type Named = 'asset' | 'chain' | 'contract' | 'message' | 'stake' | 'subnet' | 'validation'

/** What verbs have of one network while the actions of a request are done. */
export interface BlockAssemblers {
  readonly network: Network
  readonly state: PrimaryState
  readonly platform: BlockAssembler
  readonly exchange: BlockAssembler
  /** `C` and the EVM chain ids of L1s that live in the world. */
  readonly evm: ReadonlyMap<string, EvmBlockAssembler>
  readonly interchain: Interchain
  /** Lets world time pass if it has to. @returns the run's present then, epoch seconds */
  timeFrom(earliest: number): number
  readonly created: Pick<CreatedChains, 'isTaken'>
  /** Lets an EVM chain live that an accepted block has created. */
  beginChain(wanted: WantedChain): void
}

/** One network during a request: its chains, and who is meant by a name or an address. */
export class ActionContext implements BlockAssemblers {
  readonly network: Network
  readonly state: PrimaryState
  readonly platform: BlockAssembler
  readonly exchange: BlockAssembler
  readonly evm: BlockAssemblers['evm']
  readonly interchain: Interchain
  readonly timeFrom: BlockAssemblers['timeFrom']
  readonly created: BlockAssemblers['created']
  readonly beginChain: BlockAssemblers['beginChain']
  /** The run's present, epoch seconds. */
  readonly now: () => number

  constructor(assemblers: BlockAssemblers, now: () => number) {
    this.network = assemblers.network
    this.state = assemblers.state
    this.platform = assemblers.platform
    this.exchange = assemblers.exchange
    this.evm = assemblers.evm
    this.interchain = assemblers.interchain
    this.timeFrom = assemblers.timeFrom
    this.created = assemblers.created
    this.beginChain = assemblers.beginChain
    this.now = now
  }

  /** Gives what an action made a name. @throws Refusal when it is taken */
  name(kind: Named, name: string | undefined, id: string): void {
    if (name === undefined) return
    const { names } = this.state
    const key = `${kind} ${name}`
    if (names.get(key) !== undefined)
      throw Refusal.impossibleText(name, `${this.network} has a ${kind} ${name} already`)
    names.set(key, id)
  }

  /** The id of what has this name, else the text, which then is an id or means nothing. */
  idOf(kind: Named, text: string): string {
    return this.state.names.get(`${kind} ${text}`) ?? text
  }

  /** A subnet by name or id, as the accepted blocks left it. @throws Refusal */
  subnet(text: string): Subnet {
    const subnet = this.state.subnets.find(this.idOf('subnet', text))
    if (subnet && text !== primaryNetworkId) return subnet
    throw Refusal.impossibleText(text, `${this.network} has no subnet ${text}`)
  }

  /** A node by name or NodeID; a name that nobody has makes one. @throws Refusal */
  node(text: string): NodeIdentity {
    const { nodes } = this.state
    if (!text.startsWith('NodeID-')) return nodes.make(text)
    const found = nodes.find(parsed(text, parseNodeId))
    if (found) return found
    throw Refusal.impossibleText(
      text,
      `nobody has the keys of ${text}: a name makes a node with keys`,
    )
  }

  /** A node by name or NodeID that somebody has named before. @throws Refusal */
  existingNode(text: string): NodeIdentity {
    const names = this.state.nodes.names()
    if (text.startsWith('NodeID-') || names.includes(text)) return this.node(text)
    const known =
      names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} …` : names.join(', ')
    throw Refusal.impossibleText(
      text,
      `${this.network} has no node ${text}${didYouMean(text, names)}; it has ${known}`,
    )
  }

  /** The EVM chain with this name. @throws Refusal when no such chain lives */
  evmChain(name: string): EvmBlockAssembler {
    const assembler = this.evm.get(name)
    // An L1 of the definition begins with its CreateChainTx, which a story may come before.
    if (assembler && !(name === 'C' || this.state.subnets.chainOf(name)))
      throw Refusal.impossibleText(name, `${this.network} has no EVM chain ${name} yet`)
    if (assembler) return assembler
    throw Refusal.impossibleText(
      name,
      `${this.network} has no EVM chain ${name}; it has ${[...this.evm.keys()].join(', ')}`,
    )
  }

  /** Somebody who signs. @throws Refusal when nobody knows the key */
  wallet(who: string): Wallet {
    return this.#withKey(who, () => this.address(who))
  }

  /** Somebody who signs on an EVM chain. */
  evmWallet(who: string): Wallet {
    return this.#withKey(who, () => this.evmAddress(who))
  }

  /**
   * Those who sign together: one alone, or as many of several as their outputs ask for. What several
   * own by different thresholds is told apart by `threshold`; else it is the lowest of them. G-114
   * @throws Refusal when too few of their keys are known
   */
  party(who: string | readonly string[], threshold?: number): Party {
    if (typeof who === 'string') return solo(this.wallet(who))
    const { addresses, threshold: lowest } = this.owners(who, threshold)
    const owners = { addresses, threshold: threshold ?? this.#thresholdOf(addresses) ?? lowest }
    const wallets = this.#keysOf(addresses)
    if (wallets.length < owners.threshold) for (const each of who) this.wallet(each)
    return { ...owners, wallets }
  }

  #keysOf(addresses: readonly Uint8Array[]): Wallet[] {
    const { keyring } = this.state.setup
    return addresses.flatMap((address) => keyring.withAddress(address) ?? [])
  }

  /** How many of the owners sign for what they own. */
  #thresholdOf(addresses: readonly Uint8Array[]): number | undefined {
    const { store, ids } = this.state
    // The rows know what is in accepted blocks.
    for (const assembler of [this.platform, this.exchange]) assembler.flush()
    const thresholds = addresses.map((_, index) => index + 1)
    return thresholds.find((threshold) => {
      const owners = ownersText(ids, { threshold, addresses: [...addresses] })
      return primaryChains.some((chain) =>
        store.get(selectOwned, { network: this.network, chain, owners }),
      )
    })
  }

  /** Those who own something together, whether or not anybody knows their keys. */
  owners(who: string | readonly string[], threshold?: number): Owners {
    const addresses = [who]
      .flat()
      .map((each) => this.address(each))
      .sort(compareBytes)
    if (new Set(addresses.map(keyOf)).size < addresses.length)
      throw Refusal.impossible(`${[who].flat().join(' and ')} are not different owners`)
    return { addresses, threshold: thresholdOf(addresses.length, threshold) }
  }

  /** 20 bytes that own outputs of the P- and X-chain. */
  address(who: string): Uint8Array {
    const known = this.state.setup.keyring.member(who)
    if (known?.address) return known.address
    if (known) throw Refusal.impossibleText(who, `${who} has no address on the P- and X-chain`)
    const { hrp } = this.state.facts
    const { address, prefix } = parsed(who, parseAddress)
    if (prefix === hrp) return address
    throw Refusal.impossibleText(
      who,
      `${who} is no address of ${this.network}, which begin with ${hrp}`,
    )
  }

  /** 20 bytes of an account of an EVM chain. */
  evmAddress(who: string): Uint8Array {
    const known = this.state.setup.keyring.member(who)
    if (known?.evmAddress) return known.evmAddress
    if (known) throw Refusal.impossibleText(who, `${who} has no address on EVM chains`)
    return parsed(who, parseEvmAddress)
  }

  #withKey(who: string, addressOf: () => Uint8Array): Wallet {
    const { keyring } = this.state.setup
    const found = keyring.named(who) ?? keyring.withAddress(addressOf())
    if (found) return found
    throw Refusal.impossible(
      `the key of ${who} is not known: declare it with a wallet action`,
      { address: who },
      who,
    )
  }
}

function thresholdOf(owners: number, threshold = 1): number {
  if (threshold > owners) throw Refusal.bad('threshold', `at most ${owners}, as many as owners`)
  return threshold
}

function parsed<Value>(who: string, parse: (text: string) => Value): Value {
  try {
    return parse(who)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw Refusal.impossibleText(
      who,
      `${who} is no member of the cast and no address: ${error.message}`,
    )
  }
}

const selectOwned = statement<{ network: string; chain: string; owners: string }, { seq: number }>(`
  SELECT seq FROM utxo
  WHERE network = :network AND consumed_on_chain = :chain AND owners = :owners
    AND consumed_by IS NULL
  LIMIT 1`)
