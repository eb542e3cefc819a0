import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../scalars.ts'
import { AccountName, Amount, described, EvmChain, Id, verb } from './common.ts'

/** Bytes of code or of a call. */
const Bytes = Type.String({
  pattern: '^0x([0-9a-fA-F]{2}){0,262144}$',
  description: '0x and hex digits',
})

/** Function or constructor by its name and the types of its parameters. */
const Signature = Type.String({
  minLength: 2,
  maxLength: 2_000,
  description: 'A name and types in parentheses such as mint(address,uint256)',
})

const Arguments = Type.Array(Type.Unknown(), {
  maxItems: 256,
  description:
    'Integers are numbers or texts, bytes 0x hex, addresses also names, structs arrays or objects.',
})

/** What a compiler's file says of a contract. Other fields of it are ignored. */
export const Artifact = Type.Object(
  {
    abi: Type.Array(Type.Unknown(), {
      maxItems: 10_000,
      description: 'JSON ABI. Its constructor gives the types of `arguments`.',
    }),
    bytecode: Type.Union(
      [
        Type.String(),
        Type.Object(
          { object: Type.String({ description: 'Creation code in hex' }) },
          { additionalProperties: true },
        ),
      ],
      { description: 'Creation code in hex, as text or in `object`. Its libraries are linked.' },
    ),
  },
  { additionalProperties: true, description: 'Content of an artifact file of Hardhat or Foundry.' },
)

const Value = described('Coins that go along.', Amount)
const GasLimit = Type.Integer({
  minimum: 21_000,
  maximum: 100_000_000,
  description: 'Gas limit; by default it is estimated.',
})

export const DeployAction = verb(
  'deploy',
  "Deploys a contract: one of a kind, whose deployer can mint its tokens, or one's own from its `bytecode` or `artifact`.",
  {
    from: described('Deployer.', AccountName),
    chain: EvmChain,
    kind: Type.Optional(oneOf(['ERC-20', 'ERC-721', 'ERC-1155', 'other'])),
    name: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,64}$' })),
    symbol: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.]{1,16}$' })),
    decimals: Type.Optional(
      described(
        'Decimals of an ERC-20 token; 18 by default.',
        Type.Integer({ minimum: 0, maximum: 36 }),
      ),
    ),
    bytecode: Type.Optional(described('Creation code.', Bytes)),
    artifact: Type.Optional(Artifact),
    signature: Type.Optional(
      described('Constructor of the `bytecode`, where it has parameters.', Signature),
    ),
    arguments: Type.Optional(described('Arguments of the constructor.', Arguments)),
    value: Type.Optional(Value),
    gasLimit: Type.Optional(GasLimit),
  },
)
export type DeployAction = Static<typeof DeployAction>

export const CallAction = verb(
  'call',
  'Calls a function of any contract, in a transaction; a call that reverts is refused with its reason.',
  {
    from: described('Sender.', AccountName),
    contract: Id,
    chain: Type.Optional(EvmChain),
    function: Type.Optional(described('Called function.', Signature)),
    arguments: Type.Optional(described('Arguments of the function.', Arguments)),
    data: Type.Optional(described('Call data instead of `function` and `arguments`.', Bytes)),
    value: Type.Optional(Value),
    gasLimit: Type.Optional(GasLimit),
  },
)
export type CallAction = Static<typeof CallAction>

export const FailAction = verb('fail', 'Sends a transaction that reverts and pays its fee.', {
  from: described('Sender.', AccountName),
  to: Type.Optional(described('Called contract; without one a constructor fails.', Id)),
  chain: EvmChain,
})
export type FailAction = Static<typeof FailAction>
