import type {
  CreateChainAction,
  CreateSubnetAction,
  TransferSubnetAction,
} from '../../../schemas/control/actions/subnets.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { allocationsOf } from '../l1-genesis.ts'
import { reserveOf } from '../primary/actors.ts'
import type { Subnet } from '../primary/subnets/subnet-book.ts'
import * as builders from '../primary/subnets/subnets.ts'
import type { Party } from '../primary/utxos/parties.ts'
import type { NetworkRun } from './network-run.ts'
import { Refusal } from './refusal.ts'
import type { Made } from './verb.ts'

export function createSubnet(run: NetworkRun, action: CreateSubnetAction): Made {
  const { name, as } = action
  const payer = run.party(action.by)
  const owner = run.owners(action.owner ?? action.by, action.threshold)
  const tx = run.platform.add((state, time) => builders.createSubnet(state, { time, payer, owner }))
  const subnetId = encodeCb58(tx.id)
  run.name('subnet', name, subnetId)
  if (as !== name) run.name('subnet', as, subnetId)
  return { chain: 'P', txId: subnetId, subnetId }
}

export function createChain(run: NetworkRun, action: CreateChainAction): Made {
  const { name, as, evmChainId } = action
  const payer = run.party(action.by)
  if (evmChainId !== undefined && run.created.isTaken(evmChainId))
    throw Refusal.impossibleText(
      String(evmChainId),
      `there is a chain with the EVM chain id ${evmChainId} already`,
    )
  const tx = run.platform.add((state, time, touch) => {
    const subnet = ownedSubnet(run, action.subnet, payer, touch)
    const vm = evmChainId === undefined ? builders.otherVm : 'subnetevm'
    const chain = { name, vm, ...(evmChainId !== undefined && { evmChainId }) }
    // Others get their coins from the treasury.
    const holders = allocationsOf(reserveOf(state).wallets, reserveOf(state).wallets[0]?.name ?? '')
    return builders.createChain(state, { time, payer, subnet, chain, holders })
  })
  const blockchainId = encodeCb58(tx.id)
  run.name('chain', as, blockchainId)
  if (evmChainId !== undefined) {
    run.platform.flush()
    run.beginChain({ chainId: evmChainId, name })
  }
  return {
    chain: 'P',
    txId: blockchainId,
    blockchainId,
    subnetId: run.idOf('subnet', action.subnet),
  }
}

export function transferSubnet(run: NetworkRun, action: TransferSubnetAction): Made {
  const payer = run.party(action.by)
  const owner = run.owners(action.owner, action.threshold)
  const tx = run.platform.add((state, time, touch) => {
    const subnet = ownedSubnet(run, action.subnet, payer, touch)
    if (!state.facts.isActive('durango', time))
      throw Refusal.impossible('subnets change hands since Durango')
    return builders.transferOwnership(state, { time, payer, subnet, owner })
  })
  return { chain: 'P', txId: encodeCb58(tx.id), subnetId: run.idOf('subnet', action.subnet) }
}

/**
 * A subnet that somebody disposes of: one of its owners, with the others that have to sign.
 * @throws Refusal
 */
export function ownedSubnet(
  run: NetworkRun,
  text: string,
  by: Party,
  touch: (what: string) => void,
): Subnet {
  const subnet = run.subnet(text)
  touch(`subnet ${encodeCb58(subnet.id)}`)
  const { addresses } = subnet.owner
  const stranger = by.wallets.find(
    ({ address }) => !addresses.some((each) => compareBytes(each, address) === 0),
  )
  if (stranger) throw Refusal.impossible(`${stranger.name} is no owner of the subnet ${text}`)
  return subnet
}
