import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVMOpts } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { createAddressFromString, Account as JsAccount } from '@ethereumjs/util'
import { type CallResult, createdAddress } from '../../../src/evm/calls.ts'
import { type EthereumFork, ethereumRules, type Rules } from '../../../src/evm/forks.ts'
import { Execution } from '../../../src/evm/interpreter.ts'
import { Journal } from '../../../src/evm/journal.ts'
import { type BlockContext, type CallNode, Machine } from '../../../src/evm/machine.ts'
import { emptyState, OverlayState } from '../../../src/evm/overlay-state.ts'
import type { WarpHost } from '../../../src/evm/precompiles/warp-host.ts'
import { type AccountChange, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import type { ProgramAccount, RandomProgram } from './random-program.ts'

const coinbase = '0x00000000000000000000000000000000c01ba5e0'

/** Block in which all calls run. */
export const blockOfCalls: BlockContext = {
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

/** A call, or a creation where `to` is undefined. */
export type EngineCall = Pick<RandomProgram, 'caller' | 'to' | 'value' | 'data' | 'gas'>

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
  const engine = new OurEngine(ethereumRules(fork))
  for (const account of program.accounts) engine.put(account)
  return engine.call(program, stepsOfSlice)
}

/** Our interpreter over a state that one call after the other changes. */
export class OurEngine {
  readonly state = new OverlayState(emptyState)
  /** First call of the last execution, with all calls below. */
  root: CallNode | undefined
  /** Whether the last execution could depend on its gas. */
  dependsOnGas = false
  /** Known slots by known address. */
  readonly #slots = new Map<string, Set<bigint>>()
  readonly #rules: Rules
  readonly #warp: WarpHost | undefined

  constructor(rules: Rules, warp?: WarpHost) {
    this.#rules = rules
    this.#warp = warp
  }

  put({ address, balance, nonce, code, storage }: ProgramAccount): void {
    this.#apply([
      {
        address,
        before: undefined,
        after: { balance, nonce, codeHash: codeHashOf(code), isMultiCoin: false },
        code,
        clearsStorage: false,
        storage: storage.map(({ slot, value }) => ({ slot, before: 0n, after: value })),
      },
    ])
  }

  call(call: EngineCall, stepsOfSlice = 37): Outcome {
    const { caller, to, value, data, gas } = call
    const { journal, machine } = this.#begin(caller)
    const sender = journal.account(caller)
    const { nonce } = sender
    journal.setNonce(sender, nonce + 1n)
    if (this.#rules.hasAccessLists)
      for (const address of [caller, to, this.#rules.isShanghai ? coinbase : undefined])
        if (address) journal.warm(journal.account(address))
    const common = { caller, value, gas }
    const execution = new Execution(
      machine,
      to === undefined
        ? { ...common, kind: 'CREATE', address: createdAddress(caller, nonce), initCode: data }
        : {
            ...{ ...common, kind: 'CALL', context: to, to, input: data, isStatic: false },
            ...{ outputOffset: 0, outputSize: 0 },
          },
    )
    // In slices, which may not change anything.
    while (!execution.run(stepsOfSlice));
    const result = execution.result as CallResult
    this.root = machine.root
    this.dependsOnGas = machine.dependsOnGas
    this.#apply(journal.changes())
    return {
      gasUsed: BigInt(gas - result.gasLeft),
      refund: BigInt(result.error === undefined ? journal.refund : 0),
      isSuccess: result.error === undefined,
      output: toHex(result.output),
      logs: journal.logs.map(({ address, topics, data }) => ({
        address,
        topics: topics.map(toHex),
        data: toHex(data),
      })),
      ...this.#visible(),
    }
  }

  /** Creates a contract at an address that no transaction gives; returns its account. */
  createAt(address: string, creator: string, initCode: Uint8Array): ProgramAccount {
    const { journal, machine } = this.#begin(creator)
    const gas = 30_000_000
    const creation = { kind: 'CREATE', caller: creator, address, value: 0n, initCode, gas } as const
    const execution = new Execution(machine, creation)
    execution.run()
    if (execution.result?.error !== undefined) throw new Error(execution.result.error)
    const change = journal.changes().find((each) => each.address === address)
    this.#apply(change ? [change] : [])
    return {
      address,
      balance: 0n,
      nonce: 1n,
      code: change?.code ?? new Uint8Array(),
      storage: (change?.storage ?? []).map(({ slot, after }) => ({ slot, value: after })),
    }
  }

  #begin(origin: string) {
    const journal = new Journal(this.#rules, this.state)
    const context = { origin, gasPrice: 10n, blobHashes: [], warp: this.#warp }
    return { journal, machine: new Machine(this.#rules, blockOfCalls, context, journal) }
  }

  #apply(changes: readonly AccountChange[]): void {
    this.state.apply(changes)
    for (const { address, storage } of changes) {
      const slots = this.#slots.get(address) ?? new Set()
      for (const { slot } of storage) slots.add(slot)
      this.#slots.set(address, slots)
    }
  }

  #visible() {
    const accounts: Record<string, string> = {}
    const storage: Record<string, string> = {}
    for (const [address, slots] of this.#slots) {
      const account = this.state.account(address)
      if (!account) continue
      accounts[address] = `${account.nonce} ${account.balance} ${account.codeHash}`
      for (const slot of slots) {
        const stored = this.state.storage(address, slot)
        if (stored !== 0n) storage[`${address} ${slot}`] = stored.toString(16)
      }
    }
    return { accounts, storage }
  }
}

const codeHashOf = (code: Uint8Array) =>
  code.length === 0 ? EMPTY_CODE_HASH : toHex(keccak256(code))

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
  const engine = new TheirEngine(fork)
  for (const account of program.accounts) await engine.put(account)
  return await engine.call(program)
}

function commonOf(fork: EthereumFork): Common {
  let common = commons.get(fork)
  if (!common) {
    // No random input of the point evaluation gets as far as its pairing.
    const kzg = { verifyProof: () => false } as never
    common = new Common({ chain: Mainnet, hardfork: hardforks[fork], customCrypto: { kzg } })
    commons.set(fork, common)
  }
  return common
}

/** Contract of a chain that Ethereum does not have, as @ethereumjs/evm takes it. */
export type CustomPrecompile = NonNullable<EVMOpts['customPrecompiles']>[number]

/** @ethereumjs/evm over a state that one call after the other changes. */
export class TheirEngine {
  readonly #fork: EthereumFork
  readonly #customPrecompiles: CustomPrecompile[]
  readonly #state: SimpleStateManager

  constructor(fork: EthereumFork, customPrecompiles: CustomPrecompile[] = []) {
    this.#fork = fork
    this.#customPrecompiles = customPrecompiles
    this.#state = new SimpleStateManager({ common: commonOf(fork) })
  }

  async put({ address, balance, nonce, code, storage }: ProgramAccount): Promise<void> {
    const key = createAddressFromString(address)
    await this.#state.putAccount(key, new JsAccount(nonce, balance))
    if (code.length > 0) await this.#state.putCode(key, code)
    for (const { slot, value } of storage)
      await this.#state.putStorage(key, bytes32(slot), minimal(value))
  }

  /** Adds wei to an account, which begins to exist with them, or takes them if negative. */
  async pay(address: string, wei: bigint): Promise<void> {
    if (wei === 0n) return
    const key = createAddressFromString(address)
    const account = (await this.#state.getAccount(key)) ?? new JsAccount()
    account.balance += wei
    await this.#state.putAccount(key, account)
  }

  /**
   * Runs a call.
   * @param around block, price, and what follows the execution before destroyed contracts cease to
   *   exist
   */
  async call(
    { caller, to, value, data, gas }: Omit<EngineCall, 'gas'> & { gas: number | bigint },
    around: {
      block: BlockContext
      gasPrice: bigint
      settle?: (executionGas: bigint) => Promise<void>
    } = { block: blockOfCalls, gasPrice: 10n },
  ): Promise<Outcome> {
    const { block, gasPrice, settle } = around
    const fork = this.#fork
    const stateManager = this.#state
    const customPrecompiles = this.#customPrecompiles
    // A new one for each call, since it never forgets which addresses are warm.
    const evm = await createEVM({ common: commonOf(fork), stateManager, customPrecompiles })
    stateManager.originalStorageCache.clear()
    const precompiles = [
      ...ethereumRules(fork).precompiles.keys(),
      ...customPrecompiles.map(({ address }) => String(address)),
    ]
    const isShanghai = fork === 'shanghai' || fork === 'cancun'
    if (fork !== 'istanbul')
      for (const address of [caller, to, isShanghai ? block.coinbase : undefined, ...precompiles])
        if (address) evm.journal.addAlwaysWarmAddress(address)
    const header = {
      number: block.number,
      coinbase: createAddressFromString(block.coinbase),
      timestamp: block.timestamp,
      difficulty: isShanghai ? 0n : block.prevRandao,
      prevRandao: bytes32(block.prevRandao),
      gasLimit: block.gasLimit,
      baseFeePerGas: block.baseFee,
      getBlobGasPrice: () => block.blobBaseFee,
    }
    const result = await evm.runCall({
      block: { header } as never,
      caller: createAddressFromString(caller),
      gasLimit: BigInt(gas),
      gasPrice,
      ...(to !== undefined && { to: createAddressFromString(to) }),
      value,
      data,
    })
    const { execResult } = result
    await settle?.(execResult.executionGasUsed)
    for (const address of execResult.selfdestruct?.keys() ?? []) {
      // Since Cancun the caller of the engine has to tell which contracts the transaction made.
      if (fork === 'cancun' && !execResult.createdAddresses?.has(address)) continue
      const key = createAddressFromString(address)
      await stateManager.clearStorage(key)
      await evm.journal.deleteAccount(key)
    }
    await evm.journal.cleanup()
    // The shared settings would keep every engine, which waits for a change of the fork.
    evm.common.events.removeAllListeners('hardforkChanged')
    return {
      gasUsed: execResult.executionGasUsed,
      refund: execResult.gasRefund ?? 0n,
      isSuccess: execResult.exceptionError === undefined,
      output: toHex(execResult.returnValue),
      logs: (execResult.logs ?? []).map(([address, topics, data]) => ({
        address: toHex(address),
        topics: topics.map(toHex),
        data: toHex(data),
      })),
      ...this.#visible(),
    }
  }

  #visible() {
    const accounts: Record<string, string> = {}
    const storage: Record<string, string> = {}
    for (const [address, account] of this.#state.accountStack.at(-1) ?? []) {
      if (!account) continue
      accounts[address] = `${account.nonce} ${account.balance} ${toHex(account.codeHash)}`
    }
    for (const [key, value] of this.#state.storageStack.at(-1) ?? []) {
      const [address = '', slot = ''] = key.split('_')
      const number = BigInt(toHex(value) === '0x' ? 0 : toHex(value))
      if (number !== 0n && accounts[address])
        storage[`${address} ${BigInt(slot)}`] = number.toString(16)
    }
    return { accounts, storage }
  }
}

const bytes32 = (value: bigint) =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))

function minimal(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}
