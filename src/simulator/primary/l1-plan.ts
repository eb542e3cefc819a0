import type { SubnetDefinition } from '../../../schemas/definition/primary.ts'
import {
  disableL1Validator,
  increaseL1Balance,
  registerL1Validator,
  setL1ValidatorWeight,
} from './l1-changes.ts'
import { convertToL1, nAvaxOf, validatorOwners } from './l1-conversion.ts'
import { solo } from './parties.ts'
import type { Planner } from './plan.ts'
import { type Drafting, subnetOf } from './state.ts'

/** The declared L1s of the network: conversion, and what becomes of their validators. */
export function planL1s(planner: Planner): void {
  const { facts, setup } = planner.state
  for (const subnet of setup.definition.primary.subnets)
    if (subnet.network === undefined || subnet.network === facts.network) planL1(planner, subnet)
}

function planL1(planner: Planner, { name, owners: [first = ''], l1 }: SubnetDefinition): void {
  if (!l1) return
  const { state } = planner
  const { cast, nodes } = state
  const random = planner.random(`l1 ${name}`)
  const payer = solo(cast.wallet(first))
  planner.at({
    chain: 'P',
    time: planner.near(l1.at, random),
    act: (state, time) => [convertToL1(state, { time, payer, subnetName: name, l1 })],
  })
  for (const { node, weight, avax, at, ...owners } of l1.registrations)
    planner.at({
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
  const validatorOf = (state: Drafting, node: string) =>
    state.l1Validators.find(subnetOf(state, name).id, nodes.node(node).nodeId)
  for (const { node, weight, at } of l1.weights)
    planner.at({
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
  for (const { node, by, avax, at } of l1.increases)
    planner.at({
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
  for (const { node, at } of l1.disables)
    planner.at({
      chain: 'P',
      time: planner.near(at, random),
      act: (state, time) => [
        disableL1Validator(state, { time, payer, validator: validatorOf(state, node) }),
      ],
    })
}
