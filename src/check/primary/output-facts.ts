import { encode } from '../../formats/codec.ts'
import { Output } from '../../formats/utxos.ts'

/** Amount and kind of an output, with the kind's name in the Data API. */
interface OutputFacts {
  /** Amount in the smallest unit; 1 for an NFT or a property, 0 for rights to mint. */
  readonly amount: bigint
  readonly name: string
}

/**
 * Reads facts of an output from its own bytes: `type u32`, then the first fields of the type.
 * Sources: the type ids of avalanchego's codecs (vms/secp256k1fx, vms/nftfx, vms/propertyfx,
 * vms/platformvm/stakeable). Names are as in the Data API's samples (`transfer`, `mint`), with
 * `nft` before those of NFTs and `property` before those of properties.
 * @throws for a type that no chain of this world makes
 */
export function outputFacts(output: Output): OutputFacts {
  const bytes = encode(Output, output)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = view.getUint32(0)
  switch (type) {
    // secp256k1fx.MintOutput: owners
    case 6:
      return { amount: 0n, name: 'mint' }
    // secp256k1fx.TransferOutput: amount u64, owners
    case 7:
      return { amount: view.getBigUint64(4), name: 'transfer' }
    // nftfx.MintOutput: group u32, owners
    case 10:
      return { amount: 0n, name: 'nft mint' }
    // nftfx.TransferOutput: group u32, payload, owners
    case 11:
      return { amount: 1n, name: 'nft transfer' }
    // propertyfx.MintOutput: owners
    case 15:
      return { amount: 0n, name: 'property mint' }
    // propertyfx.OwnedOutput: owners
    case 16:
      return { amount: 1n, name: 'property owned' }
    // stakeable.LockOut: locktime u64, then an output, which is a secp256k1fx.TransferOutput
    case 22:
      if (view.getUint32(12) !== 7)
        throw new Error('a stakeable lock does not hold a transfer output')
      return { amount: view.getBigUint64(16), name: 'transfer' }
    default:
      throw new Error(`no output has the type ${type}`)
  }
}
