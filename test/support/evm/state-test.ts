import { type EthereumFork, ethereumRules } from '../../../src/evm/forks.ts'
import { emptyState, OverlayState } from '../../../src/evm/overlay-state.ts'
import { type AccountChange, bytesOf, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { nodesInMemory, StateTrie } from '../../../src/evm/state-trie.ts'
import { executeTransaction, InvalidTransactionError } from '../../../src/evm/transaction.ts'
import { rlpBytes } from '../../../src/formats/evm/rlp-writer.ts'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import { evmAddressOf, publicKeyOf } from '../../../src/formats/secp256k1.ts'

type Hex = string

/** A test of ethereum/tests, folder GeneralStateTests. */
export interface StateTest {
  readonly env: {
    readonly currentCoinbase: Hex
    readonly currentNumber: Hex
    readonly currentTimestamp: Hex
    readonly currentGasLimit: Hex
    readonly currentBaseFee?: Hex
    readonly currentRandom?: Hex
    readonly currentDifficulty?: Hex
  }
  readonly pre: Readonly<
    Record<string, { balance: Hex; code: Hex; nonce: Hex; storage: Record<Hex, Hex> }>
  >
  readonly post: Readonly<Record<string, readonly Expectation[]>>
  readonly transaction: {
    readonly data: readonly Hex[]
    readonly gasLimit: readonly Hex[]
    readonly value: readonly Hex[]
    readonly nonce: Hex
    /** Versions of a test before 2023 have the key alone. */
    readonly sender?: Hex
    readonly secretKey?: Hex
    readonly to: Hex
    readonly gasPrice?: Hex
    readonly maxFeePerGas?: Hex
    readonly maxPriorityFeePerGas?: Hex
    readonly maxFeePerBlobGas?: Hex
    readonly accessLists?: readonly (
      | readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
      | null
    )[]
  }
}

export interface Expectation {
  /** Root of the state after the transaction. */
  readonly hash: Hex
  /** Keccak-256 of the RLP of the logs. */
  readonly logs: Hex
  readonly indexes: { readonly data: number; readonly gas: number; readonly value: number }
  readonly expectException?: string
}

/** Rules of the names that the tests have for forks. */
export const forksOfTests: Readonly<Record<string, EthereumFork>> = {
  Istanbul: 'istanbul',
  Berlin: 'berlin',
  London: 'london',
  Merge: 'london',
  Paris: 'london',
  Shanghai: 'shanghai',
  Cancun: 'cancun',
  // Of what Shanghai brings, PUSH0 alone: the same for tests of PUSH0.
  'Merge+3855': 'shanghai',
}

/**
 * Tests of EIP-7610: an address with storage, but neither nonce nor code, takes no contract.
 * go-ethereum has it since 1.14.0; libevm, of which avalanchego 1.14.2 is made, follows 1.13.14.
 */
const storageCollisions = new Set([
  'InitCollisionParis',
  'RevertInCreateInInitCreate2Paris',
  'RevertInCreateInInit_Paris',
  'create2collisionStorageParis',
  'dynamicAccountOverwriteEmpty_Paris',
])

/** Returns why a test cannot be run: what it has is no part of Avalanche's chains. */
export function inapplicable(name: string, { transaction }: StateTest): string | undefined {
  if (transaction.maxFeePerBlobGas !== undefined)
    return 'blob transactions, which Avalanche refuses'
  return storageCollisions.has(name)
    ? 'storage alone makes a creation fail (EIP-7610), which Avalanche does not have'
    : undefined
}

/** What a case did; `refusal` is the reason why no block may have its transaction. */
export interface Outcome {
  readonly hash: string
  readonly logs: string
  readonly refusal: string | undefined
}

export const isAsExpected = ({ hash, logs, refusal }: Outcome, expected: Expectation): boolean =>
  hash === expected.hash &&
  logs === expected.logs &&
  (refusal !== undefined) === (expected.expectException !== undefined)

/** Runs one case; returns the root of the state and the hash of the logs. */
export function runStateTest(
  test: StateTest,
  fork: string,
  indexes: Expectation['indexes'],
): Outcome {
  const rulesFork = forksOfTests[fork]
  if (rulesFork === undefined) throw new Error(`unknown fork ${fork}`)
  const rules = ethereumRules(rulesFork)
  const { env, transaction } = test
  const isMerged = !['Istanbul', 'Berlin', 'London'].includes(fork)
  const state = new OverlayState(emptyState)
  const trie = new StateTrie(nodesInMemory(), 4)
  const before = stateBefore(test)
  state.apply(before)
  let hash = trie.update(before)
  let logs: Uint8Array = keccak256(Uint8Array.of(0xc0))
  let refusal: string | undefined
  try {
    const accessList = transaction.accessLists?.[indexes.data] ?? []
    if (!rules.hasAccessLists && transaction.accessLists)
      throw new InvalidTransactionError('transaction type not supported')
    if (!rules.isLondon && transaction.maxFeePerGas)
      throw new InvalidTransactionError('transaction type not supported')
    const maxFeePerGas = BigInt(transaction.maxFeePerGas ?? transaction.gasPrice ?? 0)
    const result = executeTransaction(
      {
        sender: senderOf(transaction),
        to: transaction.to === '' ? undefined : transaction.to,
        nonce: BigInt(transaction.nonce),
        gasLimit: BigInt(transaction.gasLimit[indexes.gas] ?? 0),
        value: numberIn(transaction.value[indexes.value] ?? '0x0'),
        data: bytesOf(transaction.data[indexes.data] ?? '0x'),
        maxFeePerGas,
        maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas ?? maxFeePerGas),
        accessList: accessList.map(({ address, storageKeys }) => ({
          address: address.toLowerCase(),
          slots: storageKeys.map(BigInt),
        })),
      },
      {
        rules,
        state,
        block: {
          chainId: 1n,
          coinbase: env.currentCoinbase,
          number: BigInt(env.currentNumber),
          timestamp: BigInt(env.currentTimestamp),
          gasLimit: BigInt(env.currentGasLimit),
          baseFee: rules.isLondon ? BigInt(env.currentBaseFee ?? 10) : 0n,
          prevRandao: BigInt((isMerged ? env.currentRandom : env.currentDifficulty) ?? 0),
          blobBaseFee: 1n,
          blockHash: (number) => BigInt(toHex(keccak256(Buffer.from(number.toString())))),
        },
      },
    )
    hash = trie.update(result.changes)
    logs = keccak256(
      rlpBytes((writer) =>
        writer.item(
          result.logs.map(({ address, topics, data }) => [bytesOf(address), [...topics], data]),
        ),
      ),
    )
  } catch (error) {
    if (!(error instanceof InvalidTransactionError)) throw error
    refusal = error.message
  }
  return { hash: toHex(hash), logs: toHex(logs), refusal }
}

function senderOf({ sender, secretKey }: StateTest['transaction']): string {
  if (sender !== undefined) return sender
  if (secretKey === undefined) throw new Error('the test has neither a sender nor its key')
  return toHex(evmAddressOf(publicKeyOf(bytesOf(secretKey))))
}

/** Numbers above 2^256 have a mark. */
const numberIn = (text: string) => BigInt(text.replace('0x:bigint ', ''))

function stateBefore({ pre }: StateTest): AccountChange[] {
  return Object.entries(pre).map(([address, { balance, nonce, code, storage }]) => {
    const bytes = bytesOf(code)
    const codeHash = bytes.length === 0 ? EMPTY_CODE_HASH : toHex(keccak256(bytes))
    return {
      address,
      before: undefined,
      after: { balance: BigInt(balance), nonce: BigInt(nonce), codeHash, isMultiCoin: false },
      code: bytes,
      clearsStorage: false,
      storage: Object.entries(storage).map(([slot, value]) => ({
        slot: BigInt(slot),
        before: 0n,
        after: BigInt(value),
      })),
    }
  })
}
