import { type UpgradeName, upgradeNames } from '../../networks/constants.ts'
import type { Era } from '../avalanche.ts'

/**
 * Returns the latest upgrade that is active at a time, epoch seconds.
 * @param upgrades activation times of the network, RFC 3339
 */
export function erasOf(upgrades: Readonly<Record<UpgradeName, string>>): (seconds: number) => Era {
  const times = upgradeNames.map((name) => [name, Date.parse(upgrades[name]) / 1000] as const)
  return (seconds) => times.findLast(([, time]) => time <= seconds)?.[0] ?? 'launch'
}
