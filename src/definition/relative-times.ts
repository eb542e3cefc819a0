import type { RelativeTime } from '../../schemas/definition/common.ts'
import { genesisSeconds, networkConstants, type UpgradeName } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../time/time-units.ts'

const unitSeconds = { d: daySeconds, h: hourSeconds, m: minuteSeconds }

/** Parses a time in RFC 3339 into epoch seconds, rounded down. */
export const secondsOfText = (text: string): number => Math.floor(Date.parse(text) / 1000)

/** Returns the activation of an upgrade on a network, in epoch seconds. */
export const activationOf = (network: Network, upgrade: UpgradeName): number =>
  secondsOfText(networkConstants[network].upgrades[upgrade])

/**
 * Converts a relative time on a network to epoch seconds.
 * @param now end of the world, epoch seconds
 */
export function relativeTimeSeconds(
  relativeTime: RelativeTime,
  network: Network,
  now: number,
): number {
  const [, base = '', sign, count, unit] =
    /^(\w+?)(?:([+-])(\d+)([dhm]))?$/.exec(relativeTime) ?? []
  const start =
    base === 'now'
      ? now
      : base === 'genesis'
        ? genesisSeconds
        : activationOf(network, base as UpgradeName)
  if (sign === undefined) return start
  const distance = Number(count) * unitSeconds[unit as keyof typeof unitSeconds]
  return sign === '+' ? start + distance : start - distance
}
