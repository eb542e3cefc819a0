import { type Static, Type } from '@sinclair/typebox'
import { ChainTime } from '../../definition/common.ts'
import { Amount, Duration, Id, Node, Owners, verb, Weight } from './common.ts'

export const AddValidatorAction = verb(
  'addValidator',
  'A node validates the primary network, or a subnet whose owner appoints it.',
  {
    node: Node,
    from: Owners,
    /** Stake on the primary network. */
    amount: Type.Optional(Amount),
    duration: Duration,
    /** Start after its acceptance, a field that the chain has not had since Durango. */
    start: Type.Optional(ChainTime),
    /** Percent of the reward of delegators; 2 by default. */
    fee: Type.Optional(Type.Number({ minimum: 2, maximum: 100 })),
    rewardsTo: Type.Optional(Owners),
    uptime: Type.Optional(Type.Literal('low', { description: 'Its end brings no reward' })),
    subnet: Type.Optional(Id),
    /** Weight on a subnet. */
    weight: Type.Optional(Weight),
  },
)
export type AddValidatorAction = Static<typeof AddValidatorAction>

export const DelegateAction = verb(
  'delegate',
  'A delegation to a validator of the primary network.',
  {
    node: Node,
    from: Owners,
    amount: Amount,
    duration: Duration,
    start: Type.Optional(ChainTime),
    rewardsTo: Type.Optional(Owners),
  },
)
export type DelegateAction = Static<typeof DelegateAction>

export const RemoveSubnetValidatorAction = verb(
  'removeSubnetValidator',
  'The owner of a subnet dismisses a validator that it has appointed.',
  {
    node: Node,
    subnet: Id,
  },
)
export type RemoveSubnetValidatorAction = Static<typeof RemoveSubnetValidatorAction>
