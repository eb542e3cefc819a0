import { type UpgradeName, upgradeNames } from '../../networks/constants.ts'
import { memoizedPerObject } from '../../util/memoized.ts'
import type { Era } from '../avalanche.ts'

/**
 * Returns a function to the latest upgrade that is active at a time, epoch seconds.
 * @param upgrades activation times of the network, RFC 3339
 */
export const erasOf = memoizedPerObject(
  (upgrades: Readonly<Record<UpgradeName, string>>): ((seconds: number) => Era) => {
    const times = upgradeNames.map((name) => [name, Date.parse(upgrades[name]) / 1000] as const)
    return (seconds) => times.findLast(([, time]) => time <= seconds)?.[0] ?? 'launch'
  },
)
