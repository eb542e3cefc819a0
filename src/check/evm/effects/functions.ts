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

const text: AbiType<string> = {
  ...bytes,
  name: 'string',
  encode: (value) => bytes.encode(Buffer.from(value)),
  decode(data, start) {
    const { value, end } = bytes.decode(data, start)
    return { value: Buffer.from(value).toString(), end }
  },
}

// Functions and events of the contracts of this world, typed a second time for the check: the
// simulator's own table must not judge itself.

export const transfer = abiFunction('transfer', { to: address, value: uint256 })
export const transferFrom = abiFunction('transferFrom', {
  from: address,
  to: address,
  value: uint256,
})
export const approve = abiFunction('approve', { spender: address, value: uint256 })
export const mint = abiFunction('mint', { to: address, value: uint256 })
export const deposit = abiFunction('deposit', {})
export const withdraw = abiFunction('withdraw', { amount: uint256 })

export const safeMint = abiFunction('safeMint', { to: address, id: uint256 })
export const mintTokens = abiFunction('mintBatch', { to: address, ids: array(uint256) })
export const giveToken = abiFunction('safeTransferFrom', {
  from: address,
  to: address,
  id: uint256,
})
export const burn = abiFunction('burn', { id: uint256 })

const some = { id: uint256, value: uint256, data: bytes }
const several = { ids: array(uint256), values: array(uint256), data: bytes }
export const mintSome = abiFunction('mint', { to: address, ...some })
export const mintSeveral = abiFunction('mintBatch', { to: address, ...several })
export const giveSome = abiFunction('safeTransferFrom', { from: address, to: address, ...some })
export const giveSeveral = abiFunction('safeBatchTransferFrom', {
  from: address,
  to: address,
  ...several,
})

export const addLiquidity = abiFunction('addLiquidity', {
  tokenA: address,
  tokenB: address,
  amountA: uint256,
  amountB: uint256,
})
export const swap = abiFunction('swapExactTokensForTokens', {
  amountIn: uint256,
  amountOutMin: uint256,
  path: array(address),
  to: address,
  deadline: uint256,
})
export const createCollection = abiFunction('createCollection', { name: text, symbol: text })
export const createMultiCollection = abiFunction('createMultiCollection', {
  name: text,
  symbol: text,
})
export const stake = abiFunction('stake', { amount: uint256 })
export const receiveMessage = abiFunction('receiveTeleporterMessage', {
  source: bytes32,
  sender: address,
  message: bytes,
})
export const redeem = abiFunction('redeemRelayerRewards', { feeAsset: address })

export const approval = abiEvent('Approval', {
  owner: indexed(address),
  spender: indexed(address),
  value: uint256,
})
export const deposited = abiEvent('Deposit', { holder: indexed(address), amount: uint256 })
export const withdrawn = abiEvent('Withdrawal', { holder: indexed(address), amount: uint256 })
export const collectionCreated = abiEvent('CollectionCreated', {
  creator: indexed(address),
  collection: indexed(address),
})
export const staked = abiEvent('Staked', { account: indexed(address), amount: uint256 })
export const redeemed = abiEvent('RelayerRewardsRedeemed', {
  redeemer: indexed(address),
  asset: indexed(address),
  amount: uint256,
})

/** Constructor arguments of this world, after the code. */
export const constructed = { name: text, symbol: text, decimals: uint(8), supply: uint256 }
