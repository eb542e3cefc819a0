import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { NetworkName, Time } from '../scalars.ts'
import { CreateAssetAction, MintAssetAction, MintNftAction } from './assets.ts'
import { ExportAction, ImportAction } from './atomic.ts'
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
import {
  DeployAction,
  FailAction,
  MintAction,
  PriceAction,
  ReindexNftAction,
  TransferTokenAction,
} from './tokens.ts'
import { FundAction, TransferAction, WalletAction } from './transfers.ts'

/** Schemas of the actions of a user or a story, by `do`. */
export const actionSchemas = {
  wallet: WalletAction,
  fund: FundAction,
  transfer: TransferAction,
  fail: FailAction,
  deploy: DeployAction,
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

export type Do = keyof typeof actionSchemas
/** Action by its verb. */
export type ActionOf<Verb extends Do> = Static<(typeof actionSchemas)[Verb]>
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
