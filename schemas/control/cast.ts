import { type Static, Type } from '@sinclair/typebox'
import { call, controlOperation, noInput } from './control-operation.ts'
import { NetworkName } from './scalars.ts'

const Text = Type.String()

const ChainBalances = Type.Record(Text, Text, {
  description: 'Decimal amounts of the native coin of P, X, C and of each L1 by its EVM chain id.',
})

/** Spendable balance of a member. */
const MemberBalances = Type.Object({ mainnet: ChainBalances, fuji: ChainBalances })
/** Spendable balances of a member by network and chain. */
export type MemberBalances = Static<typeof MemberBalances>

/** Accounts and other objects of a world, with the names and ids that requests use. */
export const WorldCast = Type.Object(
  {
    members: Type.Array(
      Type.Object({
        name: Text,
        evm: Type.Optional(
          Type.String({
            description:
              'Address on EVM chains. A member without a key may lack this address or the bech32 ones.',
          }),
        ),
        mainnet: Type.Optional(
          Type.String({ description: 'Bech32 address, without the letter of a chain.' }),
        ),
        fuji: Type.Optional(
          Type.String({ description: 'Bech32 address, without the letter of a chain.' }),
        ),
        privateKey: Type.Optional(
          Type.String({
            description: 'Hex. Only for members whose keys are public.',
          }),
        ),
        balances: MemberBalances,
      }),
    ),
    nodes: Type.Array(
      Type.Object(
        { name: Text, mainnet: Text, fuji: Text },
        { description: 'NodeID on this network.' },
      ),
    ),
    contracts: Type.Array(
      Type.Object({
        chainId: Text,
        address: Text,
        ercType: Text,
        name: Type.Union([Text, Type.Null()]),
        symbol: Type.Union([Text, Type.Null()]),
      }),
    ),
    assets: Type.Array(
      Type.Object({
        network: NetworkName,
        assetId: Text,
        name: Text,
        symbol: Text,
        denomination: Type.Integer(),
        type: Text,
      }),
    ),
    subnets: Type.Array(
      Type.Object({
        network: NetworkName,
        subnetId: Text,
        isL1: Type.Boolean(),
        chains: Type.Array(
          Type.Object({
            name: Text,
            blockchainId: Text,
            evmChainId: Type.Integer({ description: '0 for a chain without EVM.' }),
          }),
        ),
      }),
    ),
  },
  { $id: 'WorldCast' },
)
export type WorldCast = Static<typeof WorldCast>

const getCast = controlOperation({
  operationId: 'getCast',
  method: 'GET',
  path: '/_admin/cast',
  summary:
    'Lists accounts with addresses, keys and balances, nodes, contracts, assets, subnets and L1s',
  response: WorldCast,
})

/** Operations of the cast. */
export const castOperations = [getCast] as const

/** Method of the library for the cast. */
export const castCall = call(getCast, noInput)
