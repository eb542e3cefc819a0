import type { Wallet } from '../../accounts/wallets.ts'
import { contractCall } from '../call.ts'
import { erc1155 } from '../contracts/contract-interfaces.ts'
import { type Action, type Actors, pickOther, pickWallet } from './actors.ts'

const noData = new Uint8Array()
const kinds = 12n

/** Mints tokens of one of a contract's kinds for an account. */
export function mintErc1155({ wallets, contracts }: Actors): Action {
  return (block, actor) => {
    const random = block.random('ERC-1155 mints')
    const collections = contracts.ofType('ERC-1155')
    if (collections.length === 0) return false
    const { address } = random.pick(collections)
    const holder = actor ?? pickWallet(random, wallets)
    const to = holder.evmAddress
    const id = random.bigint(1n, kinds)
    const value = random.bigint(1n, 25n)
    const data = erc1155.mint.encode({ to, id, value, data: noData })
    const call = contractCall(holder, address, data)
    return block.execute(call) !== undefined
  }
}

/** Transfers tokens of one kind, from a holder of several kinds to another member of the cast. */
export function transferErc1155(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-1155 transfers')
    const holder = actor ?? pickWallet(random, wallets)
    const held = heldErc1155(actors, holder)
    if (held.length < 2) return false
    const { contract, tokenId: id, balance } = random.pick(held)
    const from = holder.evmAddress
    const to = pickOther(random, wallets, holder).evmAddress
    const value = random.bigint(1n, balance)
    const { address } = contract
    const data = erc1155.safeTransferFrom.encode({ from, to, id, value, data: noData })
    const call = contractCall(holder, address, data)
    return block.execute(call) !== undefined
  }
}

/**
 * Transfers one token of each of two or three kinds, not of all, from a holder of several kinds.
 */
export function transferErc1155Batch(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-1155 batches')
    const holder = actor ?? pickWallet(random, wallets)
    const held = heldErc1155(actors, holder)
    const address = held[0]?.contract.address
    const ids = held
      .filter(({ contract }) => contract.address === address)
      .map(({ tokenId }) => tokenId)
      .slice(0, Math.min(random.int(2, 3), held.length - 1))
    if (!address || ids.length < 2) return false
    const from = holder.evmAddress
    const to = pickOther(random, wallets, holder).evmAddress
    const values = ids.map(() => 1n)
    const data = erc1155.safeBatchTransferFrom.encode({ from, to, ids, values, data: noData })
    const call = contractCall(holder, address, data)
    return block.execute(call) !== undefined
  }
}

const heldErc1155 = ({ transfers, textOf }: Actors, holder: Wallet) =>
  transfers.nfts.heldBy(textOf(holder.evmAddress), 'ERC-1155')
