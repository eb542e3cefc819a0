import { FormatError } from '../../formats/codec.ts'
import { type AbiParameter, encodeArguments } from '../../formats/evm/abi-json.ts'
import { type AbiSignature, parseSignature } from '../../formats/evm/abi-signature.ts'
import type { ActionContext } from './action-context.ts'
import type { EvmBlockAssembler } from './evm-block-assembler.ts'
import { contractAddress } from './named-contract.ts'
import { Refusal } from './refusal.ts'

/** A function or constructor with the values that an action gives it. */
interface GivenArguments {
  /** Function for messages: `mint(address,uint256)`. */
  readonly name: string
  readonly parameters: readonly AbiParameter[]
  readonly values: readonly unknown[]
}

/**
 * Parses the text of a field.
 * @throws Refusal
 */
export const parametersOf = (field: string, text: string): AbiSignature =>
  refusing(field, 'the signature of a function', () => parseSignature(text))

/**
 * Encodes the arguments of an action; addresses are also names of the cast and of contracts of the
 * chain.
 * @throws Refusal
 */
export const encodedArguments = (
  { context, assembler }: { context: ActionContext; assembler: EvmBlockAssembler },
  { name, parameters, values }: GivenArguments,
): Uint8Array =>
  refusing('arguments', `values for ${name}`, () =>
    encodeArguments(
      parameters,
      values,
      (text) => contractAddress(context, assembler, text) ?? context.evmAddress(text),
    ),
  )

function refusing<Result>(field: string, expected: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof FormatError) throw Refusal.bad(field, `${expected}: ${error.message}`)
    throw error
  }
}
