import { contractSlot } from '../../../evm/journal.ts'
import { proveAccount } from '../../../evm/reads/account-proof.ts'
import { wordText } from '../../../evm/reads/observed-execution.ts'
import { EMPTY_CODE_HASH } from '../../../evm/state.ts'
import { toHex } from '../../../formats/ids.ts'
import { latestTrie } from '../../../store/evm-state.ts'
import { quantity } from '../arguments.ts'
import type { EvmCall } from '../evm-call.ts'
import { blockOfState, headerOf, headOf, stateBlockNumber } from '../evm-chain.ts'
import { goValue, notUnmarshaled } from '../hex-values.ts'
import { executionError, invalidArgument, nameOf } from '../rpc-error.ts'
import { rulesAt, stateAfter } from './surroundings.ts'

/** Maximum number of slots that one proof has. G-333 */
const maxSlots = 1024

const stateOf = ({ world, chain, args }: EvmCall, index: number) =>
  stateAfter(world, chain, stateBlockNumber(world, chain, args.required(index), index))

/** `eth_getCode`. */
export function getCode(of: EvmCall): string {
  const address = of.args.address(0).toLowerCase()
  const state = stateOf(of, 1)
  const { codeHash = EMPTY_CODE_HASH } = state.account(address) ?? {}
  return codeHash === EMPTY_CODE_HASH ? '0x' : toHex(state.code(codeHash))
}

/** `eth_getTransactionCount`: the nonce of the next transaction. */
export function getTransactionCount(of: EvmCall): string {
  const address = of.args.address(0).toLowerCase()
  return quantity(stateOf(of, 1).account(address)?.nonce ?? 0n)
}

/** `eth_getStorageAt`: 32 bytes. */
export function getStorageAt(of: EvmCall): string {
  const { world, chain, args } = of
  const address = args.address(0).toLowerCase()
  const key = slotIn(args.required(1), 'unable to decode storage key: ')
  const { rules } = rulesAt(world, chain, headOf(world, chain).timestamp)
  return wordText(stateOf(of, 2).storage(address, contractSlot(rules, key)))
}

/**
 * Reads the key of a slot: up to 32 bytes, also without `0x` and of an odd number of digits.
 * @throws EvmRpcError
 */
function slotIn(value: unknown, prefix: string): bigint {
  if (typeof value !== 'string')
    throw invalidArgument(1, 'json: cannot unmarshal non-string into Go value of type string')
  const digits = value.replace(/^0x/i, '')
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw executionError(`${prefix}hex string invalid`)
  if (digits.length > 64)
    throw executionError(`${prefix}hex string too long, want at most 32 bytes`)
  return BigInt(`0x0${digits}`)
}

/** `eth_getProof`, of the latest block alone: older nodes of the trie are gone, as at the node. */
export function getProof({ world, chain, args }: EvmCall) {
  const address = args.address(0).toLowerCase()
  const given = args.required(1)
  if (!Array.isArray(given)) throw notUnmarshaled(goValue(1), nameOf(given), '[]string')
  if (given.length > maxSlots) throw executionError(`too many slots (max ${maxSlots})`)
  const keys = given.map((key) => slotIn(key, ''))
  const row = blockOfState(world, chain, args.required(2), 2)
  const head = headOf(world, chain)
  if (row.number < head.number) {
    const root = toHex(headerOf(chain, row).stateRoot)
    throw executionError(
      `missing trie node ${root.slice(2)} (path ) state ${root} is not available`,
    )
  }
  const { rules } = rulesAt(world, chain, head.timestamp)
  const trie = latestTrie(world, chain.chainId, rules.separatesAssets ? 5 : 4)
  const state = stateAfter(world, chain, row.number)
  const { account, accountProof, storageRoot, slots } = proveAccount(
    { trie, state, rules },
    address,
    keys,
  )
  return {
    address,
    accountProof: accountProof.map(toHex),
    balance: quantity(account.balance),
    codeHash: account.codeHash,
    nonce: quantity(account.nonce),
    storageHash: toHex(storageRoot),
    storageProof: slots.map(({ value, proof }, index) => ({
      key: given[index] as string,
      value: quantity(value),
      proof: proof.map(toHex),
    })),
  }
}
