import type {
  DeployAction,
  FailAction,
  PriceAction,
} from '../../../../schemas/control/actions/tokens.ts'
import { evmAddressPattern } from '../../../../schemas/scalars.ts'
import { evmAddressText, parseEvmAddress } from '../../../formats/addresses.ts'
import { FormatError } from '../../../formats/codec.ts'
import { toHex } from '../../../formats/ids.ts'
import { type Call, contractCall } from '../../evm/call.ts'
import type { Contract } from '../../evm/contracts/contract-book.ts'
import { erc20, other, receiveTeleporterMessage } from '../../evm/contracts/contract-interfaces.ts'
import { pricedAsNative } from '../../evm/prices/priced-as-native.ts'
import type { Prices } from '../../evm/prices/prices.ts'
import { initCodeOf } from '../../evm/solidity/init-code-of.ts'
import { revertingInitCode } from '../../evm/solidity/reverting-init-code.ts'
import type { ActionContext } from '../action-context.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Deploys a contract to a chain; it has no tokens before the first mint. */
export function deploy(context: ActionContext, action: DeployAction): Made {
  const { from, chain, kind, name, symbol, decimals, as } = action
  if (decimals !== undefined && kind !== 'ERC-20')
    throw Refusal.bad('decimals', `absent, because ${kind} contracts have none`)
  const assembler = context.evmChain(chain)
  const deployer = context.evmWallet(from)
  const facts = {
    ercType: kind === 'other' ? ('UNKNOWN' as const) : kind,
    name,
    symbol,
    decimals: kind === 'ERC-20' ? (decimals ?? 18) : undefined,
  }
  const { hash, created } = assembler.execute(() => ({
    ...{ from: deployer, to: null, value: 0n, data: initCodeOf(facts) },
  }))
  if (!created) throw new Error('internal error: the constructor made no contract')
  const address = evmAddressText(created)
  context.name('contract', as, `${chain} ${address}`)
  return { chain, txId: toHex(hash), address }
}

/** Makes a transaction that reverts: its sender pays the fee. */
export function fail(context: ActionContext, { from, to, chain }: FailAction): Made {
  const assembler = context.evmChain(chain)
  const sender = context.evmWallet(from)
  const call: Call =
    to === undefined
      ? {
          from: sender,
          to: null,
          value: 0n,
          data: revertingInitCode(new Uint8Array()),
        }
      : failingCall(context, { to, chain }, (address, data) => contractCall(sender, address, data))
  return { chain, txId: toHex(assembler.attempt(() => call).hash) }
}

/** Functions without their arguments: a contract that has one refuses the call. */
const incomplete = [erc20.transfer, other.stake, receiveTeleporterMessage].map(
  ({ selector }) => selector,
)

function failingCall(
  context: ActionContext,
  { to, chain }: { to: string; chain: string },
  make: (address: Uint8Array, data: Uint8Array) => Call,
): Call {
  const { assembler, contract } = contractNamed(context, to, chain)
  const { block } = assembler
  const data = incomplete.find((each) => !block.read(contract.address, each))
  if (data) return make(contract.address, data)
  throw Refusal.impossibleText(to, `a call of ${to} cannot fail: the account accepts everything`)
}

/**
 * Sets the price of a token or of a chain's own coin, which background traffic then leaves
 * unchanged. The wrapped coin gets the same price.
 */
export function price(context: ActionContext, { contract: named, chain, usd }: PriceAction): Made {
  const setForGood = (prices: Prices, contract: string) => {
    prices.set(contract, usd, context.now())
    prices.track(contract)
  }
  if (named === undefined) {
    if (chain === undefined) throw Refusal.bad('contract', 'given unless chain is given')
    const { actors } = context.evmChain(chain)
    for (const priced of pricedAsNative(actors.contracts)) setForGood(actors.prices, priced)
    return { chain }
  }
  const { assembler, contract } = contractNamed(context, named, chain)
  if (contract.ercType !== 'ERC-20')
    throw Refusal.impossible(
      `contract must be an ERC-20 token, because only those have a price; ${named} has ercType ${contract.ercType}`,
    )
  setForGood(assembler.actors.prices, contract.text)
  return { chain: assembler.name, address: contract.text }
}

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
