import { type Static, Type } from '@sinclair/typebox'
import { ChainTime } from '../../definition/common.ts'
import { Amount, Duration, described, Id, Node, Owners, verb, Weight } from './common.ts'

export const AddValidatorAction = verb(
  'addValidator',
  'Adds a validator of the primary network or of a permissioned subnet.',
  {
    node: Node,
    from: described('Account that stakes.', Owners),
    amount: Type.Optional(described('Stake on the primary network.', Amount)),
    duration: Duration,
    start: Type.Optional(
      described(
        'Start after its acceptance, a field that the chain has not had since Durango.',
        ChainTime,
      ),
    ),
    fee: Type.Optional(
      described(
        'Percent of the reward of delegators; 2 by default.',
        Type.Number({ minimum: 2, maximum: 100 }),
      ),
    ),
    rewardsTo: Type.Optional(
      described('Account that gets the reward; by default the staking one.', Owners),
    ),
    uptime: Type.Optional(Type.Literal('low', { description: 'The stake ends without a reward' })),
    subnet: Type.Optional(described('Permissioned subnet; by default the primary network.', Id)),
    weight: Type.Optional(described('On a subnet:', Weight)),
  },
)
export type AddValidatorAction = Static<typeof AddValidatorAction>

export const DelegateAction = verb('delegate', 'Delegates to a validator of the primary network.', {
  node: Node,
  from: described('Account that stakes.', Owners),
  amount: described('Stake.', Amount),
  duration: Duration,
  start: Type.Optional(ChainTime),
  rewardsTo: Type.Optional(
    described('Account that gets the reward; by default the staking one.', Owners),
  ),
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
