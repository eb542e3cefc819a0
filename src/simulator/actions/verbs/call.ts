import { concatBytes } from '@noble/curves/utils.js'
import type { CallAction } from '../../../../schemas/control/actions/contracts.ts'
import { signatureHash } from '../../../formats/evm/abi.ts'
import { fromHex, toHex } from '../../../formats/ids.ts'
import type { InParts } from '../../../util/in-parts.ts'
import type { ActionContext } from '../action-context.ts'
import { coinDecimals, unitsOf } from '../amounts.ts'
import { encodedArguments, parametersOf } from '../contract-arguments.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { calledContract } from '../named-contract.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Calls a function of a contract, or any account with data, in a transaction. */
export function* call(context: ActionContext, action: CallAction): InParts<Made> {
  const { contract, chain, value = '0', gasLimit } = action
  const { assembler, address } = calledContract(context, contract, chain)
  const from = context.evmWallet(action.from)
  const data = dataOf(context, assembler, action)
  const { hash } = yield* assembler.execute(() => ({
    ...{ from, to: address, value: unitsOf('value', value, coinDecimals), data },
    ...(gasLimit !== undefined && { gasLimit: BigInt(gasLimit) }),
  }))
  return { chain: assembler.name, txId: toHex(hash) }
}

function dataOf(
  context: ActionContext,
  assembler: EvmBlockAssembler,
  { function: signature, arguments: values, data }: CallAction,
): Uint8Array {
  if (signature === undefined) {
    if (values !== undefined) throw Refusal.bad('arguments', 'absent without function')
    return fromHex(data ?? '0x')
  }
  if (data !== undefined) throw Refusal.bad('data', 'absent, because function is given')
  const { name, canonical, parameters } = parametersOf('function', signature)
  if (name === '')
    throw Refusal.bad(
      'function',
      `a signature with a name, as in mint${canonical}; without one, give the encoded call as data`,
    )
  const selector = signatureHash(canonical).subarray(0, 4)
  const given = { name: canonical, parameters, values: values ?? [] }
  return concatBytes(selector, encodedArguments({ context, assembler }, given))
}
