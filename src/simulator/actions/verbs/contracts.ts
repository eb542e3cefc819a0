import type { DeployAction, FailAction } from '../../../../schemas/control/actions/contracts.ts'
import type { PriceAction } from '../../../../schemas/control/actions/tokens.ts'
import { evmAddressText } from '../../../formats/addresses.ts'
import { toHex } from '../../../formats/ids.ts'
import type { InParts } from '../../../util/in-parts.ts'
import { type Call, contractCall } from '../../evm/call.ts'
import { erc20, other, receiveTeleporterMessage } from '../../evm/contracts/contract-interfaces.ts'
import { pricedAsNative } from '../../evm/prices/priced-as-native.ts'
import type { Prices } from '../../evm/prices/prices.ts'
import { revertingInitCode } from '../../evm/solidity/reverting-init-code.ts'
import type { ActionContext } from '../action-context.ts'
import { contractNamed } from '../named-contract.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'
import { creationOf } from './creation.ts'

/** Deploys a contract to a chain: one of a kind, without tokens before the first mint, or any. */
export function* deploy(context: ActionContext, action: DeployAction): InParts<Made> {
  const { from, chain, as } = action
  const assembler = context.evmChain(chain)
  const deployer = context.evmWallet(from)
  const { data, value, gasLimit } = creationOf(context, assembler, action)
  const { hash, created } = yield* assembler.execute(() => ({
    ...{ from: deployer, to: null, value, data },
    ...(gasLimit !== undefined && { gasLimit }),
  }))
  if (!created)
    throw Refusal.impossible('the creation code returns no code, so there is no contract to call')
  const address = evmAddressText(created)
  context.name('contract', as, `${chain} ${address}`)
  return { chain, txId: toHex(hash), address }
}

/** Makes a transaction that reverts: its sender pays the fee. */
export function* fail(context: ActionContext, { from, to, chain }: FailAction): InParts<Made> {
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
  const { hash } = yield* assembler.attempt(() => call)
  return { chain, txId: toHex(hash) }
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
