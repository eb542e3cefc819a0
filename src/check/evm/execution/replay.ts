import { avalancheRules } from '../../../evm/avalanche.ts'
import { blockContextOf } from '../../../evm/blocks/block-context.ts'
import { erasOf } from '../../../evm/blocks/era.ts'
import { transactionOf } from '../../../evm/blocks/signed-transaction.ts'
import { type WarpSource, warpOf } from '../../../evm/precompiles/predicates.ts'
import { noAccount } from '../../../evm/state.ts'
import {
  executeTransaction,
  type Surroundings,
  type TransactionResult,
} from '../../../evm/transaction.ts'
import { parseId, toHex } from '../../../formats/ids.ts'
import { warpMessageId } from '../../../formats/warp.ts'
import { networkConstants } from '../../../networks/constants.ts'
import { numberOfBytes } from '../../../store/evm-state.ts'
import { statement } from '../../../store/statement.ts'
import { perWorld } from '../../per-world.ts'
import type { CheckedWorld } from '../../rule.ts'
import { idText } from '../../texts.ts'
import { atomicMoves } from '../atomic-moves.ts'
import { type EvmBlock, evmBlocks } from '../evm-blocks.ts'
import { type EvmChainRow, evmChains, isContractChain } from '../evm-chains.ts'
import type { EvmTransaction } from '../evm-transactions.ts'
import { genesisOf } from '../genesis-rules.ts'
import { ReplayedState, type StateText } from './replayed-state.ts'
import { accountRows, balanceRows, recordOf, selectCodes, slotRows } from './state-rows.ts'

/** The one contract in the genesis of the C-chain. */
const corethContract = `0x01${'0'.repeat(38)}`

/** A chain that is executed again from its genesis. */
export class Replay {
  readonly state: ReplayedState
  readonly #world: CheckedWorld
  readonly #chain: EvmChainRow
  readonly #blocks: readonly EvmBlock[]
  readonly #warp: WarpSource
  readonly #era: ReturnType<typeof erasOf>
  #at: { readonly key: string; readonly surroundings: Surroundings } | undefined

  constructor(world: CheckedWorld, chain: EvmChainRow) {
    this.#world = world
    this.#chain = chain
    this.#blocks = evmBlocks(world).get(chain.chain_id) ?? []
    this.state = new ReplayedState(isContractChain(chain) ? 5 : 4)
    this.#era = erasOf(networkConstants[chain.network].upgrades)
    const emitted = emittedIds(world)
    const foreign = foreignIds(world)
    this.#warp = {
      networkId: networkConstants[chain.network].networkId,
      blockchainId: parseId(chain.blockchain_id),
      isSigned: (source, unsigned) =>
        foreign.has(idText(source)) || emitted.has(toHex(warpMessageId(unsigned))),
    }
    for (const { code } of world.all(selectCodes, {})) this.state.addCode(new Uint8Array(code))
  }

  /**
   * Begins with the rows of block 0: first the accounts of the genesis, then the contracts that
   * were there before the world began, which no root covers before that of block 1 (G-314).
   * @returns root of the genesis
   */
  begin(): string {
    const isGenesis = this.#isOfGenesis()
    this.#load(isGenesis)
    const { root } = this.state.endBlock()
    this.#load((address) => !isGenesis(address))
    this.state.endBlock()
    return root
  }

  /** Executes a transaction; throws InvalidTransactionError where no block may have it. */
  execute(transaction: EvmTransaction): TransactionResult {
    const { content, sender } = transaction
    const { surroundings, era } = this.#surroundingsOf(transaction)
    const list = content.type === 0 ? [] : content.accessList
    const result = executeTransaction(
      { ...transactionOf(content, sender.toLowerCase()), ...warpOf(list, era, this.#warp) },
      surroundings,
    )
    this.state.apply(result.changes)
    return result
  }

  /** Returns where a transaction runs. */
  surroundings(transaction: EvmTransaction): Surroundings {
    return this.#surroundingsOf(transaction).surroundings
  }

  /** Applies the atomic transactions of a block, and ends it. */
  end(block: EvmBlock): { root: string; changed: StateText[] } {
    const moves = atomicMoves(this.#world).get(`${block.chain_id} ${block.hash}`)
    for (const { account, wei } of moves?.imports ?? []) this.#move(account, wei, 0n)
    for (const { account, wei } of moves?.exports ?? []) this.#move(account, wei, 1n)
    return this.state.endBlock()
  }

  #move(account: string, wei: bigint, nonces: bigint): void {
    const before = this.state.account(account) ?? noAccount
    const balance = before.balance + wei
    this.state.setAccount(account, { ...before, balance, nonce: before.nonce + nonces })
  }

  #surroundingsOf({ chain_id, block_number }: EvmTransaction) {
    const key = `${chain_id} ${block_number}`
    const block = this.#blocks[block_number]
    const timestamp = block?.timestamp ?? 0
    const era = this.#era(timestamp)
    if (this.#at?.key === key) return { surroundings: this.#at.surroundings, era }
    const kind = isContractChain(this.#chain) ? 'c-chain' : 'l1'
    const surroundings = {
      rules: avalancheRules(kind, era),
      state: this.state,
      block: blockContextOf({
        chainId: chain_id,
        number: block_number,
        timestamp,
        gasLimit: block?.content.gasLimit ?? 0n,
        baseFee: block?.content.baseFeePerGas ?? 0n,
        hashOf: (number) => this.#blocks[number]?.hash,
      }),
    }
    this.#at = { key, surroundings }
    return { surroundings, era }
  }

  #isOfGenesis(): (address: string) => boolean {
    if (isContractChain(this.#chain)) return (address) => address === corethContract
    const { alloc = {} } = genesisOf(this.#world, this.#chain)
    const accounts = new Set(
      Object.keys(alloc).map((address) => `0x${address.replace(/^0x/, '').toLowerCase()}`),
    )
    return (address) => accounts.has(address)
  }

  #load(isWanted: (address: string) => boolean): void {
    const { state } = this
    const key = `${this.#chain.chain_id} 0`
    const wanted = <Row extends { address: string }>(rows: readonly Row[] = []) =>
      rows
        .map((row) => ({ ...row, address: row.address.toLowerCase() }))
        .filter(({ address }) => isWanted(address))
    for (const { address, balance } of wanted(balanceRows(this.#world).get(key)))
      state.setAccount(address, { ...noAccount, balance: BigInt(balance) })
    for (const row of wanted(accountRows(this.#world).get(key))) {
      const before = state.account(row.address) ?? noAccount
      state.setAccount(row.address, { ...before, ...recordOf(row) })
    }
    for (const { address, slot, value } of wanted(slotRows(this.#world).get(key)))
      state.setSlot(address, numberOfBytes(slot), numberOfBytes(value))
  }
}

/** Ids of the messages that validators of the world sign. */
const emittedIds = perWorld(
  (world) => new Set(world.all(selectEmitted, {}).map(({ message_id }) => message_id)),
)

/** Blockchain ids outside the world that messages name. */
const foreignIds = perWorld((world) => {
  const known = new Set(evmChains(world).map(({ blockchain_id }) => blockchain_id))
  const named = world.all(selectNamed, {}).map(({ id }) => id)
  return new Set(named.filter((id) => !known.has(id)))
})

const selectEmitted = statement<Record<string, never>, { message_id: string }>(
  'SELECT message_id FROM warp_message',
)

const selectNamed = statement<Record<string, never>, { id: string }>(`
  SELECT source_blockchain_id AS id FROM icm_message
  UNION SELECT destination_blockchain_id FROM icm_message`)
