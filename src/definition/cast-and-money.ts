import type { CastMember, WorldDefinition } from '../../schemas/definition/world.ts'
import { parseAddress, parseEvmAddress } from '../formats/addresses.ts'
import { FormatError } from '../formats/codec.ts'
import { fromHex } from '../formats/ids.ts'
import { isSecretKey } from '../formats/secp256k1.ts'
import { quote } from '../util/quote.ts'
import { type DefinitionProblem, duplicates } from './problem.ts'

/** AVAX at genesis; the reserve gets the rest of it. Source: avalanchego's genesis. */
const genesisAvax = 360_000_000

/**
 * Returns the problems of the cast: members named twice, keys used twice, and a genesis that gives
 * away more AVAX than it has.
 */
export function castProblems({ cast, primary }: WorldDefinition): DefinitionProblem[] {
  return [
    ...duplicates(
      cast,
      ({ name }) => name,
      (index) => `/cast/${index}/name`,
      'a member',
    ),
    ...duplicates(
      cast,
      ({ privateKey }) => privateKey,
      (index) => `/cast/${index}/privateKey`,
      'the key',
    ),
    ...cast.flatMap(({ privateKey }, index) =>
      privateKey === undefined || isSecretKey(fromHex(privateKey))
        ? []
        : [
            {
              pointer: `/cast/${index}/privateKey`,
              reason: `must be from 1 to the order of secp256k1 minus 1, found ${quote(privateKey)}`,
            },
          ],
    ),
    ...cast.flatMap((member, index) => addressProblems(member, `/cast/${index}`)),
    ...genesisProblems(cast.filter(({ addresses }) => !addresses).length, primary),
  ]
}

function addressProblems({ privateKey, addresses }: CastMember, pointer: string) {
  if (!addresses) return []
  if (privateKey !== undefined)
    return [
      {
        pointer: `${pointer}/addresses`,
        reason: 'must be absent when privateKey is given, because the key determines the addresses',
      },
    ]
  return [
    ...formatProblems(`${pointer}/addresses/evm`, addresses.evm, parseEvmAddress),
    ...formatProblems(`${pointer}/addresses/primary`, addresses.primary, parseAddress),
  ]
}

function formatProblems(
  pointer: string,
  text: string | undefined,
  parse: (text: string) => unknown,
): DefinitionProblem[] {
  try {
    if (text !== undefined) parse(text)
    return []
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [{ pointer, reason: `must be an address, found ${quote(text)}: ${error.message}` }]
  }
}

function genesisProblems(
  members: number,
  { funds, holdings }: WorldDefinition['primary'],
): DefinitionProblem[] {
  const shares = (funds.platform + funds.exchange) * members
  const given = holdings.reduce((sum, { avax }) => sum + avax, shares)
  // The reserve pays for the initial balances of the C-chain and for their fees.
  const needed = given + funds.contract * members + 1
  if (needed <= genesisAvax) return []
  return [
    {
      pointer: '/primary/funds',
      reason: `the funds of ${members} members (those without addresses) and the holdings need ${needed} AVAX, but the genesis has ${genesisAvax}; lower the funds or the holdings`,
    },
  ]
}
