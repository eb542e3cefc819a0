import { expect, test } from 'vitest'
import { avalancheRules, type Era } from '../../src/evm/avalanche.ts'
import { ethereumRules, type Rules } from '../../src/evm/forks.ts'
import type { BlockContext } from '../../src/evm/machine.ts'
import { emptyState, OverlayState } from '../../src/evm/overlay-state.ts'
import type { WarpHost } from '../../src/evm/precompiles/warp-host.ts'
import { type AccountChange, bytesOf, EMPTY_CODE_HASH } from '../../src/evm/state.ts'
import {
  type EvmTransaction,
  executeTransaction,
  InvalidTransactionError,
  TransactionExecution,
} from '../../src/evm/transaction.ts'
import { toHex } from '../../src/formats/ids.ts'
import { keccak256 } from '../../src/formats/keccak.ts'
import { addressedCall, sendWarpMessageEvent, warpMessageId } from '../../src/formats/warp.ts'

const sender = '0x00000000000000000000000000000000000ca11e'
const contract = '0x00000000000000000000000000000000c0de0001'
const burn = '0x0100000000000000000000000000000000000000'
const warp = '0200000000000000000000000000000000000005'
const later = 1_763_600_000n

const block: BlockContext = {
  chainId: 43_114n,
  coinbase: burn,
  number: 5n,
  timestamp: 1_700_000_000n,
  gasLimit: 15_000_000n,
  baseFee: 25n,
  prevRandao: 1n,
  blobBaseFee: 1n,
  blockHash: () => 0n,
}

function stateWith(code: string, storage: [bigint, bigint][] = []): OverlayState {
  const state = new OverlayState(emptyState)
  const account = (address: string, code: Uint8Array, isMultiCoin: boolean): AccountChange => ({
    address,
    before: undefined,
    after: {
      nonce: 0n,
      balance: address === sender ? 10n ** 20n : 0n,
      codeHash: code.length === 0 ? EMPTY_CODE_HASH : toHex(keccak256(code)),
      isMultiCoin,
    },
    code,
    clearsStorage: false,
    storage:
      address === contract ? storage.map(([slot, after]) => ({ slot, before: 0n, after })) : [],
  })
  const hasAssets = storage.some(([slot]) => (slot >> 248n) & 1n)
  state.apply([
    account(sender, new Uint8Array(), false),
    account(contract, bytesOf(`0x${code}`), hasAssets),
  ])
  return state
}

const transaction: EvmTransaction = {
  sender,
  to: contract,
  nonce: 0n,
  gasLimit: 1_000_000n,
  value: 0n,
  data: new Uint8Array(),
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
  accessList: [],
}

const run = (
  state: OverlayState,
  rules: Rules,
  changes: Partial<EvmTransaction> = {},
  blockChanges: Partial<BlockContext> = {},
) =>
  executeTransaction(
    { ...transaction, ...changes },
    { state, rules, block: { ...block, ...blockChanges } },
  )

/** Stores 0 in slot 0. */
const clear = '5f5f55'.replaceAll('5f', '6000')

test('Ethereum refunds a cleared slot, Avalanche does not', () => {
  const storage: [bigint, bigint][] = [[0n, 1n]]
  const used = (rules: Rules) => run(stateWith(clear, storage), rules).gasUsed
  // 21,000, two pushes, and a cold slot that changes.
  expect(used(avalancheRules('c-chain', 'durango'))).toBe(26_006n)
  expect(used(ethereumRules('shanghai'))).toBe(26_006n - 4800n)
  expect(used(avalancheRules('l1', 'banff'))).toBe(26_006n)
  // Before Apricot 1 as in Istanbul.
  const free = (era: Era) =>
    run(stateWith(clear, storage), avalancheRules('c-chain', era), {}, { baseFee: 0n }).gasUsed
  expect([free('launch'), free('apricotPhase1')]).toEqual([13_003n, 26_006n])
})

test('only what runs makes a result depend on the gas limit', () => {
  const depends = (code: string) =>
    run(stateWith(code), avalancheRules('c-chain', 'granite')).dependsOnGas
  expect(depends('5a00')).toBe(true)
  // Carried by a push, and behind the end.
  expect(depends('605a00')).toBe(false)
  expect(depends('005a')).toBe(false)
  // STATICCALL of the identity precompile; CREATE of no code.
  expect(depends('600060006000600060045afa00')).toBe(true)
  expect(depends('6000600060006000600461fffffa00')).toBe(true)
  expect(depends('600060006000f000')).toBe(true)
  // BALANCE: prepaid gas is missing in that of the sender alone.
  expect(depends(`73${sender.slice(2)}3100`)).toBe(true)
  expect(depends(`73${contract.slice(2)}3100`)).toBe(false)
})

test('the coinbase, which burns, gets base fee and tip', () => {
  const paid = (rules: Rules) =>
    run(stateWith('00'), rules).changes.find(({ address }) => address === burn)?.after?.balance
  expect(paid(avalancheRules('c-chain', 'granite'))).toBe(21_000n * 27n)
  expect(paid(ethereumRules('cancun'))).toBe(21_000n * 2n)
})

test('two keys that differ in the bit of assets are one slot on the C-chain', () => {
  // Stores 7 at 2^248, loads 0 and returns it.
  const code = `60077f01${'00'.repeat(31)}5560005460005260206000f3`
  const output = (rules: Rules) => BigInt(toHex(run(stateWith(code), rules).output))
  expect(output(avalancheRules('c-chain', 'cortina'))).toBe(7n)
  expect(output(avalancheRules('l1', 'cortina'))).toBe(0n)
})

const asset = `aa${'00'.repeat(30)}bb`
const assetSlot = BigInt(`0x${asset}`) | (1n << 248n)
const receiver = '00000000000000000000000000000000000bee0f'

/** Calls a native-asset precompile with the transaction's data; returns whether and what. */
const forward = (number: number) =>
  `3660006000376020604036600060007301${'0'.repeat(37)}${number}5af160005260406000f3`

test('assets besides AVAX move by their precompile between Apricot 2 and Banff', () => {
  const amount = (5).toString(16).padStart(64, '0')
  const data = bytesOf(`0x${receiver}${asset}${amount}`)
  const move = (era: Era) => {
    const state = stateWith(forward(2), [[assetSlot, 9n]])
    const { output, changes } = run(state, avalancheRules('c-chain', era), { data })
    state.apply(changes)
    const balance = state.storage(`0x${receiver}`, assetSlot)
    return [output[31], balance, state.account(`0x${receiver}`)?.isMultiCoin]
  }
  expect(move('apricotPhase5')).toEqual([1, 5n, true])
  expect(move('apricotPhase6')).toEqual([1, 5n, true])
  // Paused for a day, then gone.
  expect(move('apricotPhasePre6')).toEqual([0, 0n, undefined])
  expect(move('banff')).toEqual([0, 0n, undefined])
})

test('an asset of which there is too little fails, and the whole gas of the call is gone', () => {
  const amount = (10).toString(16).padStart(64, '0')
  const data = bytesOf(`0x${receiver}${asset}${amount}`)
  const state = stateWith(forward(2), [[assetSlot, 9n]])
  const { gasUsed, changes } = run(state, avalancheRules('c-chain', 'apricotPhase5'), { data })
  expect(gasUsed).toBeGreaterThan(950_000n)
  expect(changes.map(({ address }) => address).sort()).toEqual([sender, burn].sort())
})

const blockchainId = new Uint8Array(32).fill(7)
const host: WarpHost = {
  blockchainId,
  verifiedMessage: (index) =>
    index === 0
      ? {
          slots: 3,
          sourceChainId: new Uint8Array(32).fill(9),
          content: { kind: 'call', sender, payload: Uint8Array.of(1, 2) },
        }
      : undefined,
  unsignedMessage: (from, payload) => {
    const source = { networkId: 1, sourceChainId: blockchainId, sourceAddress: bytesOf(from) }
    const bytes = addressedCall(source, payload)
    return { id: warpMessageId(bytes), bytes }
  },
}

const callWarp = (data: string, rules = avalancheRules('c-chain', 'granite')) =>
  run(stateWith('00'), rules, { to: `0x${warp}`, data: bytesOf(`0x${data}`), warp: host })

test('Warp tells the id of the chain for 2 gas, since Granite for 200', () => {
  const { output, gasUsed } = callWarp('4213cf78')
  expect(output).toEqual(blockchainId)
  expect(gasUsed - callWarp('4213cf78', avalancheRules('l1', 'durango')).gasUsed).toBe(198n)
})

test('Warp sends a message as the log from which validators sign it', () => {
  const payload = `${'20'.padStart(64, '0')}${'3'.padStart(64, '0')}${'abcdef'.padEnd(64, '0')}`
  const { logs, output, gasUsed, error } = callWarp(`ee5b48eb${payload}`)
  expect(error).toBeUndefined()
  const [log] = logs
  if (!log) throw new Error('no log')
  const values = sendWarpMessageEvent.decode({
    address: bytesOf(log.address),
    topics: [...log.topics],
    data: log.data,
  })
  expect(values?.messageId).toEqual(output)
  expect(warpMessageId(values?.message ?? new Uint8Array())).toEqual(output)
  const zeros = [...bytesOf(`0xee5b48eb${payload}`)].filter((byte) => byte === 0).length
  const intrinsic = 21_000 + 4 * zeros + 16 * (100 - zeros)
  expect(gasUsed).toBe(BigInt(intrinsic + 41_500 + 8 * 96))
})

test('Warp reads a verified message for its size, and says that there is no other', () => {
  const read = (index: number) => callWarp(`6f825350${index.toString(16).padStart(64, '0')}`)
  const found = read(0)
  const missing = read(1)
  expect(toHex(found.output)).toBe(
    `0x${['40', '1'].map((each) => each.padStart(64, '0')).join('')}${'09'.repeat(32)}${sender.slice(2).padStart(64, '0')}${'60'.padStart(64, '0')}${'2'.padStart(64, '0')}${'0102'.padEnd(64, '0')}`,
  )
  expect(missing.output[63]).toBe(0)
  // Of the two indexes one has a byte that is not zero.
  expect(found.gasUsed - missing.gasUsed).toBe(3n * 512n - 12n)
})

test('a block may not have a transaction that delegates to Warp since August 2025', () => {
  const delegate = `600060006000600073${warp}5af4`
  const rules = avalancheRules('c-chain', 'granite')
  const refused = () => run(stateWith(delegate), rules, { warp: host }, { timestamp: later })
  expect(refused).toThrow(
    new InvalidTransactionError('precompile cannot be called with DELEGATECALL'),
  )
  expect(run(stateWith(delegate), rules, { warp: host }).error).toBeUndefined()
})

test('calls go 1,024 deep and an execution goes on after each pause', () => {
  // Calls itself with all gas and counts in slot 0 how often that succeeded.
  const code = '600060006000600060003062ffffff5a03f160005401600055'.replace('62ffffff5a03', '5a')
  const surroundings = {
    state: stateWith(code),
    rules: avalancheRules('c-chain', 'granite'),
    block: { ...block, gasLimit: 2n ** 60n },
  }
  const rich = { ...transaction, gasLimit: 10n ** 12n }
  const execution = new TransactionExecution(rich, surroundings)
  let slices = 1
  while (!execution.run(1000)) slices++
  expect(slices).toBeGreaterThan(10)
  const { changes, root } = execution.finish()
  let depth = 0
  for (let node = root; node.calls[0]; node = node.calls[0]) depth++
  expect(depth).toBe(1025)
  const stored = changes.find(({ address }) => address === contract)?.storage
  expect(stored).toEqual([{ slot: 0n, before: 0n, after: 1024n }])
  expect(executeTransaction(rich, surroundings).changes).toEqual(changes)
})

test('a refusal has the words of geth', () => {
  const rules = avalancheRules('c-chain', 'granite')
  const refused = (changes: Partial<EvmTransaction>) => () => run(stateWith('00'), rules, changes)
  expect(refused({ nonce: 1n })).toThrow(/^nonce too high: address 0x.*, tx: 1 state: 0$/)
  expect(refused({ gasLimit: 20_999n })).toThrow('intrinsic gas too low: have 20999, want 21000')
  expect(refused({ maxFeePerGas: 24n })).toThrow(/^max fee per gas less than block base fee: /)
  expect(refused({ value: 10n ** 21n })).toThrow(/^insufficient funds for gas \* price \+ value: /)
  expect(refused({ gasLimit: 15_000_001n })).toThrow('gas limit reached')
})
