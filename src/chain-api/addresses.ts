import { addressText, type ParsedAddress, parseAddress } from '../formats/addresses.ts'
import { FormatError } from '../formats/codec.ts'
import { decodeCb58 } from '../formats/ids.ts'
import { rpcError } from '../json-rpc/method.ts'
import { networkConstants } from '../networks/constants.ts'
import { blockchainIdOf, type PrimaryChain, primaryChains } from '../networks/primary-chain.ts'
import type { World } from '../world/world.ts'

const aliases: Readonly<Record<PrimaryChain, string>> = { P: 'platform', X: 'avm', C: 'evm' }

/** Returns the chain that a letter, alias or id names. */
export const chainNamed = ({ nodeNetwork }: World, name: string): PrimaryChain | undefined =>
  primaryChains.find(
    (chain) =>
      name === chain || name === aliases[chain] || name === blockchainIdOf(nodeNetwork, chain),
  )

/**
 * Returns the bech32 text of an address of a chain, without the chain's name. The address may be 20
 * bytes in CB58. Texts of refusals: avalanchego, vms/components/avax, and coreth's ParseLocalAddress.
 * @throws RpcError
 */
export function addressIn(world: World, chain: PrimaryChain, given: string): string {
  const { hrp } = networkConstants[world.nodeNetwork]
  const refusal = (reason: string) => rpcError(`couldn't parse address "${given}": ${reason}`)
  const short = shortIdIn(given)
  if (short) return addressText(short, hrp)
  const separator = given.indexOf('-')
  if (separator < 0) throw refusal('no separator found in address')
  const [name, text] = [given.slice(0, separator), given.slice(separator + 1)]
  const { prefix } = parsed(text, refusal)
  const named = chainNamed(world, name)
  if (!named) throw refusal(`there is no ID with alias: ${name}`)
  if (prefix !== hrp) throw refusal(`expected hrp "${hrp}" but got "${prefix}"`)
  if (named === chain) return text
  const [wanted, found] = [chain, named].map((each) => blockchainIdOf(world.nodeNetwork, each))
  throw refusal(
    chain === 'C'
      ? `expected chainID to be "${wanted}" but was "${found}"`
      : `mismatched chainIDs: expected "${wanted}" but got "${found}"`,
  )
}

function parsed(text: string, refusal: (reason: string) => Error): ParsedAddress {
  try {
    return parseAddress(text)
  } catch (error) {
    if (error instanceof FormatError) throw refusal(error.message)
    throw error
  }
}

/** Returns the 20 bytes of a text in CB58; undefined for any other text. */
function shortIdIn(text: string): Uint8Array | undefined {
  try {
    return decodeCb58(text, 20)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
