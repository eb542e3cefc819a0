import { readFileSync } from 'node:fs'
import { type Abi, decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { createdAddress } from '../../../src/evm/calls.ts'
import { type EthereumFork, ethereumRules, type Rules } from '../../../src/evm/forks.ts'
import type { CallNode } from '../../../src/evm/machine.ts'
import type { OverlayState } from '../../../src/evm/overlay-state.ts'
import type { WarpHost } from '../../../src/evm/precompiles/warp-host.ts'
import { bytesOf } from '../../../src/evm/state.ts'
import type { Log } from '../../../src/formats/evm/receipts.ts'
import { toHex } from '../../../src/formats/ids.ts'
import type { ContractName } from '../../../src/simulator/evm/solidity/compiled/creation-code.ts'
import {
  type ConstructorArguments,
  initCodeFor,
} from '../../../src/simulator/evm/solidity/init-code.ts'
import { type CustomPrecompile, OurEngine, type Outcome, TheirEngine } from './differential.ts'

/** Result of a call, the same in both engines. */
export interface BothResult extends Outcome {
  /** First call with all calls below. */
  readonly root: CallNode
}

/** Returns the interface of a contract of the world. */
export function abiOf(contract: ContractName): Abi {
  const file = `../../../src/simulator/evm/solidity/compiled/${contract}.json`
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).abi
}

/** Returns a log as both engines have it. */
export const logOf = ({ address, topics, data }: Log): Outcome['logs'][number] => ({
  address: toHex(address),
  topics: topics.map(toHex),
  data: toHex(data),
})

/** A precompile of Avalanche for both engines. */
export interface OwnPrecompile {
  readonly rules: Rules
  readonly warp: WarpHost
  readonly theirs: CustomPrecompile
}

/** Address of an account by a small number. */
export const accountOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`

/**
 * Our interpreter and @ethereumjs/evm, which have to agree after each call on gas, refund, output,
 * logs, and all accounts and slots.
 */
export class BothEngines {
  readonly #ours: OurEngine
  readonly #theirs: TheirEngine
  readonly #nonces = new Map<string, bigint>()

  constructor(fork: EthereumFork, precompile?: OwnPrecompile) {
    this.#ours = new OurEngine(precompile?.rules ?? ethereumRules(fork), precompile?.warp)
    this.#theirs = new TheirEngine(fork, precompile ? [precompile.theirs] : [])
  }

  /** State after all calls. */
  get state(): OverlayState {
    return this.#ours.state
  }

  /** Gives accounts 1,000 coins each. */
  async fund(...addresses: readonly string[]): Promise<void> {
    for (const address of addresses) await this.put(address, new Uint8Array(), 1000n * 10n ** 18n)
  }

  /** Puts an account with code into the state. */
  async put(address: string, code: Uint8Array, balance = 0n): Promise<void> {
    const account = { address, balance, nonce: 0n, code, storage: [] }
    this.#ours.put(account)
    await this.#theirs.put(account)
    this.#nonces.set(address, 0n)
  }

  async call(
    caller: string,
    call: {
      readonly to: string | undefined
      readonly data?: Uint8Array
      readonly value?: bigint
      readonly gas?: number
    },
  ): Promise<BothResult> {
    const { to, data = new Uint8Array(), value = 0n, gas = 10_000_000 } = call
    const whole = { caller, to, data, value, gas }
    const ours = this.#ours.call(whole, 1000)
    expect(ours).toEqual(await this.#theirs.call(whole))
    this.#nonces.set(caller, (this.#nonces.get(caller) ?? 0n) + 1n)
    return { ...ours, root: this.#ours.root as CallNode }
  }

  /** Deploys a contract; returns its address and the logs of its constructor. */
  async deploy<Name extends ContractName>(
    creator: string,
    contract: Name,
    values: ConstructorArguments<Name>,
  ): Promise<{ address: string; logs: Outcome['logs'] }> {
    const address = createdAddress(creator, this.#nonces.get(creator) ?? 0n)
    const data = initCodeFor(contract, values)
    const { isSuccess, logs } = await this.call(creator, { to: undefined, data })
    expect(isSuccess).toBe(true)
    return { address, logs }
  }

  /** Creates a contract at an address that no transaction gives. */
  async createAt<Name extends ContractName>(
    address: string,
    creator: string,
    contract: Name,
    values: ConstructorArguments<Name>,
  ): Promise<void> {
    const created = this.#ours.createAt(address, creator, initCodeFor(contract, values))
    await this.#theirs.put(created)
  }

  /** Returns what a function of a contract returns, by the contract's interface. */
  async read(contract: ContractName, to: string, functionName: string, args: unknown[] = []) {
    const abi = abiOf(contract)
    const data = bytesOf(encodeFunctionData({ abi, functionName, args }))
    const { output, isSuccess } = await this.call(accountOf(0xead), { to, data })
    if (!isSuccess) throw new Error(this.reasonOf(contract, output))
    return decodeFunctionResult({ abi, functionName, data: output as `0x${string}` })
  }

  /** Returns the error of a contract in output, with its arguments. */
  reasonOf(contract: ContractName, output: string): string {
    const { errorName, args } = decodeErrorResult({
      abi: abiOf(contract),
      data: output as `0x${string}`,
    })
    return errorName === 'Error' ? String(args?.[0]) : `${errorName}(${args?.join(', ')})`
  }
}
