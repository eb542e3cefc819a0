import { evmAddressPattern } from '../../../schemas/scalars.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import type { Contract } from '../evm/contracts/contract-book.ts'
import type { ActionContext } from './action-context.ts'
import type { EvmBlockAssembler } from './evm-block-assembler.ts'
import { Refusal } from './refusal.ts'

/**
 * Returns a contract by its name or address; an address alone is looked up on all chains.
 * @throws Refusal when there is none, or several
 */
export function contractNamed(
  context: ActionContext,
  text: string,
  chain: string | undefined,
): { readonly assembler: EvmBlockAssembler; readonly contract: Contract } {
  const [, chainName, address = text] =
    /^(C|\d+) (0x[0-9a-fA-F]{40})$/.exec(context.idOf('contract', text)) ?? []
  if (chainName !== undefined && chain !== undefined && chain !== chainName)
    throw Refusal.impossibleText(
      text,
      `the contract ${text} is on chain ${chainName}, but the field chain is ${chain}; leave out chain, or give an address on chain ${chain}`,
    )
  const assemblers = [chainName ?? chain].flatMap((name) =>
    name === undefined ? [...context.evm.values()] : [context.evmChain(name)],
  )
  const found = assemblers.flatMap((assembler) => {
    const { contracts, textOf } = assembler.actors
    const bytes = addressOf(address)
    const contract = bytes
      ? contracts.find(textOf(bytes))
      : contracts.first(({ name }) => name === text)
    return contract ? [{ assembler, contract }] : []
  })
  const [first] = found
  if (first && found.length === 1) return first
  throw Refusal.impossibleText(
    text,
    found.length > 1
      ? `${text} is on the chains ${found.map(({ assembler }) => assembler.name).join(', ')}; add the field chain to choose one`
      : `${context.network} has no contract ${text}${chain === undefined ? '' : ` on chain ${chain}`}`,
  )
}

const evmAddressForm = new RegExp(evmAddressPattern)

function addressOf(text: string): Uint8Array | undefined {
  if (!evmAddressForm.test(text)) return undefined
  try {
    return parseEvmAddress(text)
  } catch (error) {
    if (error instanceof FormatError)
      throw Refusal.impossibleText(text, `${text} is no address of an EVM chain: ${error.message}`)
    throw error
  }
}

/**
 * Returns what a call goes to: a contract as {@link contractNamed} finds it, or any address where
 * the chain is given.
 */
export function calledContract(
  context: ActionContext,
  text: string,
  chain: string | undefined,
): { readonly assembler: EvmBlockAssembler; readonly address: Uint8Array } {
  const address = chain === undefined ? undefined : addressOf(text)
  if (chain !== undefined && address) return { assembler: context.evmChain(chain), address }
  const { assembler, contract } = contractNamed(context, text, chain)
  return { assembler, address: contract.address }
}

/** Returns the address of a contract of this chain that an action named, if there is one. */
export function contractAddress(
  context: ActionContext,
  { name }: EvmBlockAssembler,
  text: string,
): Uint8Array | undefined {
  const id = context.idOf('contract', text)
  return id.startsWith(`${name} 0x`) ? addressOf(id.slice(name.length + 1)) : undefined
}
