import { type AccountRecord, EMPTY_CODE_HASH } from '../../../evm/state.ts'
import { numberOfBytes } from '../../../store/evm-state.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import { perWorld } from '../../per-world.ts'
import { accountText, balanceText, type StateText, slotText } from './replayed-state.ts'

interface BalanceRow {
  chain_id: string
  address: string
  block_number: number
  balance: string
}

interface AccountRow {
  chain_id: string
  address: string
  block_number: number
  nonce: number
  code_hash: string | null
  is_multi_coin: number
}

interface SlotRow {
  chain_id: string
  address: string
  block_number: number
  slot: Uint8Array
  value: Uint8Array
}

const placeOf = ({ chain_id, block_number }: { chain_id: string; block_number: number }) =>
  `${chain_id} ${block_number}`

export const balanceRows = perWorld((world) => groupBy(world.all(selectBalances, {}), placeOf))
export const accountRows = perWorld((world) => groupBy(world.all(selectAccounts, {}), placeOf))
export const slotRows = perWorld((world) => groupBy(world.all(selectSlots, {}), placeOf))

/** Returns an account without its balance. */
export const recordOf = (row: AccountRow): Omit<AccountRecord, 'balance'> => ({
  nonce: BigInt(row.nonce),
  codeHash: row.code_hash ?? EMPTY_CODE_HASH,
  isMultiCoin: row.is_multi_coin === 1,
})

export const textOfBalance = ({ address, balance }: BalanceRow): StateText =>
  balanceText(address.toLowerCase(), balance)

export const textOfAccount = (row: AccountRow): StateText =>
  accountText(row.address.toLowerCase(), recordOf(row))

export const textOfSlot = ({ address, slot, value }: SlotRow): StateText =>
  slotText(address.toLowerCase(), numberOfBytes(slot), numberOfBytes(value))

const selectBalances = statement<Record<string, never>, BalanceRow>(
  'SELECT chain_id, address, block_number, balance FROM evm_balance',
)
const selectAccounts = statement<Record<string, never>, AccountRow>('SELECT * FROM evm_account')
const selectSlots = statement<Record<string, never>, SlotRow>('SELECT * FROM evm_storage')

/** Code by hash. */
export const selectCodes = statement<Record<string, never>, { hash: string; code: Uint8Array }>(
  'SELECT hash, code FROM evm_code',
)

/** Nodes of a chain's tries. */
export const selectNodes = statement<
  { chainId: string },
  { owner: string; path: string; node: Uint8Array }
>('SELECT owner, path, node FROM evm_trie_node WHERE chain_id = :chainId')
