import type { SubnetDefinition } from '../../../../schemas/definition/primary.ts'
import { parseEvmAddress } from '../../../formats/addresses.ts'
import { daySeconds } from '../../../time/time-units.ts'
import type { Random } from '../../random.ts'
import {
  disableL1Validator,
  increaseL1Balance,
  registerL1Validator,
  setL1ValidatorWeight,
} from '../l1/l1-changes.ts'
import { convertToL1, nAvaxOf, validatorOwners } from '../l1/l1-conversion.ts'
import type { L1Validator } from '../l1/l1-validators.ts'
import { type Drafting, subnetOf } from '../state.ts'
import { solo } from '../utxos/parties.ts'
import type { PlannedEvent, Planner } from './plan.ts'

/** Plans the declared L1s of the network: conversion, and changes of their validators. */
export function planL1s(planner: Planner): void {
  const { facts, setup } = planner.state
  setup.definition.primary.subnets.forEach((subnet, index) => {
    if (subnet.network === undefined || subnet.network === facts.network)
      planL1(planner, subnet, `/primary/subnets/${index}/l1`)
  })
}

function planL1(
  planner: Planner,
  { name, owners: [first = ''], l1 }: SubnetDefinition,
  pointer: string,
): void {
  if (!l1) return
  const { state } = planner
  const { cast, nodes } = state
  const random = planner.random(`l1 ${name}`)
  const payer = solo(cast.wallet(first))
  planner.at({
    pointer,
    chain: 'P',
    time: planner.near(l1.at, random),
    act: (state, time) => {
      const subnet = subnetOf(state, name)
      return [
        convertToL1(state, {
          time,
          payer,
          subnet,
          managerChainId: state.subnets.chainNamed(state.ids.id(subnet.id), l1.chain),
          managerAddress: parseEvmAddress(l1.manager),
          validators: l1.validators.map((validator) => ({
            node: nodes.node(validator.node),
            ...validatorOwners(state, validator),
            weight: BigInt(validator.weight),
            balance: nAvaxOf(validator.avax),
          })),
        }),
      ]
    },
  })
  l1.registrations.forEach(({ node, weight, avax, at, ...owners }, index) => {
    planner.at({
      pointer: `${pointer}/registrations/${index}`,
      chain: 'P',
      time: planner.near(at, random),
      act: (state, time) => [
        registerL1Validator(state, {
          time,
          payer: solo(cast.wallet(owners.owner)),
          subnet: subnetOf(state, name),
          node: nodes.node(node),
          owners: validatorOwners(state, owners),
          weight: BigInt(weight),
          balance: nAvaxOf(avax),
        }),
      ],
    })
  })
  const validatorOf = (state: Drafting, node: string) =>
    state.l1Validators.find(subnetOf(state, name).id, nodes.node(node).nodeId)
  l1.weights.forEach(({ node, weight, at }, index) => {
    planner.at({
      pointer: `${pointer}/weights/${index}`,
      chain: 'P',
      time: planner.near(at, random),
      act: (state, time) => [
        setL1ValidatorWeight(state, {
          time,
          payer,
          subnet: subnetOf(state, name),
          validator: validatorOf(state, node),
          weight: BigInt(weight),
        }),
      ],
    })
  })
  l1.increases.forEach(({ node, by, avax, at }, index) => {
    planner.at({
      pointer: `${pointer}/increases/${index}`,
      chain: 'P',
      time: planner.near(at, random),
      act: (state, time) => [
        increaseL1Balance(state, {
          time,
          payer: solo(cast.wallet(by)),
          validator: validatorOf(state, node),
          amount: nAvaxOf(avax),
        }),
      ],
    })
  })
  l1.disables.forEach(({ node, at }, index) => {
    planner.at({
      pointer: `${pointer}/disables/${index}`,
      chain: 'P',
      time: planner.near(at, random),
      act: (state, time) => [
        disableL1Validator(state, { time, payer, validator: validatorOf(state, node) }),
      ],
    })
  })
  const leftToEnd = [...l1.validators, ...l1.registrations].filter(({ isLeftToEnd }) => isLeftToEnd)
  planner.always(
    reviews(planner, `${pointer}/validators`, planner.random(`reviews ${name}`), (state, time) => {
      const subnet = subnetOf(state, name)
      const isOver = ({ nodeId, paidUntil }: L1Validator) =>
        paidUntil === undefined &&
        leftToEnd.some(({ node }) => state.nodes.find(nodeId)?.name === node)
      const validator = state.l1Validators.of(subnet.id).find(isOver)
      if (!validator) return []
      return [setL1ValidatorWeight(state, { time, payer, subnet, validator, weight: 0n })]
    }),
  )
}

/** Generates the reviews of an L1 by its manager, which begin after the world's now. G-232 */
function* reviews(
  { state }: Planner,
  pointer: string,
  random: Random,
  act: PlannedEvent['act'],
): Generator<PlannedEvent, undefined> {
  for (let time = state.setup.now; ; ) {
    time += random.int(60 * daySeconds, 120 * daySeconds)
    yield { pointer, chain: 'P', time, act }
  }
}
