import {
  erc20Transfer,
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { toHex } from '../../../formats/ids.ts'
import type { Kind } from './creations.ts'
import { approval, deposited, withdrawn } from './functions.ts'
import type { Rate } from './token-prices.ts'

const zeroAddress = toHex(new Uint8Array(20))

/** State that calls on one chain depend on, folded from logs; addresses are lower-case hex. */
export class ChainState {
  readonly kinds = new Map<string, Kind>()
  /** EIP-55 address of the deployer of a contract. */
  readonly deployers = new Map<string, string>()
  /** Number of contracts that a factory has created. */
  readonly created = new Map<string, bigint>()
  /**
   * Returns the price of a token before a time; never called for contracts deployed without a row.
   */
  readonly rateOf: (token: string, time: bigint) => Rate
  readonly #amounts = new Map<string, bigint>()

  constructor(rateOf: ChainState['rateOf']) {
    this.rateOf = rateOf
  }

  /**
   * Returns a balance.
   * @param token id of an NFT, empty for an ERC-20 token
   */
  balance(contract: string, holder: string, token: bigint | '' = ''): bigint {
    return this.#amounts.get(`${contract} ${holder} ${token}`) ?? 0n
  }

  allowance(token: string, owner: string, spender: string): bigint {
    return this.#amounts.get(`${token} ${owner} lets ${spender}`) ?? 0n
  }

  isMinted(collection: string, id: bigint): boolean {
    return (this.#amounts.get(`${collection} minted ${id}`) ?? 0n) > 0n
  }

  /** Records tokens that a spender took within its allowance. */
  spend(token: string, owner: string, spender: string, value: bigint): void {
    const before = this.allowance(token, owner, spender)
    if (before < 2n ** 256n - 1n)
      this.#amounts.set(`${token} ${owner} lets ${spender}`, before - value)
  }

  apply(log: Log): void {
    const contract = toHex(log.address)
    const kind = this.kinds.get(contract)
    if (kind === 'ERC-20' || kind === 'wrapped-native') this.#applyToken(contract, log)
    else if (kind === 'ERC-721') {
      const moved = erc721Transfer.decode(log)
      if (!moved) return
      this.#move(contract, moved, moved.tokenId, 1n)
      const change =
        toHex(moved.to) === zeroAddress ? -1n : toHex(moved.from) === zeroAddress ? 1n : 0n
      this.#add(`${contract} minted ${moved.tokenId}`, change)
    } else if (kind === 'ERC-1155') {
      const single = erc1155TransferSingle.decode(log)
      if (single) this.#move(contract, single, single.id, single.value)
      const batch = erc1155TransferBatch.decode(log)
      batch?.ids.forEach((id, index) => {
        this.#move(contract, batch, id, batch.values[index] ?? 0n)
      })
    }
  }

  #applyToken(contract: string, log: Log): void {
    const moved = erc20Transfer.decode(log)
    if (moved) this.#move(contract, moved, '', moved.value)
    const allowed = approval.decode(log)
    if (allowed) {
      const [owner, spender] = [toHex(allowed.owner), toHex(allowed.spender)]
      this.#amounts.set(`${contract} ${owner} lets ${spender}`, allowed.value)
    }
    const wrapped = deposited.decode(log)
    if (wrapped) this.#add(`${contract} ${toHex(wrapped.holder)} `, wrapped.amount)
    const unwrapped = withdrawn.decode(log)
    if (unwrapped) this.#add(`${contract} ${toHex(unwrapped.holder)} `, -unwrapped.amount)
  }

  #move(
    contract: string,
    { from, to }: { from: Uint8Array; to: Uint8Array },
    token: bigint | '',
    value: bigint,
  ): void {
    this.#add(`${contract} ${toHex(from)} ${token}`, -value)
    this.#add(`${contract} ${toHex(to)} ${token}`, value)
  }

  #add(key: string, change: bigint): void {
    this.#amounts.set(key, (this.#amounts.get(key) ?? 0n) + change)
  }
}
