import { erc20Transfer } from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import type { RowWriter } from '../../store/world-store.ts'
import type { Contract } from './contract-book.ts'
import { depositEvent, withdrawalEvent } from './contract-interfaces.ts'
import { type AddressTexts, Ledger, zeroAddressText } from './ledger.ts'
import type { TransferPlace } from './transfer-book.ts'

/** Balances of the ERC-20 tokens of one chain, folded from their logs. */
export class Erc20Ledger {
  readonly #chainId: string
  readonly #textOf: AddressTexts
  readonly #writer: RowWriter
  readonly #balances = new Map<Contract, Ledger>()

  constructor(chainId: string, textOf: AddressTexts, writer: RowWriter) {
    this.#chainId = chainId
    this.#textOf = textOf
    this.#writer = writer
  }

  /** In the token's smallest unit; the holder by EIP-55 text. */
  balanceOf(contract: Contract, holder: string): bigint {
    return this.#ledgerOf(contract).balanceOf(holder)
  }

  record(contract: Contract, log: Log, place: () => TransferPlace): void {
    const ledger = this.#ledgerOf(contract)
    const transfer = erc20Transfer.decode(log)
    if (transfer) {
      const sender = this.#textOf(transfer.from)
      const recipient = this.#textOf(transfer.to)
      if (sender !== zeroAddressText) ledger.add(sender, -transfer.value)
      if (recipient !== zeroAddressText) ledger.add(recipient, transfer.value)
      this.#write(contract, place(), sender, recipient, transfer.value)
    }
    // A wrapped native token logs no transfers when it is minted and burned.
    const deposit = contract.role === 'wrapped-native' ? depositEvent.decode(log) : undefined
    if (deposit) ledger.add(this.#textOf(deposit.holder), deposit.amount)
    const withdrawal = contract.role === 'wrapped-native' ? withdrawalEvent.decode(log) : undefined
    if (withdrawal) ledger.add(this.#textOf(withdrawal.holder), -withdrawal.amount)
  }

  /** Writes the balances that a block has changed. */
  settle(blockNumber: number): void {
    for (const [contract, ledger] of this.#balances)
      for (const [holder, balance] of ledger.takeChanges())
        this.#writer.insert('erc20_balance', {
          contract_seq: contract.seq,
          holder,
          block_number: blockNumber,
          balance,
        })
  }

  #ledgerOf(contract: Contract): Ledger {
    const known = this.#balances.get(contract)
    if (known) return known
    const ledger = new Ledger()
    this.#balances.set(contract, ledger)
    return ledger
  }

  #write(
    contract: Contract,
    place: TransferPlace,
    sender: string,
    recipient: string,
    value: bigint,
  ): void {
    this.#writer.insert('erc20_transfer', {
      seq: place.seq,
      tx_seq: place.txSeq,
      log_index: place.logIndex,
      contract_seq: contract.seq,
      sender,
      recipient,
      value,
    })
    for (const address of new Set([sender, recipient]))
      this.#writer.insert('erc20_activity', { chain_id: this.#chainId, address, seq: place.seq })
  }
}
