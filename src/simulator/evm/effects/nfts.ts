import { equalBytes } from '@noble/curves/utils.js'
import {
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../../formats/evm/events.ts'
import { erc721, erc1155 } from '../contracts/contract-interfaces.ts'
import { zeroAddress } from '../ledgers/ledger.ts'
import { type ContractCall, type Method, method } from './effect.ts'
import { requireThat } from './revert.ts'

/** Methods of an ERC-721 collection. A payer gets a new token; its owner transfers or burns it. */
export const erc721Methods: readonly Method[] = [
  method(erc721.safeMint, (call, { to, tokenId }) => ({ logs: [minted(call, to, tokenId)] }), {
    isPayable: true,
  }),
  method(
    erc721.mintBatch,
    (call, { to, tokenIds }) => {
      requireThat(new Set(tokenIds).size === tokenIds.length, 'a token is minted once')
      return { logs: tokenIds.map((tokenId) => minted(call, to, tokenId)) }
    },
    { isPayable: true },
  ),
  method(erc721.safeTransferFrom, (call, { from, to, id }) => {
    requireSender(call, from)
    requireRecipient(to)
    requireOwner(call, id)
    return { logs: [erc721Transfer.encode(call.contract.address, { from, to, tokenId: id })] }
  }),
  method(erc721.burn, (call, { tokenId }) => {
    requireOwner(call, tokenId)
    const burned = { from: call.sender, to: zeroAddress, tokenId }
    return { logs: [erc721Transfer.encode(call.contract.address, burned)] }
  }),
]

/**
 * Methods of an ERC-1155 contract. Any account can mint tokens of a kind; a holder transfers its
 * own.
 */
export const erc1155Methods: readonly Method[] = [
  method(erc1155.mint, (call, { to, id, value }) => {
    const { contract, sender: operator } = call
    requireRecipient(to)
    requireRoom(call, { to, ids: [id], values: [value] })
    const from = zeroAddress
    return {
      logs: [erc1155TransferSingle.encode(contract.address, { operator, from, to, id, value })],
    }
  }),
  method(erc1155.mintBatch, (call, { to, ids, values }) => {
    const { contract, sender: operator } = call
    requireRecipient(to)
    requireThat(ids.length === values.length, 'as many ids as values')
    requireRoom(call, { to, ids, values })
    const from = zeroAddress
    return {
      logs: [erc1155TransferBatch.encode(contract.address, { operator, from, to, ids, values })],
    }
  }),
  method(erc1155.safeTransferFrom, (call, { from, to, id, value }) => {
    requireHoldings(call, { from, to, ids: [id], values: [value] })
    const moved = { operator: call.sender, from, to, id, value }
    return { logs: [erc1155TransferSingle.encode(call.contract.address, moved)] }
  }),
  method(erc1155.safeBatchTransferFrom, (call, { from, to, ids, values }) => {
    requireHoldings(call, { from, to, ids, values })
    const moved = { operator: call.sender, from, to, ids, values }
    return { logs: [erc1155TransferBatch.encode(call.contract.address, moved)] }
  }),
]

function minted({ state, contract }: ContractCall, to: Uint8Array, tokenId: bigint) {
  requireRecipient(to)
  const owner = state.transfers.nfts.ownerOf(contract, tokenId)
  requireThat(owner === undefined, `${contract.text}/${tokenId} belongs to ${owner}`)
  return erc721Transfer.encode(contract.address, { from: zeroAddress, to, tokenId })
}

function requireOwner({ state, contract, sender }: ContractCall, tokenId: bigint): void {
  const owner = state.transfers.nfts.ownerOf(contract, tokenId)
  requireThat(
    owner === state.textOf(sender),
    `${contract.text}/${tokenId} belongs to ${owner ?? 'nobody'}`,
  )
}

function requireHoldings(
  call: ContractCall,
  { from, to, ids, values }: { from: Uint8Array; to: Uint8Array; ids: bigint[]; values: bigint[] },
): void {
  const { state, contract } = call
  requireSender(call, from)
  requireRecipient(to)
  requireThat(ids.length === values.length, 'as many ids as values')
  const holder = state.textOf(from)
  for (const [id, value] of sumsOf(ids, values)) {
    const balance = state.transfers.nfts.balanceOf(holder, contract, id)
    requireThat(balance >= value, `${holder} has ${balance} of ${contract.text}/${id}`)
  }
  if (!equalBytes(from, to)) requireRoom(call, { to, ids, values })
}

/** Reverts when a balance would exceed the 256 bits of a contract. */
function requireRoom(
  { state, contract }: ContractCall,
  { to, ids, values }: { to: Uint8Array; ids: bigint[]; values: bigint[] },
): void {
  const holder = state.textOf(to)
  for (const [id, value] of sumsOf(ids, values)) {
    const balance = state.transfers.nfts.balanceOf(holder, contract, id)
    requireThat(balance + value < 2n ** 256n, `${holder} has ${balance} of ${contract.text}/${id}`)
  }
}

function sumsOf(ids: readonly bigint[], values: readonly bigint[]): Map<bigint, bigint> {
  const sums = new Map<bigint, bigint>()
  ids.forEach((id, index) => {
    sums.set(id, (sums.get(id) ?? 0n) + (values[index] ?? 0n))
  })
  return sums
}

const requireSender = ({ sender }: ContractCall, from: Uint8Array) =>
  requireThat(equalBytes(sender, from), 'only the holder gives its tokens')

const requireRecipient = (to: Uint8Array) =>
  requireThat(!equalBytes(to, zeroAddress), 'nobody holds tokens of the zero address')
