import { concatBytes } from '@noble/curves/utils.js'
import type { DeployAction } from '../../../../schemas/control/actions/contracts.ts'
import type { AbiParameter } from '../../../formats/evm/abi-json.ts'
import { fromHex } from '../../../formats/ids.ts'
import { initCodeOf } from '../../evm/solidity/init-code-of.ts'
import type { ActionContext } from '../action-context.ts'
import { coinDecimals, unitsOf } from '../amounts.ts'
import { encodedArguments, parametersOf } from '../contract-arguments.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { Refusal } from '../refusal.ts'

/** What the transaction of a deployment carries. */
interface Creation {
  /** Creation code and arguments. */
  readonly data: Uint8Array
  /** Wei. */
  readonly value: bigint
  readonly gasLimit?: bigint
}

const ofKind = ['name', 'symbol', 'decimals'] as const
const ofOwnCode = ['signature', 'arguments', 'value', 'gasLimit'] as const

/**
 * Returns the creation of a contract by its kind, or by the code in the action.
 * @throws Refusal
 */
export function creationOf(
  context: ActionContext,
  assembler: EvmBlockAssembler,
  action: DeployAction,
): Creation {
  const { kind } = action
  const sources = (['kind', 'bytecode', 'artifact'] as const).filter(
    (field) => action[field] !== undefined,
  )
  const [first, other] = sources
  if (first === undefined) throw Refusal.bad('kind', 'given, unless bytecode or artifact is given')
  if (other !== undefined)
    throw Refusal.bad(
      other,
      `absent when ${first} is given, because an action deploys only one of them`,
    )
  if (kind === undefined) return creationOfCode(context, assembler, action)
  for (const field of ofOwnCode)
    if (action[field] !== undefined)
      throw Refusal.bad(field, 'absent when kind is given; it belongs to bytecode or artifact')
  const { name, symbol, decimals } = action
  if (decimals !== undefined && kind !== 'ERC-20')
    throw Refusal.bad('decimals', `absent, because ${kind} contracts have none`)
  const ercType = kind === 'other' ? ('UNKNOWN' as const) : kind
  const facts = { ercType, name, symbol, ...(kind === 'ERC-20' && { decimals: decimals ?? 18 }) }
  return { data: initCodeOf(facts), value: 0n }
}

function creationOfCode(
  context: ActionContext,
  assembler: EvmBlockAssembler,
  action: DeployAction,
): Creation {
  for (const field of ofKind)
    if (action[field] !== undefined)
      throw Refusal.bad(field, 'absent unless kind is given, because the code determines it')
  const { value = '0', gasLimit } = action
  const code = codeOf(action)
  const encoded = encodedArguments(
    { context, assembler },
    { ...constructorOf(action), values: action.arguments ?? [] },
  )
  return {
    data: concatBytes(code, encoded),
    value: unitsOf('value', value, coinDecimals),
    ...(gasLimit !== undefined && { gasLimit: BigInt(gasLimit) }),
  }
}

function codeOf({ bytecode, artifact }: DeployAction): Uint8Array {
  if (artifact === undefined) return fromHex(bytecode ?? '0x')
  const text = typeof artifact.bytecode === 'string' ? artifact.bytecode : artifact.bytecode.object
  const hex = text.startsWith('0x') ? text : `0x${text}`
  if (/^0x([\da-f]{2})+$/i.test(hex)) return fromHex(hex)
  throw Refusal.bad(
    'artifact',
    text.includes('__')
      ? 'linked: deploy its libraries, and replace the placeholders in its bytecode by their addresses'
      : 'that of a contract, with hex digits as its bytecode',
  )
}

/** Returns the constructor's name for messages and its parameters. */
function constructorOf({ artifact, signature }: DeployAction): {
  readonly name: string
  readonly parameters: readonly AbiParameter[]
} {
  if (artifact === undefined) {
    if (signature === undefined) return { name: 'constructor()', parameters: [] }
    const { canonical, parameters } = parametersOf('signature', signature)
    return { name: canonical, parameters }
  }
  if (signature !== undefined)
    throw Refusal.bad('signature', 'absent, because the ABI of the artifact has the constructor')
  const found = artifact.abi.find((entry) => Object(entry).type === 'constructor')
  return { name: 'the constructor', parameters: parametersFrom(Object(found).inputs ?? []) }
}

/** Reads the inputs of an ABI's entry. */
function parametersFrom(inputs: unknown): AbiParameter[] {
  if (!Array.isArray(inputs)) throw badAbi()
  return inputs.map((input) => {
    const { name, type, components } = Object(input)
    if (typeof type !== 'string') throw badAbi()
    return {
      type,
      ...(typeof name === 'string' && { name }),
      ...(components !== undefined && { components: parametersFrom(components) }),
    }
  })
}

const badAbi = () =>
  Refusal.bad('artifact', 'one whose abi lists the inputs of the constructor with their types')
