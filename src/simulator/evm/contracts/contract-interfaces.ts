import {
  type AbiType,
  address,
  array,
  bytes,
  bytes32,
  uint,
  uint256,
} from '../../../formats/evm/abi.ts'
import { abiFunction } from '../../../formats/evm/calls.ts'
import { abiEvent, indexed } from '../../../formats/evm/events.ts'
import { toHex } from '../../../formats/ids.ts'
import { receiveCrossChainMessage, sendCrossChainMessage } from '../../../formats/teleporter.ts'

const bool: AbiType<boolean> = {
  ...uint(8),
  name: 'bool',
  encode: (value) => uint(8).encode(value ? 1n : 0n),
  decode(data, start) {
    const { value, end } = uint(8).decode(data, start)
    return { value: value !== 0n, end }
  },
}

/** UTF-8 text. */
export const string: AbiType<string> = {
  ...bytes,
  name: 'string',
  encode: (value) => bytes.encode(new TextEncoder().encode(value)),
  decode(data, start) {
    const { value, end } = bytes.decode(data, start)
    return { value: new TextDecoder().decode(value), end }
  },
}

/** Event of ERC-20: a spender may take up to an amount. */
export const approvalEvent = abiEvent('Approval', {
  owner: indexed(address),
  spender: indexed(address),
  value: uint256,
})
/** Event: a wrapped native token is minted. */
export const depositEvent = abiEvent('Deposit', { holder: indexed(address), amount: uint256 })
/** Event: a wrapped native token is burned. */
export const withdrawalEvent = abiEvent('Withdrawal', { holder: indexed(address), amount: uint256 })
/** Event: a factory has created a contract. */
export const collectionCreatedEvent = abiEvent('CollectionCreated', {
  creator: indexed(address),
  collection: indexed(address),
})
/** Event: a contract without a token standard has taken native value. */
export const stakedEvent = abiEvent('Staked', { account: indexed(address), amount: uint256 })

/** Functions of ERC-20 tokens, wrapped native ones included. */
export const erc20 = {
  transfer: abiFunction('transfer', { to: address, value: uint256 }),
  transferFrom: abiFunction('transferFrom', { from: address, to: address, value: uint256 }),
  approve: abiFunction('approve', { spender: address, value: uint256 }),
  mint: abiFunction('mint', { to: address, value: uint256 }),
  deposit: abiFunction('deposit', {}),
  withdraw: abiFunction('withdraw', { amount: uint256 }),
  allowance: abiFunction('allowance', { owner: address, spender: address }),
}

/** Functions of ERC-721 tokens. */
export const erc721 = {
  safeMint: abiFunction('safeMint', { to: address, tokenId: uint256 }),
  mintBatch: abiFunction('mintBatch', { to: address, tokenIds: array(uint256) }),
  safeTransferFrom: abiFunction('safeTransferFrom', { from: address, to: address, id: uint256 }),
  burn: abiFunction('burn', { tokenId: uint256 }),
}

/** Functions of ERC-1155 tokens. */
export const erc1155 = {
  mint: abiFunction('mint', { to: address, id: uint256, value: uint256, data: bytes }),
  mintBatch: abiFunction('mintBatch', {
    to: address,
    ids: array(uint256),
    values: array(uint256),
    data: bytes,
  }),
  safeTransferFrom: abiFunction('safeTransferFrom', {
    from: address,
    to: address,
    id: uint256,
    value: uint256,
    data: bytes,
  }),
  safeBatchTransferFrom: abiFunction('safeBatchTransferFrom', {
    from: address,
    to: address,
    ids: array(uint256),
    values: array(uint256),
    data: bytes,
  }),
}

/** Functions of contracts without a token standard. */
export const other = {
  createCollection: abiFunction('createCollection', { name: string, symbol: string }),
  createMultiCollection: abiFunction('createMultiCollection', { name: string, symbol: string }),
  addLiquidity: abiFunction('addLiquidity', {
    tokenA: address,
    tokenB: address,
    amountA: uint256,
    amountB: uint256,
  }),
  swap: abiFunction('swapExactTokensForTokens', {
    amountIn: uint256,
    amountOutMin: uint256,
    path: array(address),
    to: address,
    deadline: uint256,
  }),
  setRates: abiFunction('setRates', { tokens: array(address), rates: array(uint256) }),
  rates: abiFunction('rates', { token: address }),
  amountOutOf: abiFunction('amountOutOf', {
    amountIn: uint256,
    given: address,
    wanted: address,
  }),
  stake: abiFunction('stake', { amount: uint256 }),
  vote: abiFunction('castVote', { proposalId: uint256, inFavour: bool }),
  setRecord: abiFunction('setRecord', { key: bytes32, value: string }),
}

/**
 * Function that a messenger calls on the destination contract of a message
 * (ITeleporterReceiver.sol).
 */
export const receiveTeleporterMessage = abiFunction('receiveTeleporterMessage', {
  sourceBlockchainId: bytes32,
  originSenderAddress: address,
  message: bytes,
})

/** Functions of a contract that receives messages. */
export const mailbox = { pause: abiFunction('pause', {}), unpause: abiFunction('unpause', {}) }

/** Function of the TeleporterMessenger; the others in use are among the formats. */
export const redeemRelayerRewards = abiFunction('redeemRelayerRewards', { feeAsset: address })

/** Function that tells what a relayer may redeem. */
export const checkRelayerRewardAmount = abiFunction('checkRelayerRewardAmount', {
  relayer: address,
  feeAsset: address,
})

/** Event: a relayer has withdrawn its rewards. */
export const rewardsRedeemedEvent = abiEvent('RelayerRewardsRedeemed', {
  redeemer: indexed(address),
  asset: indexed(address),
  amount: uint256,
})

const known = [
  erc20,
  erc721,
  erc1155,
  other,
  mailbox,
  { sendCrossChainMessage, receiveCrossChainMessage, redeemRelayerRewards },
].flatMap((group) =>
  Object.values<{ selector: Uint8Array; signature: string }>(group).map(
    ({ selector, signature }): [string, string] => [toHex(selector), signature],
  ),
)

/** Signatures such as `transfer(address,uint256)` by selector in hex, of all functions above. */
export const methodNames: ReadonlyMap<string, string> = new Map(known)
