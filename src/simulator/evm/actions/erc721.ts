import type { Wallet } from '../../accounts/wallets.ts'
import { contractCall } from '../call.ts'
import { erc721 } from '../contracts/contract-interfaces.ts'
import { type Action, type Actors, pickOther, pickWallet } from './actors.ts'

/** Sells a new token of a collection to an account; the collection keeps the price. */
export function mintErc721({ wallets, contracts, transfers }: Actors): Action {
  return (block, actor) => {
    const random = block.random('ERC-721 mints')
    const collections = contracts.ofType('ERC-721')
    if (collections.length === 0) return false
    const collection = random.pick(collections)
    const owner = actor ?? pickWallet(random, wallets)
    let tokenId = BigInt(transfers.nfts.countOf(collection) + 1)
    while (transfers.nfts.ownerOf(collection, tokenId) !== undefined) tokenId++
    const to = owner.evmAddress
    const data = erc721.safeMint.encode({ to, tokenId })
    const price = BigInt(random.int(0, 5)) * 10n ** 16n
    const call = contractCall(owner, collection.address, data, price)
    return block.execute(call) !== undefined
  }
}

/** Transfers a token from an owner of several to another member of the cast. */
export function transferErc721(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-721 transfers')
    const owner = actor ?? pickWallet(random, wallets)
    const owned = ownedErc721(actors, owner)
    if (owned.length < 2) return false
    const { contract, tokenId } = random.pick(owned)
    const from = owner.evmAddress
    const to = pickOther(random, wallets, owner).evmAddress
    const data = erc721.safeTransferFrom.encode({ from, to, id: tokenId })
    const call = contractCall(owner, contract.address, data)
    return block.execute(call) !== undefined
  }
}

/** Burns a token of an owner of several. */
export function burnErc721(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-721 burns')
    const owner = actor ?? pickWallet(random, wallets)
    const owned = ownedErc721(actors, owner)
    if (owned.length < 2) return false
    const { contract, tokenId } = random.pick(owned)
    const data = erc721.burn.encode({ tokenId })
    const call = contractCall(owner, contract.address, data)
    return block.execute(call) !== undefined
  }
}

const ownedErc721 = ({ transfers, textOf }: Actors, owner: Wallet) =>
  transfers.nfts.heldBy(textOf(owner.evmAddress), 'ERC-721')
