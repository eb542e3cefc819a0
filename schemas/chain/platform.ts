import { Type } from '@sinclair/typebox'
import {
  Block,
  BlockHeightRequest,
  BlockRequest,
  ByteEncoding,
  ChainAddress,
  type ChainMethod,
  Encoding,
  HexBytes,
  Id,
  Issued,
  IssueRequest,
  NodeIdText,
  OutputReference,
  Owner,
  Transaction,
  TxRequest,
  Uint,
  UtcTime,
  UtxoPage,
  UtxoRequest,
  Whole,
} from './chain-method.ts'
import type { platformMethodNames } from './method-names.ts'

const ofSubnet = Type.Object({ subnetID: Type.Optional(Id) })
const Amounts = Type.Record(Type.String(), Uint)

const FeeConfig = {
  minPrice: Whole,
  excessConversionConstant: Whole,
}

const staker = {
  txID: Id,
  startTime: Uint,
  endTime: Uint,
  weight: Uint,
  nodeID: NodeIdText,
}
const Percent = Type.String({ pattern: '^[0-9]+[.][0-9]{4}$' })

/** Validator of the primary network or of a subnet. */
const Validator = Type.Object(
  {
    ...staker,
    validationRewardOwner: Type.Optional(Owner),
    delegationRewardOwner: Type.Optional(Owner),
    potentialReward: Type.Optional(Uint),
    accruedDelegateeReward: Type.Optional(Uint),
    delegationFee: Type.Optional(Percent),
    uptime: Type.Optional(Percent),
    connected: Type.Optional(Type.Boolean()),
    signer: Type.Optional(Type.Object({ publicKey: HexBytes, proofOfPossession: HexBytes })),
    delegatorCount: Type.Optional(Uint),
    delegatorWeight: Type.Optional(Uint),
    delegators: Type.Optional(
      Type.Array(
        Type.Object({ ...staker, rewardOwner: Type.Optional(Owner), potentialReward: Uint }),
        { description: 'Delegations, if the request names one node.' },
      ),
    ),
  },
  { $id: 'Validator' },
)

const l1Validator = {
  nodeID: NodeIdText,
  weight: Uint,
  startTime: Uint,
  validationID: Id,
  publicKey: HexBytes,
  remainingBalanceOwner: Owner,
  deactivationOwner: Owner,
  minNonce: Uint,
  balance: Uint,
}

const height = Type.Union([Whole, Uint, Type.Literal('proposed')])

/** Methods of the P-chain. */
export const platformMethods: Readonly<Record<(typeof platformMethodNames)[number], ChainMethod>> =
  {
    'platform.getAllValidatorsAt': {
      summary: 'Validators that sign Warp messages at a height, by subnet',
      params: Type.Object({ height }),
      result: Type.Object({
        validatorSets: Type.Record(
          Type.String(),
          Type.Object({
            validators: Type.Array(
              Type.Object({ publicKey: HexBytes, weight: Uint, nodeIDs: Type.Array(NodeIdText) }),
            ),
            totalWeight: Uint,
          }),
        ),
      }),
    },
    'platform.getBalance': {
      summary: 'Unspent outputs of addresses by their locks',
      params: Type.Object({ addresses: Type.Array(Type.String()) }),
      result: Type.Object({
        balance: Uint,
        unlocked: Uint,
        lockedStakeable: Uint,
        lockedNotStakeable: Uint,
        balances: Amounts,
        unlockeds: Amounts,
        lockedStakeables: Amounts,
        lockedNotStakeables: Amounts,
        utxoIDs: Type.Array(OutputReference),
      }),
    },
    'platform.getBlock': {
      summary: 'Block by its id, without the outer block of the proposer',
      params: BlockRequest,
      result: Block,
    },
    'platform.getBlockByHeight': {
      summary: 'Block at a height, without the outer block of the proposer',
      params: BlockHeightRequest,
      result: Block,
    },
    'platform.getBlockchainStatus': {
      summary: 'Whether the node runs a blockchain, and validates it',
      params: Type.Object({
        blockchainID: Type.String({ description: 'Id, or alias of a chain that the node runs.' }),
      }),
      result: Type.Object({
        status: Type.Union(
          ['Validating', 'Syncing', 'Created', 'Unknown'].map((name) => Type.Literal(name)),
        ),
      }),
    },
    'platform.getBlockchains': {
      summary: 'All blockchains but the P-chain',
      params: Type.Object({}),
      result: Type.Object({
        blockchains: Type.Array(
          Type.Object({ id: Id, name: Type.String(), subnetID: Id, vmID: Id }),
        ),
      }),
    },
    'platform.getCurrentSupply': {
      summary: 'Supply of AVAX, nAVAX',
      params: ofSubnet,
      result: Type.Object({ supply: Uint, height: Uint }),
    },
    'platform.getCurrentValidators': {
      summary: 'Validators of the primary network, of a subnet or of an L1',
      params: Type.Object({
        subnetID: Type.Optional(Id),
        nodeIDs: Type.Optional(Type.Array(NodeIdText)),
      }),
      result: Type.Object({
        validators: Type.Array(Type.Union([Validator, Type.Object(l1Validator)])),
      }),
    },
    'platform.getFeeConfig': {
      summary: 'Dynamic fees of the chain (ACP-103)',
      params: Type.Object({}),
      result: Type.Object({
        weights: Type.Array(Whole, { minItems: 4, maxItems: 4 }),
        maxCapacity: Whole,
        maxPerSecond: Whole,
        targetPerSecond: Whole,
        ...FeeConfig,
      }),
    },
    'platform.getFeeState': {
      summary: 'Price of gas and gas that is left at the present',
      params: Type.Object({}),
      result: Type.Object({ capacity: Whole, excess: Whole, price: Whole, timestamp: UtcTime }),
    },
    'platform.getHeight': {
      summary: 'Height of the last accepted block',
      params: Type.Object({}),
      result: Type.Object({ height: Uint }),
    },
    'platform.getL1Validator': {
      summary: 'Validator of an L1',
      params: Type.Object({ validationID: Id }),
      result: Type.Object({ ...l1Validator, subnetID: Id, height: Uint }),
    },
    'platform.getMinStake': {
      summary: 'Minimum stakes, nAVAX',
      params: ofSubnet,
      result: Type.Object({ minValidatorStake: Uint, minDelegatorStake: Uint }),
    },
    'platform.getProposedHeight': {
      summary: 'Height at which the next block looks validators up',
      params: Type.Object({}),
      result: Type.Object({ height: Uint }),
    },
    'platform.getRewardUTXOs': {
      summary: 'Outputs that a stake brought when it ended',
      params: Type.Object({ txID: Id, encoding: Type.Optional(ByteEncoding) }),
      result: Type.Object({
        numFetched: Uint,
        utxos: Type.Array(HexBytes),
        encoding: ByteEncoding,
      }),
    },
    'platform.getStake': {
      summary: 'Outputs of addresses in stakes that run or wait',
      params: Type.Object({
        addresses: Type.Array(Type.String(), { maxItems: 256 }),
        validatorsOnly: Type.Optional(Type.Boolean({ default: false })),
        encoding: Type.Optional(ByteEncoding),
      }),
      result: Type.Object({
        staked: Uint,
        stakeds: Amounts,
        stakedOutputs: Type.Array(HexBytes),
        encoding: ByteEncoding,
      }),
    },
    'platform.getStakingAssetID': {
      summary: 'Asset that validators stake',
      params: ofSubnet,
      result: Type.Object({ assetID: Id }),
    },
    'platform.getSubnet': {
      summary: 'Owner and manager of a subnet',
      params: Type.Object({ subnetID: Id }),
      result: Type.Object({
        isPermissioned: Type.Boolean(),
        controlKeys: Type.Array(ChainAddress),
        threshold: Uint,
        locktime: Uint,
        subnetTransformationTxID: Id,
        conversionID: Id,
        managerChainID: Id,
        managerAddress: Type.Union([HexBytes, Type.Null()]),
      }),
    },
    'platform.getSubnets': {
      summary: 'Owners of some subnets or of all, the primary network last',
      params: Type.Object({ ids: Type.Optional(Type.Array(Id)) }),
      result: Type.Object({
        subnets: Type.Array(
          Type.Object({ id: Id, controlKeys: Type.Array(ChainAddress), threshold: Uint }),
        ),
      }),
    },
    'platform.getTimestamp': {
      summary: 'Time of the last accepted block',
      params: Type.Object({}),
      result: Type.Object({ timestamp: UtcTime }),
    },
    'platform.getTotalStake': {
      summary: 'Weight of the validators of a subnet',
      params: ofSubnet,
      result: Type.Object({ stake: Uint, weight: Uint }),
    },
    'platform.getTx': {
      summary: 'Accepted transaction with its signatures, as bytes or as JSON',
      params: Type.Object({ txID: Id, encoding: Type.Optional(Encoding) }),
      result: Transaction,
    },
    'platform.getTxStatus': {
      summary: 'Status of a transaction, with the reason of a recent refusal',
      params: TxRequest,
      result: Type.Object({
        status: Type.Union(['Committed', 'Dropped', 'Unknown'].map((name) => Type.Literal(name))),
        reason: Type.Optional(Type.String()),
      }),
    },
    'platform.getUTXOs': {
      summary: 'Unspent outputs of addresses, or what waits for them in shared memory',
      params: UtxoRequest,
      result: UtxoPage,
    },
    'platform.getValidatorFeeConfig': {
      summary: 'Continuous fees of L1 validators (ACP-77)',
      params: Type.Object({}),
      result: Type.Object({ capacity: Whole, target: Whole, ...FeeConfig }),
    },
    'platform.getValidatorFeeState': {
      summary: 'Present price of an L1 validator for a second, nAVAX',
      params: Type.Object({}),
      result: Type.Object({ excess: Whole, price: Whole, timestamp: UtcTime }),
    },
    'platform.getValidatorsAt': {
      summary: 'Weights and BLS keys of validators at a height, by node',
      params: Type.Object({
        height,
        subnetID: Type.Optional(Id),
      }),
      result: Type.Record(
        Type.String(),
        Type.Object({ publicKey: Type.Union([HexBytes, Type.Null()]), weight: Uint }),
      ),
    },
    'platform.issueTx': {
      summary: 'Issues a signed transaction; answers when it is in an accepted block',
      params: IssueRequest,
      result: Issued,
    },
    'platform.sampleValidators': {
      summary: 'Nodes of a subnet, drawn by weight',
      params: Type.Object({
        size: Type.Integer({ minimum: 0, maximum: 65_535 }),
        subnetID: Type.Optional(Id),
      }),
      result: Type.Object({ validators: Type.Array(NodeIdText) }),
    },
    'platform.validatedBy': {
      summary: 'Subnet that validates a blockchain',
      params: Type.Object({ blockchainID: Id }),
      result: Type.Object({ subnetID: Id }),
    },
    'platform.validates': {
      summary: 'Blockchains that a subnet validates',
      params: ofSubnet,
      result: Type.Object({ blockchainIDs: Type.Array(Id) }),
    },
  }
