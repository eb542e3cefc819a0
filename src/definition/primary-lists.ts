import type { SubnetDefinition } from '../../schemas/definition/primary.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { networks } from '../networks/network.ts'
import { quote } from '../util/quote.ts'
import { type DefinitionProblem, duplicates } from './problem.ts'

/** Names that the simulator uses itself, see staking-plan.ts and peers.ts. */
const reservedNodes = /^(node|peer)-\d+$/

/** Checks that each name of the primary networks occurs once, and checks the nodes. */
export function primaryListProblems({ primary, nodes }: WorldDefinition): DefinitionProblem[] {
  const { validators, assets, subnets } = primary
  return [
    ...duplicates(
      validators,
      ({ node }) => node,
      (index) => `/primary/validators/${index}/node`,
      'a validator',
    ),
    ...validators.flatMap(({ node }, index) =>
      reservedNodes.test(node)
        ? [
            {
              pointer: `/primary/validators/${index}/node`,
              reason: `${quote(node)} is a reserved name of nodes; give the validator another name`,
            },
          ]
        : [],
    ),
    ...duplicates(
      assets,
      ({ name }) => name,
      (index) => `/primary/assets/${index}/name`,
      'an asset',
    ),
    ...duplicates(
      subnets,
      ({ name }) => name,
      (index) => `/primary/subnets/${index}/name`,
      'a subnet',
    ),
    ...subnets.flatMap((subnet, index) => subnetLists(subnet, `/primary/subnets/${index}`)),
    ...duplicates(
      subnets.flatMap(({ chains }, subnet) =>
        chains.map(({ evmChainId }, index) => ({
          evmChainId,
          place: `/primary/subnets/${subnet}/chains/${index}/evmChainId`,
        })),
      ),
      ({ evmChainId }) => evmChainId,
      (_, { place }) => place,
      'an EVM chain',
    ),
    ...networks.flatMap((network) => nodeProblems(nodes[network], `/nodes/${network}`)),
  ]
}

function subnetLists(
  { chains, validators, l1 }: SubnetDefinition,
  pointer: string,
): DefinitionProblem[] {
  const first = l1?.validators ?? []
  const later = l1?.registrations ?? []
  return [
    ...duplicates(
      chains,
      ({ name }) => name,
      (index) => `${pointer}/chains/${index}/name`,
      'a chain of the subnet',
    ),
    ...duplicates(
      validators,
      ({ node }) => node,
      (index) => `${pointer}/validators/${index}/node`,
      'a validator',
    ),
    ...duplicates(
      [...first, ...later],
      ({ node }) => node,
      (index) =>
        index < first.length
          ? `${pointer}/l1/validators/${index}/node`
          : `${pointer}/l1/registrations/${index - first.length}/node`,
      'a validator',
    ),
  ]
}

function nodeProblems(
  { ip, release, peerUptimes, acpVotes }: WorldDefinition['nodes']['mainnet'],
  pointer: string,
): DefinitionProblem[] {
  return [
    ...(isAddress(ip)
      ? []
      : [
          {
            pointer: `${pointer}/ip`,
            reason: `must be an address and a port from 1 to 65535, such as 203.0.113.7:9651 or [2001:db8::7]:9651, found ${quote(ip)}`,
          },
        ]),
    ...duplicates(
      release.vms,
      ({ name }) => name,
      (index) => `${pointer}/release/vms/${index}/name`,
      'a VM',
    ),
    ...duplicates(
      release.vms,
      ({ alias }) => alias,
      (index) => `${pointer}/release/vms/${index}/alias`,
      'a VM with the alias',
    ),
    ...duplicates(
      release.fxs,
      (name) => name,
      (index) => `${pointer}/release/fxs/${index}`,
      'an extension',
    ),
    ...duplicates(
      release.currentAcps,
      String,
      (index) => `${pointer}/release/currentAcps/${index}`,
      'the proposal',
    ),
    ...duplicates(
      acpVotes,
      ({ acp }) => String(acp),
      (index) => `${pointer}/acpVotes/${index}/acp`,
      'the proposal',
    ),
    ...peerUptimes.flatMap(({ least: min, most: max }, index) =>
      min <= max
        ? []
        : [
            {
              pointer: `${pointer}/peerUptimes/${index}/least`,
              reason: `must be at most ${max}, the value of max, found ${min}`,
            },
          ],
    ),
  ]
}

function isAddress(ip: string): boolean {
  const colon = ip.lastIndexOf(':')
  const port = Number(ip.slice(colon + 1))
  return port >= 1 && port <= 65_535 && URL.canParse(`http://${ip.slice(0, colon)}`)
}
