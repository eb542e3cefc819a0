import { expect, test } from 'vitest'
import { avalancheRules } from '../../../../src/evm/avalanche.ts'
import { bytesOf } from '../../../../src/evm/state.ts'
import { type EvmTransaction, executeInParts } from '../../../../src/evm/transaction.ts'
import { planGas } from '../../../../src/simulator/evm/blocks/gas-plan.ts'
import { contractCall } from '../../../../src/simulator/evm/call.ts'
import { runToEnd } from '../../../../src/util/in-parts.ts'
import { blockOfCalls } from '../../../support/evm/differential.ts'
import { alice, contractOf, stateWith } from '../../../support/evm/reads.ts'

/** Clears the slots 0 to 3, which gives back half of the gas before Apricot 1. */
const code = '0x60006000556000600155600060025560006003550000'
const cleared = contractOf(1)

test.each([105n, 120n, 150n])(
  'a limit of %s percent lasts until gas is given back, and its result is that of the plan',
  (margin) => {
    const state = stateWith({
      [alice]: { balance: 10n ** 18n },
      [cleared]: { code, storage: { 0: 1n, 1: 1n, 2: 1n, 3: 1n } },
    })
    const rules = avalancheRules('c-chain', 'launch')
    const run = (transaction: EvmTransaction) =>
      executeInParts(transaction, { rules, state, block: blockOfCalls })
    const from = { evmAddress: bytesOf(alice) } as never
    const planned = runToEnd(
      planGas(contractCall(from, bytesOf(cleared), new Uint8Array()), {
        ...{ sender: alice, nonce: 0n, code: bytesOf(code), maxGas: 1_000_000n, run },
        offer: { type: 0, chainId: 43114n, maxFee: 10n, tip: 10n, margin },
      }),
    )
    if (!planned) throw new Error('the call has a plan')
    const sent = runToEnd(
      run({
        ...{ sender: alice, to: cleared, nonce: 0n, value: 0n, data: new Uint8Array() },
        ...{ gasLimit: planned.gasLimit, maxFeePerGas: 10n, maxPriorityFeePerGas: 10n },
        accessList: [],
      }),
    )
    expect(sent.error).toBeUndefined()
    // 21,000, four times 5,000 and eight pushes, of which half was given back.
    expect([sent.gasUsed, sent.gasRefunded]).toEqual([20_512n, 20_512])
    if (planned.result) expect(sent.gasUsed).toBe(planned.result.gasUsed)
  },
)
