import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { createAddressFromString, Account as JsAccount } from '@ethereumjs/util'
import { type CallResult, createdAddress } from '../../../src/evm/calls.ts'
import { type EthereumFork, ethereumRules } from '../../../src/evm/forks.ts'
import { Execution } from '../../../src/evm/interpreter.ts'
import { Journal } from '../../../src/evm/journal.ts'
import { type BlockContext, Machine } from '../../../src/evm/machine.ts'
import { emptyState, OverlayState } from '../../../src/evm/overlay-state.ts'
import { EMPTY_CODE_HASH, hexOf } from '../../../src/evm/state.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import type { RandomProgram } from './random-program.ts'

const coinbase = '0x00000000000000000000000000000000c01ba5e0'

const block: BlockContext = {
  chainId: 1n,
  coinbase,
  number: 300n,
  timestamp: 1_700_000_000n,
  gasLimit: 30_000_000n,
  baseFee: 7n,
  prevRandao: 99n,
  blobBaseFee: 1n,
  blockHash: () => 0n,
}

/** What both engines have to agree on. */
export interface Outcome {
  readonly gasUsed: bigint
  readonly refund: bigint
  readonly isSuccess: boolean
  readonly output: string
  readonly logs: readonly { address: string; topics: string[]; data: string }[]
  /** Accounts that are not empty, with what they store. */
  readonly accounts: Readonly<Record<string, string>>
  readonly storage: Readonly<Record<string, string>>
}

/** Runs a program in our interpreter. */
export function runOurs(program: RandomProgram, fork: EthereumFork, stepsOfSlice = 37): Outcome {
  const rules = ethereumRules(fork)
  const state = new OverlayState(emptyState)
  state.apply(
    program.accounts.map(({ address, balance, nonce, code, storage }) => ({
      address,
      before: undefined,
      after: { balance, nonce, codeHash: codeHashOf(code), isMultiCoin: false },
      code,
      clearsStorage: false,
      storage: storage.map(({ slot, value }) => ({ slot, before: 0n, after: value })),
    })),
  )
  const { caller, to, value, data } = program
  const gas = program.gas
  const journal = new Journal(rules, state)
  const context = { origin: caller, gasPrice: 10n, blobHashes: [], warp: undefined }
  const machine = new Machine(rules, block, context, journal)
  const sender = journal.account(caller)
  const { nonce } = sender
  journal.setNonce(sender, nonce + 1n)
  if (rules.hasAccessLists)
    for (const address of [caller, to]) if (address) journal.warm(journal.account(address))
  const common = { caller, value, gas }
  const execution = new Execution(
    machine,
    to === undefined
      ? { ...common, kind: 'CREATE', address: createdAddress(caller, nonce), initCode: data }
      : { ...common, kind: 'CALL', context: to, to, input: data, isStatic: false },
  )
  // In slices, which may not change anything.
  while (!execution.run(stepsOfSlice));
  const result = execution.result as CallResult
  state.apply(journal.changes())

  const accounts: Record<string, string> = {}
  const storage: Record<string, string> = {}
  const touched = new Set([
    ...program.accounts.map(({ address }) => address),
    ...journal.changes().map(({ address }) => address),
  ])
  for (const address of touched) {
    const account = state.account(address)
    if (!account) continue
    accounts[address] = `${account.nonce} ${account.balance} ${account.codeHash}`
    const slots = new Set([
      ...(program.accounts.find((each) => each.address === address)?.storage ?? []).map(
        ({ slot }) => slot,
      ),
      ...journal.account(address).slots.keys(),
    ])
    for (const slot of slots) {
      const stored = state.storage(address, slot)
      if (stored !== 0n) storage[`${address} ${slot}`] = stored.toString(16)
    }
  }
  return {
    gasUsed: BigInt(gas - result.gasLeft),
    refund: BigInt(result.error === undefined ? journal.refund : 0),
    isSuccess: result.error === undefined,
    output: hexOf(result.output),
    logs: journal.logs.map(({ address, topics, data }) => ({
      address,
      topics: topics.map(hexOf),
      data: hexOf(data),
    })),
    accounts,
    storage,
  }
}

const codeHashOf = (code: Uint8Array) =>
  code.length === 0 ? EMPTY_CODE_HASH : hexOf(keccak256(code))

const hardforks = {
  istanbul: Hardfork.Istanbul,
  berlin: Hardfork.Berlin,
  london: Hardfork.London,
  shanghai: Hardfork.Shanghai,
  cancun: Hardfork.Cancun,
}

const commons = new Map<EthereumFork, Common>()

/** Runs a program in @ethereumjs/evm. */
export async function runTheirs(program: RandomProgram, fork: EthereumFork): Promise<Outcome> {
  let common = commons.get(fork)
  if (!common) {
    // No random input of the point evaluation gets as far as its pairing.
    const kzg = { verifyProof: () => false } as never
    common = new Common({ chain: Mainnet, hardfork: hardforks[fork], customCrypto: { kzg } })
    commons.set(fork, common)
  }
  const stateManager = new SimpleStateManager({ common })
  for (const { address, balance, nonce, code, storage } of program.accounts) {
    const key = createAddressFromString(address)
    await stateManager.putAccount(key, new JsAccount(nonce, balance))
    if (code.length > 0) await stateManager.putCode(key, code)
    for (const { slot, value } of storage)
      await stateManager.putStorage(key, bytes32(slot), minimal(value))
  }
  const evm = await createEVM({ common, stateManager })
  stateManager.originalStorageCache.clear()
  if (fork !== 'istanbul')
    for (const address of [program.caller, program.to, ...ethereumRules(fork).precompiles.keys()])
      if (address) evm.journal.addAlwaysWarmAddress(address)
  const header = {
    number: block.number,
    coinbase: createAddressFromString(coinbase),
    timestamp: block.timestamp,
    difficulty: fork === 'shanghai' || fork === 'cancun' ? 0n : block.prevRandao,
    prevRandao: bytes32(block.prevRandao),
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFee,
    getBlobGasPrice: () => block.blobBaseFee,
  }
  const result = await evm.runCall({
    block: { header } as never,
    caller: createAddressFromString(program.caller),
    gasLimit: BigInt(program.gas),
    gasPrice: 10n,
    ...(program.to !== undefined && { to: createAddressFromString(program.to) }),
    value: program.value,
    data: program.data,
  })
  const { execResult } = result
  for (const address of execResult.selfdestruct?.keys() ?? []) {
    // Since Cancun the caller of the engine has to tell which contracts the transaction made.
    if (fork === 'cancun' && !execResult.createdAddresses?.has(address)) continue
    const key = createAddressFromString(address)
    await stateManager.clearStorage(key)
    await evm.journal.deleteAccount(key)
  }
  await evm.journal.cleanup()

  const accounts: Record<string, string> = {}
  const storage: Record<string, string> = {}
  for (const [address, account] of stateManager.accountStack.at(-1) ?? []) {
    if (!account) continue
    accounts[address] = `${account.nonce} ${account.balance} ${hexOf(account.codeHash)}`
  }
  for (const [key, value] of stateManager.storageStack.at(-1) ?? []) {
    const [address = '', slot = ''] = key.split('_')
    const number = BigInt(hexOf(value) === '0x' ? 0 : hexOf(value))
    if (number !== 0n && accounts[address])
      storage[`${address} ${BigInt(slot)}`] = number.toString(16)
  }
  return {
    gasUsed: execResult.executionGasUsed,
    refund: execResult.gasRefund ?? 0n,
    isSuccess: execResult.exceptionError === undefined,
    output: hexOf(execResult.returnValue),
    logs: (execResult.logs ?? []).map(([address, topics, data]) => ({
      address: hexOf(address),
      topics: topics.map(hexOf),
      data: hexOf(data),
    })),
    accounts,
    storage,
  }
}

const bytes32 = (value: bigint) =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))

function minimal(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}
