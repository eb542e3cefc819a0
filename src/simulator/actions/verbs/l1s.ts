import type {
  ConvertToL1Action,
  DisableL1ValidatorAction,
  IncreaseL1BalanceAction,
  RegisterL1ValidatorAction,
  SetL1WeightAction,
} from '../../../../schemas/control/actions/subnets.ts'
import { parseEvmAddress } from '../../../formats/addresses.ts'
import { encode, FormatError } from '../../../formats/codec.ts'
import {
  conversionValidationId,
  encodeCb58,
  parseId,
  registrationValidationId,
} from '../../../formats/ids.ts'
import { L1Message, l1MessageIn } from '../../../formats/l1-messages.ts'
import { unsignedBytesOf } from '../../../formats/warp.ts'
import { secondsText } from '../../../time/time-text.ts'
import { daySeconds } from '../../../time/time-units.ts'
import { managerAddressText } from '../../chains/l1-genesis.ts'
import { nonceRefusal, weightsRefusal } from '../../primary/l1/l1-bounds.ts'
import * as changes from '../../primary/l1/l1-changes.ts'
import { chainOwner, convertToL1 as convert } from '../../primary/l1/l1-conversion.ts'
import type { L1Validator } from '../../primary/l1/l1-validators.ts'
import type { SignedTransaction } from '../../primary/signed.ts'
import type { Drafting } from '../../primary/state.ts'
import type { Subnet } from '../../primary/subnets/subnet-book.ts'
import type { ActionContext } from '../action-context.ts'
import { timeOf } from '../action-times.ts'
import { avaxDecimals, unitsOf } from '../amounts.ts'
import { Refusal } from '../refusal.ts'
import { refuseBefore } from '../refuse-before.ts'
import type { Made } from '../verb.ts'
import { ownedSubnet } from './subnets.ts'

export function convertToL1(context: ActionContext, action: ConvertToL1Action): Made {
  const { by, managerChain, managerAddress = managerAddressText, as } = action
  const payer = context.party(by)
  const validators = action.validators.map(({ node, weight, balance, ...owners }, index) => ({
    node: context.node(node),
    ...validatorOwners(context, { ...owners, by }),
    weight: BigInt(weight),
    balance: unitsOf(`validators/${index}/balance`, balance, avaxDecimals),
  }))
  const nodeIds = validators.map(({ node }) => context.state.ids.node(node.nodeId))
  const again = nodeIds.findIndex((nodeId, index) => nodeIds.indexOf(nodeId) < index)
  if (again !== -1)
    throw Refusal.bad(`validators/${again}/node`, 'a node that no validator before it names')
  if (as !== undefined && validators.length > 1)
    throw Refusal.bad('as', 'absent with several validators, because each has its own id')
  let subnetId = new Uint8Array()
  const tx = context.platform.add((state, time, touch) => {
    refuseBefore(state.facts, 'etna', time, 'L1s exist')
    const subnet = ownedSubnet(context, action.subnet, payer, touch)
    if (subnet.manager)
      throw Refusal.impossibleText(action.subnet, `${action.subnet} is already an L1`)
    for (const { node } of validators)
      if (state.stakers.expected(state.ids.id(subnet.id), node.nodeId))
        throw Refusal.impossible(
          `${node.name} is a permissioned validator of ${action.subnet}; use another node`,
        )
    subnetId = new Uint8Array(subnet.id)
    return convert(state, {
      ...{ time, payer, subnet, validators },
      managerChainId: chainNamed(context, subnet, managerChain),
      managerAddress: parseEvmAddress(managerAddress.toLowerCase()),
    })
  })
  const validationIds = validators.map((_, index) =>
    encodeCb58(conversionValidationId(subnetId, index)),
  )
  context.name('validation', as, validationIds[0] ?? '')
  return { chain: 'P', txId: encodeCb58(tx.id), subnetId: encodeCb58(subnetId), validationIds }
}

export function registerL1Validator(
  context: ActionContext,
  action: RegisterL1ValidatorAction,
): Made {
  const payer = context.party(action.by)
  const node = context.node(action.node)
  const balance = unitsOf('balance', action.balance, avaxDecimals)
  const tx = context.platform.add((state, time, touch) => {
    const subnet = l1Named(context, action.subnet, touch)
    const nodeId = state.ids.node(node.nodeId)
    const others = state.l1Validators.of(subnet.id)
    if (others.some((each) => state.ids.node(each.nodeId) === nodeId))
      throw Refusal.impossibleText(
        action.node,
        `${action.node} is already a validator of ${action.subnet}`,
      )
    refuseWeight(action, others)
    const latest = time + daySeconds
    const expiry = action.expiry === undefined ? latest : timeOf('expiry', action.expiry)
    if (expiry <= time || expiry > latest)
      throw Refusal.impossible(
        `expiry must be after ${secondsText(time)} and at most ${secondsText(latest)}, found ${secondsText(expiry)}`,
      )
    return changes.registerL1Validator(state, {
      ...{ time, payer, subnet, node, balance, expiry },
      owners: validatorOwners(context, action),
      weight: BigInt(action.weight),
    })
  })
  const { unsigned } = tx
  if (!('message' in unsigned)) throw new Error('internal error: the registration has no message')
  const requested = l1MessageIn(unsignedBytesOf(unsigned.message))
  const validationId = encodeCb58(registrationValidationId(encode(L1Message, requested)))
  context.name('validation', action.as, validationId)
  return { chain: 'P', txId: encodeCb58(tx.id), validationIds: [validationId] }
}

export function setL1Weight(context: ActionContext, action: SetL1WeightAction): Made {
  const payer = context.party(action.by)
  return change(context, action, (state, time, validator, subnet) => {
    const others = state.l1Validators.of(subnet.id).filter(({ seq }) => seq !== validator.seq)
    if (action.weight === 0 && others.length === 0)
      throw Refusal.impossible(
        `weight must be above 0, because ${action.validation ?? action.node} is the last validator of its L1, found 0`,
        { pointer: '/weight' },
      )
    if (action.weight > 0) {
      const text = nonceRefusal(validator.minNonce)
      if (text !== undefined) throw Refusal.impossible(text)
      refuseWeight(action, others)
    }
    return changes.setL1ValidatorWeight(state, {
      ...{ time, payer, subnet, validator },
      weight: BigInt(action.weight),
    })
  })
}

export function increaseL1Balance(context: ActionContext, action: IncreaseL1BalanceAction): Made {
  const payer = context.party(action.by)
  const amount = unitsOf('amount', action.amount, avaxDecimals)
  return change(context, action, (state, time, validator) =>
    changes.increaseL1Balance(state, { time, payer, validator, amount }),
  )
}

export function disableL1Validator(context: ActionContext, action: DisableL1ValidatorAction): Made {
  const payer = context.party(action.by)
  return change(context, action, (state, time, validator) => {
    const { addresses } = validator.deactivationOwner
    const allowed = new Set(addresses.map((address) => state.ids.address(address)))
    const watchOnly = payer.wallets.find(({ address }) => !allowed.has(state.ids.address(address)))
    if (watchOnly)
      throw Refusal.impossible(
        `${watchOnly.name} is not an owner who may disable the validator; ${[...allowed].join(', ') || 'no address'} may`,
      )
    return changes.disableL1Validator(state, { time, payer, validator })
  })
}

/** Refuses a weight that is too much beside those that wallets gave the other validators. */
function refuseWeight({ weight }: { weight: number }, others: readonly L1Validator[]): void {
  const text = weightsRefusal([BigInt(weight), ...others.map((other) => other.weight)])
  if (text !== undefined) throw Refusal.impossible(text, { pointer: '/weight' })
}

/** Reference to a validator: by its validation, or by L1 and node. */
interface Meant {
  readonly validation?: string
  readonly subnet?: string
  readonly node?: string
}

function change(
  context: ActionContext,
  meant: Meant,
  make: (
    state: Drafting,
    time: number,
    validator: L1Validator,
    subnet: Subnet,
  ) => SignedTransaction,
): Made {
  let validationId = new Uint8Array()
  const tx = context.platform.add((state, time, touch) => {
    const validator = validatorMeant(context, state, meant, touch)
    validationId = new Uint8Array(validator.validationId)
    const subnet = l1Named(context, state.ids.id(validator.subnetId), touch)
    return make(state, time, validator, subnet)
  })
  return { chain: 'P', txId: encodeCb58(tx.id), validationIds: [encodeCb58(validationId)] }
}

function validatorMeant(
  context: ActionContext,
  { l1Validators }: Drafting,
  { validation, subnet, node }: Meant,
  touch: (key: string) => void,
): L1Validator {
  if (validation !== undefined) {
    for (const [field, value] of Object.entries({ subnet, node }))
      if (value !== undefined) throw Refusal.bad(field, 'absent when validation is given')
    const found = l1Validators.byId(context.idOf('validation', validation))
    if (found && found.weight > 0n) return found
    throw Refusal.impossibleText(validation, `${context.network} has no L1 validator ${validation}`)
  }
  if (subnet === undefined || node === undefined)
    throw Refusal.bad(
      'validation',
      'the id of a validation, or left out beside both subnet and node',
    )
  const { nodeId } = context.existingNode(node)
  const found = l1Validators
    .of(l1Named(context, subnet, touch).id)
    .find((each) => context.state.ids.node(each.nodeId) === context.state.ids.node(nodeId))
  if (found) return found
  throw Refusal.impossibleText(node, `${node} is not a validator of the L1 ${subnet}`)
}

/** Returns a subnet that has become an L1. */
function l1Named(context: ActionContext, text: string, touch: (key: string) => void): Subnet {
  const subnet = context.subnet(text)
  touch(`subnet ${encodeCb58(subnet.id)}`)
  if (subnet.manager) return subnet
  throw Refusal.impossibleText(text, `${text} is not an L1`)
}

/** Returns the chain of a manager by name, alias or id; an EVM chain also by its EVM chain id. */
function chainNamed(
  { state, ...context }: ActionContext,
  subnet: Subnet,
  text: string,
): Uint8Array {
  if (text === 'C') return state.facts.chainIds.C
  const evmChain = /^\d{1,15}$/.test(text) ? state.subnets.chainOf(text) : undefined
  if (evmChain) return evmChain.blockchainId
  const named = state.names.get(`chain ${text}`)
  const found = named ?? state.subnets.findChain(state.ids.id(subnet.id), text) ?? text
  if (state.subnets.hasChain(found)) return idIn(found)
  throw Refusal.impossibleText(text, `${context.network} has no chain ${text}`)
}

function idIn(text: string): Uint8Array {
  try {
    return parseId(text)
  } catch (error) {
    if (error instanceof FormatError)
      throw Refusal.impossibleText(text, `${text} is not a valid id: ${error.message}`)
    throw error
  }
}

const validatorOwners = (
  context: ActionContext,
  {
    remainingBalanceOwner,
    deactivationOwner,
    by,
  }: Pick<RegisterL1ValidatorAction, 'remainingBalanceOwner' | 'deactivationOwner' | 'by'>,
) => ({
  balanceOwner: chainOwner(context.owners(remainingBalanceOwner ?? by)),
  deactivationOwner: chainOwner(context.owners(deactivationOwner ?? by)),
})
