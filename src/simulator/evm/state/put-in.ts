import { blockContextOf, COINBASE } from '../../../evm/blocks/block-context.ts'
import type { Rules } from '../../../evm/forks.ts'
import { Execution } from '../../../evm/interpreter.ts'
import { Journal } from '../../../evm/journal.ts'
import { Machine } from '../../../evm/machine.ts'
import { toHex } from '../../../formats/ids.ts'
import type { ChainState } from './chain-state.ts'

/** More gas than any constructor needs. */
const gas = 50_000_000

/** A contract that was there before the world began. */
export interface EarlyContract {
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly initCode: Uint8Array
}

/**
 * Puts a contract into a state, as if its deployer had created it at an address of its choice.
 * @param deployer 20 bytes
 */
export function putIn(
  state: ChainState,
  { address, initCode }: EarlyContract,
  { chainId, deployer, rules }: { chainId: string; deployer: Uint8Array; rules: Rules },
): void {
  const caller = toHex(deployer)
  const facts = { chainId, number: 0, timestamp: 0, gasLimit: BigInt(gas), baseFee: 0n }
  const block = blockContextOf({ ...facts, hashOf: () => undefined })
  const journal = new Journal(rules, state)
  const context = { origin: caller, gasPrice: 0n, blobHashes: [], warp: undefined }
  const machine = new Machine(rules, block, context, journal)
  const execution = new Execution(machine, {
    kind: 'CREATE',
    caller,
    address: toHex(address),
    value: 0n,
    initCode,
    gas,
  })
  execution.run()
  const error = execution.result ? execution.result.error : 'it does not end'
  if (error !== undefined)
    throw new Error(`internal error: the contract at ${toHex(address)} cannot be put in: ${error}`)
  state.apply(journal.changes().filter((change) => ![caller, COINBASE].includes(change.address)))
}
