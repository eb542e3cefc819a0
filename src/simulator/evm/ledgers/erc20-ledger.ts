import { erc20Transfer } from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { depositEvent, withdrawalEvent } from '../contracts/contract-interfaces.ts'
import { type AddressTexts, balanceWithin, Ledger, zeroAddressText } from './ledger.ts'
import type { TransferPlace } from './transfer-place.ts'

/** Balances of the ERC-20 tokens of one chain, folded from their logs. */
export class Erc20Ledger {
  readonly #chainId: string
  readonly #textOf: AddressTexts
  readonly #store: WorldStore
  /** Ledgers by the contract's key. */
  readonly #balances = new Map<number, Ledger>()

  constructor(chainId: string, textOf: AddressTexts, store: WorldStore) {
    this.#chainId = chainId
    this.#textOf = textOf
    this.#store = store
  }

  /** Returns the balance in the token's smallest unit; the holder is EIP-55 text. */
  balanceOf(contract: Contract, holder: string): bigint {
    return this.#ledgerOf(contract).of(holder)
  }

  /**
   * Records what a log tells. A contract may log anything: a balance never falls below zero and
   * never exceeds a word (G-317).
   */
  record(contract: Contract, log: Log, place: () => TransferPlace | undefined): void {
    const ledger = this.#ledgerOf(contract)
    const transfer = erc20Transfer.decode(log)
    if (transfer) {
      const sender = this.#textOf(transfer.from)
      const recipient = this.#textOf(transfer.to)
      const at = place()
      if (!at) return
      if (sender !== zeroAddressText) addWithin(ledger, sender, -transfer.value)
      if (recipient !== zeroAddressText) addWithin(ledger, recipient, transfer.value)
      this.#write(contract, at, sender, recipient, transfer.value)
    }
    // A wrapped native token logs no transfers when it is minted and burned.
    const deposit = contract.role === 'wrapped-native' ? depositEvent.decode(log) : undefined
    if (deposit) addWithin(ledger, this.#textOf(deposit.holder), deposit.amount)
    const withdrawal = contract.role === 'wrapped-native' ? withdrawalEvent.decode(log) : undefined
    if (withdrawal) addWithin(ledger, this.#textOf(withdrawal.holder), -withdrawal.amount)
  }

  /** Writes the balances that a block has changed. */
  flush(blockNumber: number): void {
    for (const [contractSeq, ledger] of this.#balances)
      for (const { account, after } of ledger.takeChanges())
        this.#store.insert('erc20_balance', {
          contract_seq: contractSeq,
          holder: account,
          block_number: blockNumber,
          balance: after,
        })
  }

  #ledgerOf({ seq }: Contract): Ledger {
    const known = this.#balances.get(seq)
    if (known) return known
    const ledger = new Ledger((holder) =>
      BigInt(this.#store.get(selectBalance, { contract: seq, holder })?.balance ?? 0),
    )
    this.#balances.set(seq, ledger)
    return ledger
  }

  #write(
    contract: Contract,
    place: TransferPlace,
    sender: string,
    recipient: string,
    value: bigint,
  ): void {
    this.#store.insert('erc20_transfer', {
      seq: place.seq,
      tx_seq: place.txSeq,
      log_index: place.logIndex,
      contract_seq: contract.seq,
      sender,
      recipient,
      value,
    })
    place.tally.transfer(sender, recipient)
    for (const address of new Set([sender, recipient]))
      this.#store.insert('erc20_activity', { chain_id: this.#chainId, address, seq: place.seq })
  }
}

/** Adds to a balance, within what a word holds. */
function addWithin(ledger: Ledger, holder: string, change: bigint): void {
  const before = ledger.of(holder)
  ledger.add(holder, balanceWithin(before + change) - before)
}

const selectBalance = statement<{ contract: number; holder: string }, { balance: string }>(`
  SELECT balance FROM erc20_balance
  WHERE contract_seq = :contract AND holder = :holder
  ORDER BY block_number DESC LIMIT 1`)
