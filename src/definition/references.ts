import type { SubnetDefinition } from '../../schemas/definition/primary.ts'
import type { CastMember, WorldDefinition } from '../../schemas/definition/world.ts'
import { quote } from '../util/quote.ts'
import type { DefinitionProblem } from './problem.ts'

/** Properties that hold the name of a member of the cast, or a list of them. */
const memberKeys = new Set(['by', 'operator', 'owner', 'owners', 'reserve'])

/**
 * Returns the names that refer to nothing, which a schema cannot express, in the order of the
 * definition.
 */
export function referenceProblems(definition: WorldDefinition): DefinitionProblem[] {
  const { primary } = definition
  return [
    ...unknownMembers(definition),
    ...primary.holdings.flatMap((holding, index) =>
      holding.chain === 'X' && holding.stakeableLocktime !== undefined
        ? [
            {
              pointer: `/primary/holdings/${index}/stakeableLocktime`,
              reason: 'must be left out on the X-chain; only the P-chain has stakeable locks',
            },
          ]
        : [],
    ),
    ...primary.exports.flatMap(({ from, to }, index) =>
      from === to
        ? [
            {
              pointer: `/primary/exports/${index}/to`,
              reason: `must be a chain other than ${quote(from)}, the value of from`,
            },
          ]
        : [],
    ),
    ...primary.subnets.flatMap((subnet, index) =>
      subnetProblems(definition, subnet, `/primary/subnets/${index}`),
    ),
  ]
}

/** Walks over the definition and checks every property that names members. */
function unknownMembers({ cast, contracts, primary }: WorldDefinition): DefinitionProblem[] {
  const known = new Map(cast.map((member) => [member.name, member]))
  const walk = (value: unknown, path: string, key: string): DefinitionProblem[] => {
    if (typeof value === 'string') {
      const reason = memberKeys.has(key) && unfit(value, known.get(value), path)
      return reason ? [{ pointer: path, reason }] : []
    }
    if (Array.isArray(value))
      return value.flatMap((item, index) => walk(item, `${path}/${index}`, key))
    if (typeof value !== 'object' || value === null) return []
    return [
      ...Object.entries(value).flatMap(([name, item]) => walk(item, `${path}/${name}`, name)),
      ...thresholdProblems(value, path),
    ]
  }
  return [...walk(contracts, '/contracts', ''), ...walk(primary, '/primary', '')]
}

/**
 * Returns why a member cannot be named at a place. Only owners of holdings need no key to sign
 * with.
 */
function unfit(name: string, member: CastMember | undefined, path: string): string | undefined {
  if (!member) return `must be a name in the cast, found ${quote(name)}`
  if (!member.addresses) return undefined
  if (!path.startsWith('/primary/holdings/'))
    return `must be a member with a key, found ${quote(name)}, which is watch-only`
  return member.addresses.primary === undefined
    ? `must be a member with an address on the P- and X-chain, found ${quote(name)}`
    : undefined
}

function thresholdProblems(value: object, path: string): DefinitionProblem[] {
  if (!('owners' in value) || !('threshold' in value) || !Array.isArray(value.owners)) return []
  const owners = new Set(value.owners)
  if (owners.size < value.owners.length)
    return [
      {
        pointer: `${path}/owners`,
        reason: `must not name an owner twice, found ${quote(value.owners)}`,
      },
    ]
  if (Number(value.threshold) <= owners.size) return []
  return [
    {
      pointer: `${path}/threshold`,
      reason: `must be at most ${owners.size}, the number of owners, found ${quote(value.threshold)}`,
    },
  ]
}

function subnetProblems(
  { primary }: WorldDefinition,
  { chains, elastic, l1 }: SubnetDefinition,
  path: string,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  const asset = primary.assets.find(({ name }) => name === elastic?.asset)
  if (elastic && asset?.kind !== 'fixed')
    problems.push({
      pointer: `${path}/elastic/asset`,
      reason: `must name an asset of the kind "fixed", found ${quote(elastic.asset)}`,
    })
  if (!l1) return problems
  if (!chains.some(({ name }) => name === l1.chain))
    problems.push({
      pointer: `${path}/l1/chain`,
      reason: `must name a chain of the subnet, found ${quote(l1.chain)}`,
    })
  const nodes = new Set([...l1.validators, ...l1.registrations].map(({ node }) => node))
  for (const kind of ['weights', 'increases', 'disables'] as const)
    l1[kind].forEach(({ node }, index) => {
      if (!nodes.has(node))
        problems.push({
          pointer: `${path}/l1/${kind}/${index}/node`,
          reason: `must be a validator of the L1, found ${quote(node)}`,
        })
    })
  return problems
}
