import { parseAddress, parseEvmAddress } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import { parseNodeId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { primaryChains } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { didYouMean } from '../../util/nearest.ts'
import type { Wallet } from '../accounts/wallets.ts'
import type { CreatedChains, WantedChain } from '../chains/created-chains.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { keyOf } from '../primary/id-text.ts'
import type { NodeIdentity } from '../primary/nodes.ts'
import type { PrimaryState } from '../primary/state.ts'
import type { Subnet } from '../primary/subnets/subnet-book.ts'
import { ownersText } from '../primary/utxos/held-utxo.ts'
import { type Owners, type Party, solo } from '../primary/utxos/parties.ts'
import type { BlockAssembler } from './block-assembler.ts'
import type { EvmBlockAssembler } from './evm-block-assembler.ts'
import { Refusal } from './refusal.ts'

/** Maximum number of names that a refusal lists. */
const maxNames = 10

/** Kinds of things that have names. */
type Named = 'asset' | 'chain' | 'contract' | 'message' | 'stake' | 'subnet' | 'validation'

/** Parts of one network that verbs use during the actions of a request. */
interface NetworkParts {
  readonly network: Network
  readonly state: PrimaryState
  readonly platform: BlockAssembler
  readonly exchange: BlockAssembler
  /** Assemblers by `C` and the EVM chain ids of L1s that exist in the world. */
  readonly evm: ReadonlyMap<string, EvmBlockAssembler>
  readonly interchain: Interchain
  /**
   * Advances world time if necessary.
   * @returns the simulation's present then, epoch seconds
   */
  timeFrom(earliest: number): number
  readonly created: Pick<CreatedChains, 'isTaken'>
  /** Starts an EVM chain that an accepted block has created. */
  beginChain(wanted: WantedChain): void
}

/** One network during a request: its chains, with lookups by name and address. */
export class ActionContext implements NetworkParts {
  readonly network: Network
  readonly state: PrimaryState
  readonly platform: BlockAssembler
  readonly exchange: BlockAssembler
  readonly evm: NetworkParts['evm']
  readonly interchain: Interchain
  readonly timeFrom: NetworkParts['timeFrom']
  readonly created: NetworkParts['created']
  readonly beginChain: NetworkParts['beginChain']
  /** Returns the simulation's present, epoch seconds. */
  readonly now: () => number

  constructor(parts: NetworkParts, now: () => number) {
    this.network = parts.network
    this.state = parts.state
    this.platform = parts.platform
    this.exchange = parts.exchange
    this.evm = parts.evm
    this.interchain = parts.interchain
    this.timeFrom = parts.timeFrom
    this.created = parts.created
    this.beginChain = parts.beginChain
    this.now = now
  }

  /**
   * Names a thing that an action created.
   * @throws Refusal when the name is taken
   */
  name(kind: Named, name: string | undefined, id: string): void {
    if (name === undefined) return
    const { names } = this.state
    const key = `${kind} ${name}`
    if (names.get(key) !== undefined)
      throw Refusal.impossibleText(
        name,
        `the ${kind} ${name} exists already on ${this.network}; choose another name`,
      )
    names.set(key, id)
  }

  /**
   * Returns the id of the thing with this name; otherwise the text itself, which is an id or
   * invalid.
   */
  idOf(kind: Named, text: string): string {
    return this.state.names.get(`${kind} ${text}`) ?? text
  }

  /**
   * Returns a subnet by name or id, as of the accepted blocks.
   * @throws Refusal
   */
  subnet(text: string): Subnet {
    const subnet = this.state.subnets.find(this.idOf('subnet', text))
    if (subnet && text !== primaryNetworkId) return subnet
    throw Refusal.impossibleText(text, `${this.network} has no subnet ${text}`)
  }

  /**
   * Returns a node by name or NodeID; an unused name creates one.
   * @throws Refusal
   */
  node(text: string): NodeIdentity {
    const { nodes } = this.state
    if (!text.startsWith('NodeID-')) return nodes.make(text)
    const found = nodes.find(
      nodeIdIn(text, 'the NodeID of a node of the world, or a new name, which creates a node'),
    )
    if (found) return found
    throw Refusal.impossibleText(
      text,
      `the keys of ${text} are not known; use a name instead, which makes a node with keys`,
    )
  }

  /**
   * Returns a node by name or NodeID that was named before.
   * @throws Refusal
   */
  existingNode(text: string): NodeIdentity {
    const { nodes } = this.state
    const names = nodes.names()
    if (names.includes(text)) return this.node(text)
    const known =
      names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} …` : names.join(', ')
    const isId = text.startsWith('NodeID-')
    const found =
      isId && nodes.find(nodeIdIn(text, `the name or NodeID of an existing node: ${known}`))
    if (found) return found
    throw Refusal.impossibleText(
      text,
      // A validator that a wallet has added has a NodeID and no name.
      `${this.network} has no ${isId ? 'named ' : ''}node ${text}${didYouMean(text, names)}; it has ${known}`,
    )
  }

  /**
   * Returns the EVM chain with this name.
   * @throws Refusal when no such chain exists
   */
  evmChain(name: string): EvmBlockAssembler {
    const assembler = this.evm.get(name)
    // An L1 of the definition begins with its CreateChainTx; a story may refer to it earlier.
    if (assembler && !(name === 'C' || this.state.subnets.chainOf(name)))
      throw Refusal.impossibleText(
        name,
        `${this.network} has no EVM chain ${name} yet: a later CreateChainTx creates it; act at a later time`,
      )
    if (assembler) return assembler
    throw Refusal.impossibleText(
      name,
      `${this.network} has no EVM chain ${name}; it has ${[...this.evm.keys()].join(', ')}`,
    )
  }

  /**
   * Returns an account that signs.
   * @throws Refusal for an account without a known key
   */
  wallet(account: string): Wallet {
    return this.#withKey(account, () => this.address(account))
  }

  /** Returns an account that signs on an EVM chain. */
  evmWallet(account: string): Wallet {
    return this.#withKey(account, () => this.evmAddress(account))
  }

  /**
   * Returns the signers: a single account, or enough of several owners for their outputs.
   * `threshold` selects among outputs of the same owners with different thresholds; the default is
   * the lowest. G-114
   * @throws Refusal when too few of their keys are known
   */
  party(account: string | readonly string[], threshold?: number): Party {
    if (typeof account === 'string') return solo(this.wallet(account))
    const { addresses, threshold: lowest } = this.owners(account, threshold)
    const owners = { addresses, threshold: threshold ?? this.#thresholdOf(addresses) ?? lowest }
    const wallets = this.#keysOf(addresses)
    if (wallets.length < owners.threshold) for (const each of account) this.wallet(each)
    return { ...owners, wallets }
  }

  #keysOf(addresses: readonly Uint8Array[]): Wallet[] {
    const { keyring } = this.state.setup
    return addresses.flatMap((address) => keyring.withAddress(address) ?? [])
  }

  /** Returns the number of owners that must sign for their outputs. */
  #thresholdOf(addresses: readonly Uint8Array[]): number | undefined {
    const { store, ids } = this.state
    // The rows contain accepted blocks only.
    for (const assembler of [this.platform, this.exchange]) assembler.flush()
    const thresholds = addresses.map((_, index) => index + 1)
    return thresholds.find((threshold) => {
      const owners = ownersText(ids, { threshold, addresses: [...addresses] })
      return primaryChains.some((chain) =>
        store.get(selectOwned, { network: this.network, chain, owners }),
      )
    })
  }

  /** Returns common owners, whether or not their keys are known. */
  owners(account: string | readonly string[], threshold?: number): Owners {
    const addresses = [account]
      .flat()
      .map((each) => this.address(each))
      .sort(compareBytes)
    if (new Set(addresses.map(keyOf)).size < addresses.length)
      throw Refusal.impossible(
        `${[account].flat().join(' and ')} must be different owners, but two of them have the same address`,
      )
    return { addresses, threshold: thresholdOf(addresses.length, threshold) }
  }

  /** Returns the 20 bytes that own outputs of the P- and X-chain. */
  address(account: string): Uint8Array {
    const known = this.state.setup.keyring.member(account)
    if (known?.address) return known.address
    if (known)
      throw Refusal.impossibleText(account, `${account} has no address on the P- and X-chain`)
    const { hrp } = this.state.facts
    const { address, prefix } = parsed(account, parseAddress)
    if (prefix === hrp) return address
    throw Refusal.impossibleText(
      account,
      `${account} is not an address of ${this.network}: those begin with ${hrp}1`,
    )
  }

  /** Returns the 20 bytes of an account of an EVM chain. */
  evmAddress(account: string): Uint8Array {
    const known = this.state.setup.keyring.member(account)
    if (known?.evmAddress) return known.evmAddress
    if (known) throw Refusal.impossibleText(account, `${account} has no address on EVM chains`)
    return parsed(account, parseEvmAddress)
  }

  #withKey(account: string, addressOf: () => Uint8Array): Wallet {
    const { keyring } = this.state.setup
    const found = keyring.named(account) ?? keyring.withAddress(addressOf())
    if (found) return found
    throw Refusal.impossible(
      `the private key of ${account} is not known; declare it with a wallet action`,
      { address: account },
      account,
    )
  }
}

function thresholdOf(owners: number, threshold = 1): number {
  if (threshold > owners)
    throw Refusal.bad('threshold', `at most ${owners}, because there are that many owners`)
  return threshold
}

/** Maximum characters of a name in the cast; addresses are longer. */
const maxNameLength = 32

/**
 * Reads a NodeID.
 * @param wanted what to use instead of an invalid one
 * @throws Refusal
 */
function nodeIdIn(text: string, wanted: string): Uint8Array {
  try {
    return parseNodeId(text)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw Refusal.impossibleText(
      text,
      `${text} is no valid NodeID: ${error.message}; use ${wanted}`,
    )
  }
}

/** Reads the address of an account that is no name in the cast. @throws Refusal */
function parsed<Value>(account: string, parse: (text: string) => Value): Value {
  try {
    return parse(account)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw Refusal.impossibleText(
      account,
      `${account} is neither a name in the cast nor an address${
        account.length > maxNameLength ? `: ${error.message}` : '; snowglobe cast lists the names'
      }`,
    )
  }
}

const selectOwned = statement<{ network: string; chain: string; owners: string }, { seq: number }>(`
  SELECT seq FROM utxo
  WHERE network = :network AND consumed_on_chain = :chain AND owners = :owners
    AND consumed_by IS NULL
  LIMIT 1`)
