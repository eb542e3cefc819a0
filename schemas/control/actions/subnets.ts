import { type Static, Type } from '@sinclair/typebox'
import { ChainTime } from '../../definition/common.ts'
import { evmAddressPattern } from '../../scalars.ts'
import {
  Amount,
  AmountOrNone,
  described,
  Id,
  NewName,
  Node,
  Owners,
  Threshold,
  verb,
  Weight,
} from './common.ts'

export const CreateSubnetAction = verb('createSubnet', 'Creates a subnet.', {
  name: NewName,
  by: Owners,
  owner: Type.Optional(described('Owner of the subnet; by default its creator.', Owners)),
  threshold: Type.Optional(Threshold),
})
export type CreateSubnetAction = Static<typeof CreateSubnetAction>

export const CreateChainAction = verb(
  'createChain',
  'Creates a chain of a subnet. With an EVM chain id it is an EVM chain that makes blocks.',
  {
    name: Type.String({ pattern: '^[A-Za-z0-9 ]{1,128}$', description: 'Letters, digits, spaces' }),
    subnet: Id,
    by: Owners,
    evmChainId: Type.Optional(
      Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'A decimal EVM chain id' }),
    ),
  },
)
export type CreateChainAction = Static<typeof CreateChainAction>

export const TransferSubnetAction = verb('transferSubnet', 'Transfers a subnet to other owners.', {
  subnet: Id,
  by: Owners,
  owner: described('New owner.', Owners),
  threshold: Type.Optional(Threshold),
})
export type TransferSubnetAction = Static<typeof TransferSubnetAction>

const owners = {
  remainingBalanceOwner: Type.Optional(
    described('Account that gets the rest of the balance; by default the payer.', Owners),
  ),
  deactivationOwner: Type.Optional(
    described('Account that may disable the validator; by default the payer.', Owners),
  ),
}

export const ConvertToL1Action = verb('convertToL1', 'Converts a subnet to an L1.', {
  subnet: Id,
  by: Owners,
  managerChain: described('Chain of the contract that manages the validators.', Id),
  managerAddress: Type.Optional(
    Type.String({
      pattern: evmAddressPattern,
      description: 'Address of that contract; an EVM address',
    }),
  ),
  validators: Type.Array(
    Type.Object(
      { node: Node, weight: Weight, balance: AmountOrNone, ...owners },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 50 },
  ),
})
export type ConvertToL1Action = Static<typeof ConvertToL1Action>

export const RegisterL1ValidatorAction = verb(
  'registerL1Validator',
  'Registers a validator of an L1.',
  {
    subnet: Id,
    by: Owners,
    node: Node,
    weight: Weight,
    balance: AmountOrNone,
    expiry: Type.Optional(
      described(
        'Time until which the chain accepts the registration; a day by default.',
        ChainTime,
      ),
    ),
    ...owners,
  },
)
export type RegisterL1ValidatorAction = Static<typeof RegisterL1ValidatorAction>

/** L1 validator: by its validation id, or by L1 and node. */
const validation = {
  validation: Type.Optional(Id),
  subnet: Type.Optional(Id),
  node: Type.Optional(Node),
  by: Owners,
}

export const SetL1WeightAction = verb(
  'setL1Weight',
  'Sets the weight of an L1 validator; 0 removes it.',
  {
    ...validation,
    weight: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  },
)
export type SetL1WeightAction = Static<typeof SetL1WeightAction>

export const IncreaseL1BalanceAction = verb(
  'increaseL1Balance',
  'Increases the balance that pays the fees of an L1 validator.',
  { ...validation, amount: described('Amount that is added.', Amount) },
)
export type IncreaseL1BalanceAction = Static<typeof IncreaseL1BalanceAction>

export const DisableL1ValidatorAction = verb(
  'disableL1Validator',
  'Disables an L1 validator and pays back the rest of its balance.',
  validation,
)
export type DisableL1ValidatorAction = Static<typeof DisableL1ValidatorAction>
