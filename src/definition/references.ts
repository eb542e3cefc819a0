import type { SubnetDefinition } from '../../schemas/definition/primary.ts'
import type { CastMember, WorldDefinition } from '../../schemas/definition/world.ts'
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
              pointer: `/primary/holdings/${index}`,
              reason: 'stakeable locks exist only on the P-chain',
            },
          ]
        : [],
    ),
    ...primary.exports.flatMap(({ from, to }, index) =>
      from === to
        ? [
            {
              pointer: `/primary/exports/${index}/to`,
              reason: 'must be a chain other than the one that the export leaves',
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
  if (!member) return `the cast has no ${name}`
  if (!member.addresses) return undefined
  if (!path.startsWith('/primary/holdings/')) return `${name} has no key to sign with`
  return member.addresses.primary === undefined
    ? `${name} has no address on the P- and X-chain`
    : undefined
}

function thresholdProblems(value: object, path: string): DefinitionProblem[] {
  if (!('owners' in value) || !('threshold' in value) || !Array.isArray(value.owners)) return []
  const owners = new Set(value.owners)
  if (owners.size < value.owners.length)
    return [{ pointer: `${path}/owners`, reason: 'an owner is named twice' }]
  if (Number(value.threshold) <= owners.size) return []
  return [{ pointer: `${path}/threshold`, reason: `there are only ${owners.size} owners` }]
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
      reason: `there is no asset ${elastic.asset} with a fixed amount`,
    })
  if (!l1) return problems
  if (!chains.some(({ name }) => name === l1.chain))
    problems.push({ pointer: `${path}/l1/chain`, reason: `the subnet has no chain ${l1.chain}` })
  const nodes = new Set([...l1.validators, ...l1.registrations].map(({ node }) => node))
  for (const kind of ['weights', 'increases', 'disables'] as const)
    l1[kind].forEach(({ node }, index) => {
      if (!nodes.has(node))
        problems.push({
          pointer: `${path}/l1/${kind}/${index}/node`,
          reason: `${node} is not a validator of the L1`,
        })
    })
  return problems
}
