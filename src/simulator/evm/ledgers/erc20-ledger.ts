import { erc20Transfer } from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { type StateSlot, stateSlot } from '../../../store/simulator-state.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { approvalEvent, depositEvent, withdrawalEvent } from '../contracts/contract-interfaces.ts'
import type { Spending } from '../effects/outcome.ts'
import { type AddressTexts, Ledger, zeroAddressText } from './ledger.ts'
import type { TransferPlace } from './transfer-place.ts'

/** Allowance that is never used up (as in OpenZeppelin's ERC20.sol). */
export const unlimited = 2n ** 256n - 1n

/** Balances of the ERC-20 tokens of one chain, folded from their logs. */
export class Erc20Ledger {
  readonly #chainId: string
  readonly #textOf: AddressTexts
  readonly #store: WorldStore
  /** Ledgers by the contract's key. */
  readonly #balances = new Map<number, Ledger>()
  /** Allowances as decimal text by contract key, owner and spender. */
  readonly #allowances: StateSlot<string>

  constructor(chainId: string, textOf: AddressTexts, store: WorldStore) {
    this.#allowances = stateSlot(store, `${chainId} allowances`)
    this.#chainId = chainId
    this.#textOf = textOf
    this.#store = store
  }

  /** Returns the balance in the token's smallest unit; the holder is EIP-55 text. */
  balanceOf(contract: Contract, holder: string): bigint {
    return this.#ledgerOf(contract).of(holder)
  }

  /**
   * Returns the amount that a spender may take of an owner's tokens, in the smallest unit; both are
   * EIP-55 text.
   */
  allowanceOf(contract: Contract, owner: string, spender: string): bigint {
    return BigInt(this.#allowances.get(allowanceKey(contract, owner, spender)) ?? 0)
  }

  spend({ token, owner, spender, value }: Spending): void {
    const allowance = this.allowanceOf(token, owner, spender)
    if (allowance === unlimited) return
    this.#allowances.set(allowanceKey(token, owner, spender), String(allowance - value))
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
    const approval = approvalEvent.decode(log)
    if (approval) {
      const key = allowanceKey(
        contract,
        this.#textOf(approval.owner),
        this.#textOf(approval.spender),
      )
      this.#allowances.set(key, String(approval.value))
    }
    // A wrapped native token logs no transfers when it is minted and burned.
    const deposit = contract.role === 'wrapped-native' ? depositEvent.decode(log) : undefined
    if (deposit) ledger.add(this.#textOf(deposit.holder), deposit.amount)
    const withdrawal = contract.role === 'wrapped-native' ? withdrawalEvent.decode(log) : undefined
    if (withdrawal) ledger.add(this.#textOf(withdrawal.holder), -withdrawal.amount)
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

const allowanceKey = ({ seq }: Contract, owner: string, spender: string) =>
  `${seq} ${owner} ${spender}`

const selectBalance = statement<{ contract: number; holder: string }, { balance: string }>(`
  SELECT balance FROM erc20_balance
  WHERE contract_seq = :contract AND holder = :holder
  ORDER BY block_number DESC LIMIT 1`)
