import { erc721Transfer } from '../../../formats/evm/events.ts'
import type { Wallet } from '../../wallets.ts'
import { contractCall } from '../call.ts'
import { erc721 } from '../contract-interfaces.ts'
import { zeroAddress } from '../ledger.ts'
import { type Action, type Actors, pickOther, pickWallet } from './actors.ts'

/** Somebody buys a new token of a collection, which keeps the price. */
export function mintErc721({ wallets, contracts, transfers }: Actors): Action {
  return (block, actor) => {
    const random = block.random('ERC-721 mints')
    const collections = contracts.ofType('ERC-721')
    if (collections.length === 0) return false
    const collection = random.pick(collections)
    const owner = actor ?? pickWallet(random, wallets)
    const tokenId = BigInt(transfers.nfts.countOf(collection) + 1)
    const to = owner.evmAddress
    const call = contractCall(owner, collection.address, erc721.safeMint.encode({ to, tokenId }), {
      gas: random.int(68_000, 95_000),
      value: BigInt(random.int(0, 5)) * 10n ** 16n,
      logs: [erc721Transfer.encode(collection.address, { from: zeroAddress, to, tokenId })],
    })
    return block.execute(call) !== undefined
  }
}

/** An owner of several tokens gives one to another member of the cast. */
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
    const call = contractCall(
      owner,
      contract.address,
      erc721.safeTransferFrom.encode({ from, to, id: tokenId }),
      {
        gas: random.int(25_000, 45_000),
        logs: [erc721Transfer.encode(contract.address, { from, to, tokenId })],
      },
    )
    return block.execute(call) !== undefined
  }
}

/** An owner of several tokens burns one. */
export function burnErc721(actors: Actors): Action {
  const { wallets } = actors
  return (block, actor) => {
    const random = block.random('ERC-721 burns')
    const owner = actor ?? pickWallet(random, wallets)
    const owned = ownedErc721(actors, owner)
    if (owned.length < 2) return false
    const { contract, tokenId } = random.pick(owned)
    const call = contractCall(owner, contract.address, erc721.burn.encode({ tokenId }), {
      gas: random.int(12_000, 20_000),
      logs: [
        erc721Transfer.encode(contract.address, {
          from: owner.evmAddress,
          to: zeroAddress,
          tokenId,
        }),
      ],
    })
    return block.execute(call) !== undefined
  }
}

const ownedErc721 = ({ transfers, textOf }: Actors, owner: Wallet) =>
  transfers.nfts.heldBy(textOf(owner.evmAddress), 'ERC-721')
