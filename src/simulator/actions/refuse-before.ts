import type { UpgradeName } from '../../networks/constants.ts'
import { secondsText } from '../../time/time-text.ts'
import type { NetworkFacts } from '../primary/facts.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses an action that its network knows only since an upgrade.
 * @param time time of the block, epoch seconds
 * @param rule what the upgrade allows, as in "L1s exist"
 * @throws Refusal before the upgrade
 */
export function refuseBefore(
  facts: NetworkFacts,
  upgrade: UpgradeName,
  time: number,
  rule: string,
): void {
  if (facts.isActive(upgrade, time)) return
  const since = secondsText(facts.activation(upgrade))
  throw Refusal.impossible(
    `${rule} on ${facts.network} only since ${titleOf(upgrade)} (${since}), but this action is at ${secondsText(time)}; act at a later time`,
  )
}

/** Returns the name of an upgrade in a sentence: "Apricot Phase 5". */
const titleOf = (upgrade: UpgradeName): string =>
  upgrade
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/Phase(Pre|Post)?/, (_, when = '') => ` Phase ${when && `${when}-`}`)
