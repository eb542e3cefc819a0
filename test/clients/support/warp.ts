import { utils } from '@avalabs/avalanchejs'
import { known, type Network } from './world.ts'

const u32 = (value: number) => value.toString(16).padStart(8, '0')

/**
 * Hex of an unsigned Warp message from a chain: codec version, network id, source chain and an
 * addressed call without a source address.
 */
export function unsignedWarpMessage(network: Network, blockchainId: string, text: string): string {
  const content = Buffer.from(text).toString('hex')
  const call = `0000${u32(1)}${u32(0)}${u32(text.length)}${content}`
  const chain = Buffer.from(utils.base58check.decode(blockchainId)).toString('hex')
  return `0000${u32(known[network].networkId)}${chain}${u32(call.length / 2)}${call}`
}
