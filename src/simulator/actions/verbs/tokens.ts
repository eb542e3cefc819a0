import type { MintAction, TransferTokenAction } from '../../../../schemas/control/actions/tokens.ts'
import { toHex } from '../../../formats/ids.ts'
import type { InParts } from '../../../util/in-parts.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import { minterOf } from '../../evm/actions/actors.ts'
import { contractCall } from '../../evm/call.ts'
import type { Contract } from '../../evm/contracts/contract-book.ts'
import { erc20, erc721, erc1155 } from '../../evm/contracts/contract-interfaces.ts'
import type { ActionContext } from '../action-context.ts'
import { unitsOf } from '../amounts.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { contractNamed } from '../named-contract.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

const maxOfUint256 = 2n ** 256n - 1n

const noData = new Uint8Array()

/** Mints new tokens for an account, in one transaction. */
export function* mint(context: ActionContext, action: MintAction): InParts<Made> {
  const { contract: named, chain, tokenIds } = action
  const { assembler, contract } = contractNamed(context, named, chain)
  const to = context.evmAddress(action.to)
  const from =
    action.from === undefined
      ? minter(context, assembler, contract)
      : context.evmWallet(action.from)
  const data = mintData(contract, to, action)
  const { hash } = yield* assembler.execute(() => contractCall(from, contract.address, data))
  return { chain: assembler.name, txId: toHex(hash), ...(tokenIds && { tokenIds }) }
}

function mintData(contract: Contract, to: Uint8Array, action: MintAction): Uint8Array {
  const { ercType, role, decimals = 0, text } = contract
  if (role === 'wrapped-native')
    throw Refusal.impossibleText(
      text,
      `${text} wraps the chain's own coin; transfer coins to it instead`,
    )
  if (ercType === 'ERC-20') {
    refuse(action, ercType, ['tokenIds', 'amounts'])
    const value = unitsOf('amount', required(action, ercType, 'amount'), decimals)
    return erc20.mint.encode({ to, value })
  }
  if (ercType === 'UNKNOWN') throw Refusal.impossibleText(text, `${text} is not a token contract`)
  refuse(action, ercType, ['amount'])
  const ids = required(action, ercType, 'tokenIds').map((text, index) =>
    uint256(`tokenIds/${index}`, text),
  )
  const [tokenId = 0n] = ids
  if (ercType === 'ERC-721') {
    refuse(action, ercType, ['amounts'])
    if (ids.length === 1) return erc721.safeMint.encode({ to, tokenId })
    return erc721.mintBatch.encode({ to, tokenIds: ids })
  }
  const values = (action.amounts ?? ids.map(() => '1')).map((text, index) =>
    uint256(`amounts/${index}`, text),
  )
  const [value = 1n] = values
  if (values.length !== ids.length)
    throw Refusal.bad('amounts', `a list of ${ids.length} amounts, one for each token id`)
  if (ids.length === 1) return erc1155.mint.encode({ to, id: tokenId, value, data: noData })
  return erc1155.mintBatch.encode({ to, ids, values, data: noData })
}

/** Transfers tokens from their holder to an account. */
export function* transferToken(context: ActionContext, action: TransferTokenAction): InParts<Made> {
  const { assembler, contract } = contractNamed(context, action.contract, action.chain)
  const from = context.evmWallet(action.from)
  const to = context.evmAddress(action.to)
  const data = transferData(contract, { from: from.evmAddress, to }, action)
  const { hash } = yield* assembler.execute(() => contractCall(from, contract.address, data))
  const { tokenId } = action
  return {
    chain: assembler.name,
    txId: toHex(hash),
    ...(tokenId !== undefined && { tokenIds: [tokenId] }),
  }
}

function transferData(
  { ercType, decimals = 0, text }: Contract,
  { from, to }: { from: Uint8Array; to: Uint8Array },
  action: TransferTokenAction,
): Uint8Array {
  if (ercType === 'ERC-20') {
    refuse(action, ercType, ['tokenId'])
    const value = unitsOf('amount', required(action, ercType, 'amount'), decimals)
    return erc20.transfer.encode({ to, value })
  }
  if (ercType === 'UNKNOWN') throw Refusal.impossibleText(text, `${text} is not a token contract`)
  const id = uint256('tokenId', required(action, ercType, 'tokenId'))
  if (ercType === 'ERC-721') {
    refuse(action, ercType, ['amount'])
    return erc721.safeTransferFrom.encode({ from, to, id })
  }
  const value = unitsOf('amount', action.amount ?? '1', 0)
  return erc1155.safeTransferFrom.encode({ from, to, id, value, data: noData })
}

/**
 * Parses a 256-bit number.
 * @throws Refusal for a number above the range of contracts
 */
function uint256(field: string, text: string): bigint {
  const value = BigInt(text)
  if (value > maxOfUint256) throw Refusal.bad(field, 'at most 2^256 - 1')
  return value
}

/**
 * Returns the account that deployed a contract, or that keeps it.
 * @throws Refusal for an account without a known key
 */
function minter(context: ActionContext, { actors }: EvmBlockAssembler, contract: Contract): Wallet {
  if (contract.deployer === undefined) return minterOf(actors, contract)
  return context.evmWallet(contract.deployer)
}

type Tokens = MintAction | TransferTokenAction

function required<Action extends Tokens, Field extends keyof Action & string>(
  action: Action,
  ercType: Contract['ercType'],
  field: Field,
): NonNullable<Action[Field]> {
  const value = action[field]
  if (value === undefined || value === null)
    throw Refusal.bad(field, `given for an ${ercType} contract`)
  return value
}

function refuse<Action extends Tokens>(
  action: Action,
  ercType: Contract['ercType'],
  fields: readonly (keyof Action & string)[],
): void {
  for (const field of fields)
    if (action[field] !== undefined) throw Refusal.bad(field, `absent for an ${ercType} contract`)
}
