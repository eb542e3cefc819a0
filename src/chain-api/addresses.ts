import { addressText, parseAddress } from '../formats/addresses.ts'
import { FormatError } from '../formats/codec.ts'
import { decodeCb58 } from '../formats/ids.ts'
import { rpcError } from '../json-rpc/method.ts'
import { networkConstants } from '../networks/constants.ts'
import { blockchainIdOf, type PrimaryChain, primaryChains } from '../networks/primary-chain.ts'
import type { World } from '../world/world.ts'

const aliases: Readonly<Record<PrimaryChain, string>> = { P: 'platform', X: 'avm', C: 'evm' }

/** Returns the chain that a letter, alias or id names. */
export const primaryChainNamed = ({ nodeNetwork }: World, name: string): PrimaryChain | undefined =>
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
  const separator = given.indexOf('-')
  if (separator < 0) {
    const noAddress = () => refusal('no separator found in address')
    return addressText(
      parsed(() => decodeCb58(given, 20), noAddress),
      hrp,
    )
  }
  const text = given.slice(separator + 1)
  const { prefix } = parsed(() => parseAddress(text), refusal)
  const name = given.slice(0, separator)
  const named = primaryChainNamed(world, name)
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

/** Parses a text. @param refusal builds the error for one that has no such form */
function parsed<Value>(parse: () => Value, refusal: (reason: string) => Error): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof FormatError) throw refusal(error.message)
    throw error
  }
}
