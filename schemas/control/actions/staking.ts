import { type Static, Type } from '@sinclair/typebox'
import { ChainTime } from '../../definition/common.ts'
import { Amount, Duration, Id, Node, Owners, verb, Weight } from './common.ts'

export const AddValidatorAction = verb(
  'addValidator',
  'Adds a validator of the primary network or of a permissioned subnet.',
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
    uptime: Type.Optional(Type.Literal('low', { description: 'The stake ends without a reward' })),
    subnet: Type.Optional(Id),
    /** Weight on a subnet. */
    weight: Type.Optional(Weight),
  },
)
export type AddValidatorAction = Static<typeof AddValidatorAction>

export const DelegateAction = verb('delegate', 'Delegates to a validator of the primary network.', {
  node: Node,
  from: Owners,
  amount: Amount,
  duration: Duration,
  start: Type.Optional(ChainTime),
  rewardsTo: Type.Optional(Owners),
})
export type DelegateAction = Static<typeof DelegateAction>

export const RemoveSubnetValidatorAction = verb(
  'removeSubnetValidator',
  'Removes a permissioned validator of a subnet.',
  {
    node: Node,
    subnet: Id,
  },
)
export type RemoveSubnetValidatorAction = Static<typeof RemoveSubnetValidatorAction>
