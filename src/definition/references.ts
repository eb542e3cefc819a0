import type { SubnetDefinition } from '../../schemas/definition/primary.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'

/** A place in a definition that refers to something which the definition does not have. */
export interface ReferenceProblem {
  /** JSON pointer. */
  readonly path: string
  readonly message: string
}

/** Properties that hold the name of a member of the cast, or a list of them. */
const memberKeys = new Set(['by', 'operator', 'owner', 'owners', 'reserve'])

/** What a schema cannot say: whether names in a definition name something. In its order. */
export function referenceProblems(definition: WorldDefinition): ReferenceProblem[] {
  const { primary } = definition
  return [
    ...unknownMembers(definition),
    ...primary.holdings.flatMap((holding, index) =>
      holding.chain === 'X' && holding.stakeableLocktime !== undefined
        ? [{ path: `/primary/holdings/${index}`, message: 'only the P-chain has stakeable locks' }]
        : [],
    ),
    ...primary.exports.flatMap(({ from, to }, index) =>
      from === to
        ? [{ path: `/primary/exports/${index}/to`, message: 'an export leaves its chain' }]
        : [],
    ),
    ...primary.subnets.flatMap((subnet, index) =>
      subnetProblems(definition, subnet, `/primary/subnets/${index}`),
    ),
    ...unclaimedL1s(definition),
  ]
}

/** Walks over the definition and looks at every property that names members. */
function unknownMembers({ cast, contracts, primary }: WorldDefinition): ReferenceProblem[] {
  const known = new Set(cast.map(({ name }) => name))
  const walk = (value: unknown, path: string, key: string): ReferenceProblem[] => {
    if (typeof value === 'string')
      return memberKeys.has(key) && !known.has(value)
        ? [{ path, message: `the cast has no ${value}` }]
        : []
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

function thresholdProblems(value: object, path: string): ReferenceProblem[] {
  if (!('owners' in value) || !('threshold' in value) || !Array.isArray(value.owners)) return []
  const owners = new Set(value.owners)
  if (owners.size < value.owners.length)
    return [{ path: `${path}/owners`, message: 'an owner is named twice' }]
  if (Number(value.threshold) <= owners.size) return []
  return [{ path: `${path}/threshold`, message: `there are only ${owners.size} owners` }]
}

function subnetProblems(
  { primary }: WorldDefinition,
  { chains, elastic, l1 }: SubnetDefinition,
  path: string,
): ReferenceProblem[] {
  const problems: ReferenceProblem[] = []
  const asset = primary.assets.find(({ name }) => name === elastic?.asset)
  if (elastic && asset?.kind !== 'fixed')
    problems.push({
      path: `${path}/elastic/asset`,
      message: `no asset of a fixed amount is called ${elastic.asset}`,
    })
  if (!l1) return problems
  if (!chains.some(({ name }) => name === l1.chain))
    problems.push({ path: `${path}/l1/chain`, message: `the subnet has no chain ${l1.chain}` })
  const nodes = new Set([...l1.validators, ...l1.registrations].map(({ node }) => node))
  for (const kind of ['weights', 'increases', 'disables'] as const)
    l1[kind].forEach(({ node }, index) => {
      if (!nodes.has(node))
        problems.push({
          path: `${path}/l1/${kind}/${index}/node`,
          message: `${node} is no validator of the L1`,
        })
    })
  return problems
}

/** An L1 gets its ids from the CreateChainTx of a subnet on its network. */
function unclaimedL1s({ evmChains, primary }: WorldDefinition): ReferenceProblem[] {
  return evmChains.flatMap(({ kind, chainId, network }, index) => {
    if (kind !== 'l1') return []
    const claims = primary.subnets
      .filter((subnet) => subnet.network === undefined || subnet.network === network)
      .flatMap(({ chains }) => chains.filter(({ evmChainId }) => evmChainId === chainId))
    if (claims.length === 1) return []
    const count = claims.length === 0 ? 'no subnet' : 'more than one subnet'
    return [
      { path: `/evmChains/${index}/chainId`, message: `${count} of ${network} has this chain` },
    ]
  })
}
