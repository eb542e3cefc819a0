import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { NetworkName, Time } from '../scalars.ts'
import { CreateAssetAction, MintAssetAction, MintNftAction } from './assets.ts'
import { ExportAction, ImportAction } from './atomic.ts'
import { CallAction, DeployAction, FailAction } from './contracts.ts'
import { IssueAction } from './issue.ts'
import { DeliverMessageAction, SendMessageAction } from './messages.ts'
import { AddValidatorAction, DelegateAction, RemoveSubnetValidatorAction } from './staking.ts'
import {
  ConvertToL1Action,
  CreateChainAction,
  CreateSubnetAction,
  DisableL1ValidatorAction,
  IncreaseL1BalanceAction,
  RegisterL1ValidatorAction,
  SetL1WeightAction,
  TransferSubnetAction,
} from './subnets.ts'
import { MintAction, PriceAction, ReindexNftAction, TransferTokenAction } from './tokens.ts'
import { FundAction, TransferAction, WalletAction } from './transfers.ts'

/** Schemas of the actions of a user or a story, by `do`. */
export const actionSchemas = {
  wallet: WalletAction,
  fund: FundAction,
  transfer: TransferAction,
  fail: FailAction,
  deploy: DeployAction,
  call: CallAction,
  mint: MintAction,
  transferToken: TransferTokenAction,
  price: PriceAction,
  reindexNft: ReindexNftAction,
  sendMessage: SendMessageAction,
  deliverMessage: DeliverMessageAction,
  export: ExportAction,
  import: ImportAction,
  addValidator: AddValidatorAction,
  delegate: DelegateAction,
  removeSubnetValidator: RemoveSubnetValidatorAction,
  createSubnet: CreateSubnetAction,
  createChain: CreateChainAction,
  transferSubnet: TransferSubnetAction,
  convertToL1: ConvertToL1Action,
  registerL1Validator: RegisterL1ValidatorAction,
  setL1Weight: SetL1WeightAction,
  increaseL1Balance: IncreaseL1BalanceAction,
  disableL1Validator: DisableL1ValidatorAction,
  createAsset: CreateAssetAction,
  mintAsset: MintAssetAction,
  mintNft: MintNftAction,
  issue: IssueAction,
} as const satisfies Readonly<Record<string, TSchema>>

/** Verb of an action. */
export type Do = keyof typeof actionSchemas
/** Action by its verb. */
export type ActionOf<Verb extends Do> = Static<(typeof actionSchemas)[Verb]>
/** Action of a user or a story. */
export type Action = { [Verb in Do]: ActionOf<Verb> }[Do]

/** Result of an action. */
export const ActionResult = Type.Object(
  {
    do: Type.Unsafe<Do>(Type.String()),
    network: NetworkName,
    chain: Type.Optional(Type.String({ description: 'P, X, C, or the EVM chain id of an L1.' })),
    txId: Type.Optional(Type.String()),
    height: Type.Optional(Type.Integer()),
    time: Time,
    address: Type.Optional(
      Type.String({ description: 'Of a contract, or of a wallet on EVM chains.' }),
    ),
    addresses: Type.Optional(
      Type.Object(
        { evm: Type.String(), mainnet: Type.String(), fuji: Type.String() },
        {
          description:
            'Of a wallet: on EVM chains, and the bech32 addresses of the networks without the ' +
            'letter of a chain.',
        },
      ),
    ),
    nodeId: Type.Optional(Type.String()),
    subnetId: Type.Optional(Type.String()),
    blockchainId: Type.Optional(Type.String()),
    validationIds: Type.Optional(Type.Array(Type.String())),
    assetId: Type.Optional(Type.String()),
    messageId: Type.Optional(Type.String()),
    tokenIds: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'ActionResult' },
)
export type ActionResult = Static<typeof ActionResult>

const inBlock = ['chain', 'txId', 'height'] as const
const ofNode = [...inBlock, 'nodeId'] as const
const ofValidations = [...inBlock, 'validationIds'] as const
const ofAsset = [...inBlock, 'assetId'] as const

/**
 * Fields that each result of a verb has, beside `do`, `network` and `time`. A `fund` with `exactly`
 * that finds nothing to pay has none of them.
 */
export const resultFields = {
  wallet: ['address', 'addresses'],
  fund: inBlock,
  transfer: inBlock,
  fail: inBlock,
  deploy: [...inBlock, 'address'],
  call: inBlock,
  mint: inBlock,
  transferToken: inBlock,
  price: ['chain'],
  reindexNft: ['chain', 'address', 'tokenIds'],
  sendMessage: ['messageId'],
  deliverMessage: [...inBlock, 'messageId'],
  export: inBlock,
  import: inBlock,
  addValidator: ofNode,
  delegate: ofNode,
  removeSubnetValidator: ofNode,
  createSubnet: [...inBlock, 'subnetId'],
  createChain: [...inBlock, 'blockchainId', 'subnetId'],
  transferSubnet: [...inBlock, 'subnetId'],
  convertToL1: [...inBlock, 'subnetId', 'validationIds'],
  registerL1Validator: ofValidations,
  setL1Weight: ofValidations,
  increaseL1Balance: ofValidations,
  disableL1Validator: ofValidations,
  createAsset: ofAsset,
  mintAsset: ofAsset,
  mintNft: ofAsset,
  issue: inBlock,
} as const satisfies Readonly<Record<Do, readonly (keyof ActionResult)[]>>

/** Result of an action with this verb. */
export type ActionResultOf<Verb extends Do> = Omit<ActionResult, 'do'> & { do: Verb } & {
  [Field in (typeof resultFields)[Verb][number]]-?: NonNullable<ActionResult[Field]>
}

/** Results of one action: `import` has one for each asset, and `export` may import too. */
type ResultsOf<Given> = Given extends { readonly do: 'fund'; readonly exactly: true }
  ? [ActionResult & { do: 'fund' }]
  : Given extends { readonly do: 'import' }
    ? [ActionResultOf<'import'>, ...ActionResultOf<'import'>[]]
    : Given extends { readonly do: 'export'; readonly import: true }
      ? [ActionResultOf<'export'>, ...ActionResultOf<'export'>[]]
      : Given extends { readonly do: infer Verb extends Do }
        ? [ActionResultOf<Verb>]
        : never

/** Results of a list of actions, in their order. */
export type ActionResults<Given extends readonly unknown[]> = number extends Given['length']
  ? ActionResult[]
  : Given extends readonly [infer First, ...infer Rest]
    ? [...ResultsOf<First>, ...ActionResults<Rest>]
    : []

/** Action whose verb the compiler knows, without fields of other verbs. */
export type KnownAction<Given> = Given extends { readonly do: infer Verb extends Do }
  ? Unchanging<ActionOf<Verb>> & {
      readonly [Field in Exclude<keyof Given, keyof ActionOf<Verb>>]: never
    }
  : never

/** Deep read-only form: what a caller gives is only read. */
type Unchanging<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
  : Value
