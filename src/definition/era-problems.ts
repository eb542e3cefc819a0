import type { RelativeTime } from '../../schemas/definition/common.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { genesisSeconds, type UpgradeName } from '../networks/constants.ts'
import { type Network, networks } from '../networks/network.ts'
import { msOfTime, secondsText } from '../time/time-text.ts'
import { daySeconds, hourSeconds } from '../time/time-units.ts'
import { quote } from '../util/quote.ts'
import type { DefinitionProblem } from './problem.ts'
import { activationOf, relativeTimeSeconds, secondsOfText } from './relative-times.ts'
import { secondsOf } from './story.ts'

/** Epoch seconds from which the X-chain exists and brings the C-chain its AVAX. */
export const exchangeStart = genesisSeconds + 11 * daySeconds

/** Epoch seconds from which every member can have AVAX and both chains have blocks. */
const earliestNow = genesisSeconds + 60 * daySeconds
const latestNow = Date.UTC(2100, 0) / 1000

/**
 * Checks that days exist in the calendar and that `now` is after everything that must have begun.
 */
export function calendarProblems(definition: WorldDefinition): DefinitionProblem[] {
  const { contracts, evmChains, nodes, now, story = [] } = definition
  const texts: [string, string | undefined][] = [
    ['/now', now],
    ...evmChains.map((chain, index): [string, string] => [
      `/evmChains/${index}/firstBlock`,
      chain.firstBlock,
    ]),
    ...contracts.map((contract, index): [string, string | undefined] => [
      `/contracts/${index}/deployment/at`,
      contract.deployment?.at,
    ]),
    ...networks.flatMap((network) =>
      nodes[network].peerReleases.map((release, index): [string, string | undefined] => [
        `/nodes/${network}/peerReleases/${index}/upgradeTime`,
        release.upgradeTime,
      ]),
    ),
    ...story.flatMap(({ at }, index): [string, string][] =>
      /^\d/.test(at) ? [[`/story/${index}/at`, at]] : [],
    ),
  ]
  const strange = texts.flatMap(([pointer, text]) =>
    text === undefined || msOfTime(text) !== undefined
      ? []
      : [
          {
            pointer,
            reason: `must be a time that exists, such as 2025-01-31T12:00:00Z, found ${quote(text)}`,
          },
        ],
  )
  return strange.length > 0
    ? strange
    : between('/now', now, [earliestNow, latestNow], 'so that the world has a history')
}

/** Returns no problem when a time lies within both bounds, in epoch seconds. */
export function between(
  pointer: string,
  text: string,
  [min, max]: readonly [number, number],
  why: string,
): DefinitionProblem[] {
  const seconds = secondsOfText(text)
  if (seconds >= min && seconds <= max) return []
  return [
    {
      pointer,
      reason: `must be from ${secondsText(min)} to ${secondsText(max)} (${why}), found ${quote(text)}`,
    },
  ]
}

/**
 * Checks that relative times lie in the era of the thing they declare, on every network that has
 * it.
 */
export function timeProblems(definition: WorldDefinition): DefinitionProblem[] {
  const { now, primary, nodes, story = [] } = definition
  const nowSeconds = secondsOfText(now)
  const problems: DefinitionProblem[] = []
  const require = (
    pointer: string,
    relativeTime: RelativeTime | undefined,
    { from, until, on = networks }: Era & { readonly on?: readonly Network[] },
  ): void => {
    if (relativeTime === undefined) return
    for (const network of on) {
      const seconds = relativeTimeSeconds(relativeTime, network, nowSeconds)
      const min = typeof from === 'number' ? from : activationOf(network, from)
      // The simulator adds at most an hour to a time.
      const max = until === undefined ? Infinity : activationOf(network, until) - 6 * hourSeconds
      if (seconds >= min && seconds <= max) continue
      const bounds = [
        `from ${secondsText(min)}`,
        ...(until === undefined ? [] : [`to ${secondsText(max)}`]),
        ...(typeof from === 'number' ? [] : [`(since ${from})`]),
        ...(until === undefined ? [] : [`(until ${until})`]),
      ].join(' ')
      problems.push({
        pointer,
        reason: `must be ${bounds} on ${network}, found ${quote(relativeTime)}, which is ${secondsText(seconds)}`,
      })
      return
    }
  }
  const world: Era = { from: genesisSeconds + 11 * daySeconds }
  const locks: Era = { from: genesisSeconds }

  for (const network of networks)
    require(`/nodes/${network}/joinedAt`, nodes[network].joinedAt, { ...locks, on: [network] })
  primary.holdings.forEach(({ locktime, stakeableLocktime }, index) => {
    require(`/primary/holdings/${index}/locktime`, locktime, locks)
    require(`/primary/holdings/${index}/stakeableLocktime`, stakeableLocktime, locks)
  })
  // Both times are up to an hour later.
  const requireAfter = (pointer: string, start: string | undefined, at: string) => {
    for (const network of networks)
      require(pointer, start, {
        from: relativeTimeSeconds(at, network, nowSeconds) + 2 * hourSeconds,
        on: [network],
      })
  }
  primary.validators.forEach(({ from, start, until }, index) => {
    require(`/primary/validators/${index}/from`, from, world)
    requireAfter(`/primary/validators/${index}/start`, start, from)
    require(`/primary/validators/${index}/until`, until, locks)
  })
  primary.delegations.forEach(({ at, start }, index) => {
    require(`/primary/delegations/${index}/at`, at, world)
    requireAfter(`/primary/delegations/${index}/start`, start, at)
  })
  primary.assets.forEach(({ at }, index) => {
    require(`/primary/assets/${index}/at`, at, world)
  })
  primary.exports.forEach(({ from, to, at, locktime }, index) => {
    // P- and C-chain exchange AVAX directly since Apricot 5.
    const isDirect = from !== to && from !== 'X' && to !== 'X'
    require(`/primary/exports/${index}/at`, at, isDirect ? { from: 'apricotPhase5' } : world)
    require(`/primary/exports/${index}/locktime`, locktime, locks)
  })
  primary.payouts.forEach(({ chain, at }, index) => {
    // The P-chain has no transfers before Durango.
    require(`/primary/payouts/${index}/at`, at, chain === 'P' ? { from: 'durango' } : world)
  })
  primary.subnets.forEach((subnet, index) => {
    const on = subnet.network === undefined ? networks : [subnet.network]
    const pointer = `/primary/subnets/${index}`
    const { elastic, l1, newOwner } = subnet
    require(`${pointer}/at`, subnet.at, { ...world, on })
    require(`${pointer}/newOwner/at`, newOwner?.at, { from: 'durango', on })
    require(`${pointer}/elastic/at`, elastic?.at, { from: 'banff', until: 'etna', on })
    require(`${pointer}/l1/at`, l1?.at, { from: 'etna', on })
    for (const list of ['chains', 'validators'] as const)
      subnet[list].forEach(({ at }, position) => {
        require(`${pointer}/${list}/${position}/at`, at, { ...world, on })
      })
    for (const list of ['registrations', 'weights', 'increases', 'disables'] as const)
      l1?.[list].forEach(({ at }, position) => {
        require(`${pointer}/l1/${list}/${position}/at`, at, { from: 'etna', on })
      })
  })
  story.forEach((action, index) => {
    const seconds = secondsOf(action, definition)
    if (seconds >= exchangeStart && seconds <= latestNow) return
    problems.push({
      pointer: `/story/${index}/at`,
      reason: `must be from ${secondsText(exchangeStart)} to ${secondsText(latestNow)}, found ${quote(action.at)}, which is ${secondsText(seconds)}`,
    })
  })
  return problems
}

/**
 * Period in which a thing is possible: from a time or an upgrade, optionally until another upgrade.
 */
interface Era {
  readonly from: number | UpgradeName
  readonly until?: UpgradeName
}
