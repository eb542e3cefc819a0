import type {
  CreateChainAction,
  CreateSubnetAction,
  TransferSubnetAction,
} from '../../../../schemas/control/actions/subnets.ts'
import { encodeCb58 } from '../../../formats/ids.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import { allocationsOf } from '../../chains/l1-genesis.ts'
import { reserveOf } from '../../primary/actors.ts'
import type { Subnet } from '../../primary/subnets/subnet-book.ts'
import * as builders from '../../primary/subnets/subnets.ts'
import type { Party } from '../../primary/utxos/parties.ts'
import type { ActionContext } from '../action-context.ts'
import { Refusal } from '../refusal.ts'
import { refuseBefore } from '../refuse-before.ts'
import type { Made } from '../verb.ts'

export function createSubnet(context: ActionContext, action: CreateSubnetAction): Made {
  const { name, as } = action
  const payer = context.party(action.by)
  const owner = context.owners(action.owner ?? action.by, action.threshold)
  const tx = context.platform.add((state, time) =>
    builders.createSubnet(state, { time, payer, owner }),
  )
  const subnetId = encodeCb58(tx.id)
  context.name('subnet', name, subnetId)
  if (as !== name) context.name('subnet', as, subnetId)
  return { chain: 'P', txId: subnetId, subnetId }
}

export function createChain(context: ActionContext, action: CreateChainAction): Made {
  const { name, as, evmChainId } = action
  const payer = context.party(action.by)
  if (evmChainId !== undefined && context.created.isTaken(evmChainId))
    throw Refusal.impossibleText(
      String(evmChainId),
      `a chain with the EVM chain id ${evmChainId} exists already`,
    )
  const tx = context.platform.add((state, time, touch) => {
    const subnet = ownedSubnet(context, action.subnet, payer, touch)
    const vm = evmChainId === undefined ? builders.otherVm : 'subnetevm'
    const chain = { name, vm, ...(evmChainId !== undefined && { evmChainId }) }
    // Other accounts get their coins from the treasury.
    const holders = allocationsOf(reserveOf(state).wallets, reserveOf(state).wallets[0]?.name ?? '')
    return builders.createChain(state, { time, payer, subnet, chain, holders })
  })
  const blockchainId = encodeCb58(tx.id)
  context.name('chain', as, blockchainId)
  if (evmChainId !== undefined) {
    context.platform.flush()
    context.beginChain({ chainId: evmChainId, name })
  }
  return {
    chain: 'P',
    txId: blockchainId,
    blockchainId,
    subnetId: context.idOf('subnet', action.subnet),
  }
}

export function transferSubnet(context: ActionContext, action: TransferSubnetAction): Made {
  const payer = context.party(action.by)
  const owner = context.owners(action.owner, action.threshold)
  const tx = context.platform.add((state, time, touch) => {
    const subnet = ownedSubnet(context, action.subnet, payer, touch)
    refuseBefore(state.facts, 'durango', time, 'subnets can be transferred')
    return builders.transferOwnership(state, { time, payer, subnet, owner })
  })
  return { chain: 'P', txId: encodeCb58(tx.id), subnetId: context.idOf('subnet', action.subnet) }
}

/**
 * Returns a subnet that `by` changes: an owner, with the others that have to sign.
 * @throws Refusal
 */
export function ownedSubnet(
  context: ActionContext,
  text: string,
  by: Party,
  touch: (key: string) => void,
): Subnet {
  const subnet = context.subnet(text)
  touch(`subnet ${encodeCb58(subnet.id)}`)
  const { addresses } = subnet.owner
  const watchOnly = by.wallets.find(
    ({ address }) => !addresses.some((each) => compareBytes(each, address) === 0),
  )
  if (watchOnly) throw Refusal.impossible(`${watchOnly.name} is not an owner of the subnet ${text}`)
  return subnet
}
