import { EVMError } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import { ethereumRules } from '../../../src/evm/forks.ts'
import { durangoWarpGas, warpContract } from '../../../src/evm/precompiles/warp.ts'
import type { VerifiedMessage, WarpHost } from '../../../src/evm/precompiles/warp-host.ts'
import { bytesOf, type EvmLog } from '../../../src/evm/state.ts'
import { decode } from '../../../src/formats/codec.ts'
import { toHex } from '../../../src/formats/ids.ts'
import {
  addressedCall,
  UnsignedWarpMessage,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../../src/formats/warp.ts'
import { BothEngines, type OwnPrecompile } from './both-engines.ts'

/** A chain with Warp and the messenger, in both engines. */
export class WarpChain {
  readonly blockchainId: Uint8Array
  readonly engines: BothEngines
  /** Unsigned messages that the next transaction carries and the validators have signed. */
  carried: readonly Uint8Array[] = []

  /**
   * @param number first byte of the chain's id
   * @param messenger contract that calls Warp
   */
  constructor(number: number, messenger: string) {
    this.blockchainId = new Uint8Array(32).fill(number)
    this.engines = new BothEngines('shanghai', this.#precompile(messenger))
  }

  #precompile(messenger: string): OwnPrecompile {
    const warp: WarpHost = {
      blockchainId: this.blockchainId,
      verifiedMessage: (index) => {
        const unsigned = this.carried[index]
        return unsigned && verified(unsigned)
      },
      unsignedMessage: (sender, payload) => {
        const source = { networkId: 1, sourceChainId: this.blockchainId }
        const bytes = addressedCall({ ...source, sourceAddress: bytesOf(sender) }, payload)
        return { id: warpMessageId(bytes), bytes }
      },
    }
    const contract = warpContract(durangoWarpGas)
    const rules = ethereumRules('shanghai')
    return {
      warp,
      rules: {
        ...rules,
        precompiles: new Map([...rules.precompiles, [toHex(warpPrecompile), contract]]),
      },
      theirs: {
        address: createAddressFromString(toHex(warpPrecompile)),
        function({ data, gasLimit }) {
          const logs: EvmLog[] = []
          const result = contract({
            kind: 'CALL',
            input: data,
            gas: Number(gasLimit),
            caller: messenger,
            isStatic: false,
            timestamp: 0n,
            journal: { addLog: (log: EvmLog) => logs.push(log) } as never,
            warp,
          })
          if (result.status !== 'success')
            return {
              executionGasUsed: gasLimit,
              returnValue: new Uint8Array(),
              exceptionError: new EVMError(EVMError.errorMessages.OUT_OF_GAS),
            }
          return {
            executionGasUsed: gasLimit - BigInt(result.gasLeft),
            returnValue: result.output,
            logs: logs.map((log) => [bytesOf(log.address), [...log.topics], log.data]),
          }
        },
      },
    }
  }
}

function verified(unsigned: Uint8Array): VerifiedMessage {
  const { sourceChainId, payload } = decode(UnsignedWarpMessage, unsigned)
  const content = decode(WarpPayload, payload)
  const slots = Math.ceil((unsigned.length + 1) / 32)
  if (content.type !== 'AddressedCall') return { slots, sourceChainId, content: undefined }
  const sender = toHex(content.sourceAddress)
  return { slots, sourceChainId, content: { kind: 'call', sender, payload: content.payload } }
}
