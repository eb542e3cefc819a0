import type {
  FundAction,
  TransferAction,
  WalletAction,
} from '../../../../schemas/control/actions/transfers.ts'
import { addressText, evmAddressText } from '../../../formats/addresses.ts'
import { encodeCb58, fromHex, toHex } from '../../../formats/ids.ts'
import { isSecretKey } from '../../../formats/secp256k1.ts'
import { networkConstants } from '../../../networks/constants.ts'
import type { InParts } from '../../../util/in-parts.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import { avaxText, coinText } from '../../amount-texts.ts'
import { nativeTransfer } from '../../evm/call.ts'
import { reserveOf } from '../../primary/actors.ts'
import { exchangeTransfer } from '../../primary/exchange/exchange-actions.ts'
import { platformTransfer } from '../../primary/platform/platform-transfers.ts'
import { balanceOf } from '../../primary/utxos/funding.ts'
import type { Owners, Party } from '../../primary/utxos/parties.ts'
import type { ActionContext } from '../action-context.ts'
import { timeOf } from '../action-times.ts'
import { avaxDecimals, coinDecimals, unitsOf } from '../amounts.ts'
import { Refusal } from '../refusal.ts'
import { refuseBefore } from '../refuse-before.ts'
import type { Made } from '../verb.ts'
import { assetNamed } from './assets.ts'

/** Declares an account that can sign. */
export function declareWallet(context: ActionContext, { name, privateKey }: WalletAction): Made {
  const { keyring } = context.state.setup
  if (keyring.member(name))
    throw Refusal.impossibleText(name, `the name ${name} is already declared; choose another`)
  if (privateKey !== undefined && !isSecretKey(fromHex(privateKey)))
    throw Refusal.bad('privateKey', 'from 1 to the order of secp256k1 minus 1')
  const wallet = keyring.add(name, privateKey)
  const evm = evmAddressText(wallet.evmAddress)
  return {
    address: evm,
    addresses: {
      evm,
      mainnet: addressText(wallet.address, networkConstants.mainnet.hrp),
      fuji: addressText(wallet.address, networkConstants.fuji.hrp),
    },
  }
}

/** Sends coins of the treasury to an account. */
export function fund(
  context: ActionContext,
  { to, chain, amount, exactly }: FundAction,
): Made | InParts<Made> {
  const treasury = reserveOf(context.state)
  if (chain === 'P' || chain === 'X') {
    const owners = context.owners(to)
    const wanted = unitsOf('amount', amount, avaxDecimals)
    const missing = exactly ? wanted - primaryBalance(context, chain, owners) : wanted
    return pay(missing, { to, amount, has: avaxText(wanted - missing) }, (units) =>
      moveOutputs(context, chain, { from: treasury, to: owners, unitsAt: () => units }),
    )
  }
  const [from] = treasury.wallets
  if (!from) throw new Error('internal error: the treasury of the world has no account')
  const assembler = context.evmChain(chain)
  const address = context.evmAddress(to)
  const wanted = unitsOf('amount', amount, coinDecimals)
  const has = () => assembler.actors.state.balanceOf(assembler.actors.textOf(address))
  const missing = exactly ? wanted - has() : wanted
  return pay(missing, { to, amount, has: coinText(wanted - missing) }, (units) =>
    moveCoins(context, chain, { from, to: address, units }),
  )
}

/** Transfers coins or an asset of the X-chain between accounts. */
export function transfer(context: ActionContext, action: TransferAction): Made | InParts<Made> {
  const { from, to, threshold, chain, amount, asset, locktime, memo } = action
  if (chain === 'P' || chain === 'X') {
    if (asset !== undefined && chain === 'P')
      throw Refusal.bad('asset', 'absent, because only the X-chain transfers assets')
    const isOfPayer = typeof to === 'string' && typeof from !== 'string'
    return moveOutputs(context, chain, {
      from: context.party(from, isOfPayer ? threshold : undefined),
      to: context.owners(to, isOfPayer ? undefined : threshold),
      unitsAt: (decimals) => unitsOf('amount', amount, decimals),
      ...(asset !== undefined && { asset }),
      ...(locktime !== undefined && { locktime: timeOf('locktime', locktime) }),
      ...(memo !== undefined && { memo }),
    })
  }
  for (const field of ['asset', 'locktime', 'memo', 'threshold'] as const)
    if (action[field] !== undefined) throw Refusal.bad(field, 'absent on an EVM chain')
  if (typeof from !== 'string') throw Refusal.bad('from', 'exactly one account on an EVM chain')
  if (typeof to !== 'string') throw Refusal.bad('to', 'exactly one account on an EVM chain')
  return moveCoins(context, chain, {
    from: context.evmWallet(from),
    to: context.evmAddress(to),
    units: unitsOf('amount', amount, coinDecimals),
  })
}

/** Pays the missing amount, if any. */
function pay<Moved>(
  missing: bigint,
  { to, amount, has }: { to: string; amount: string; has: string },
  move: (units: bigint) => Moved,
): Made | Moved {
  if (missing < 0n)
    throw Refusal.impossibleText(
      amount,
      `with exactly, amount must be at least the balance of ${to}, which is ${has}, because funding only adds; found ${amount}`,
    )
  return missing === 0n ? {} : move(missing)
}

interface OutputsToMove {
  readonly from: Party
  readonly to: Owners
  /** Returns the amount in units of this many decimals. */
  unitsAt(decimals: number): bigint
  /** Name or id; absent: AVAX. */
  readonly asset?: string
  /** Epoch seconds. */
  readonly locktime?: number
  readonly memo?: string
}

function moveOutputs(
  context: ActionContext,
  chain: 'P' | 'X',
  { from, to, unitsAt, asset, locktime, memo }: OutputsToMove,
): Made {
  const { facts } = context.state
  const assembler = chain === 'P' ? context.platform : context.exchange
  const tx = assembler.add((state, time) => {
    if (chain === 'P') refuseBefore(facts, 'durango', time, 'the P-chain accepts transfers')
    if (chain === 'P' && memo !== undefined)
      throw Refusal.impossible('the P-chain refuses memos since Durango; leave out memo')
    const known = asset === undefined ? undefined : assetNamed(context, asset)
    const nAvax = unitsAt(known?.denomination ?? avaxDecimals)
    const payments = [{ to, nAvax, ...(locktime !== undefined && { locktime }) }]
    return chain === 'P'
      ? platformTransfer(state, { time, from, payments })
      : exchangeTransfer(state, {
          ...{ time, from, payments },
          ...(known && { assetId: known.id }),
          ...(memo !== undefined && { memo }),
        })
  })
  return { chain, txId: encodeCb58(tx.id) }
}

function* moveCoins(
  context: ActionContext,
  chain: string,
  { from, to, units }: { from: Wallet; to: Uint8Array; units: bigint },
): InParts<Made> {
  const { hash } = yield* context.evmChain(chain).execute(() => nativeTransfer(from, to, units))
  return { chain, txId: toHex(hash) }
}

/** Returns the nAVAX that owners can spend after the open block is accepted. */
function primaryBalance(context: ActionContext, chain: 'P' | 'X', owners: Owners): bigint {
  const { state } = context
  ;(chain === 'P' ? context.platform : context.exchange).flush()
  return balanceOf(state.utxos, { chain, payer: owners, time: context.now() }, state.facts.avaxId)
}
