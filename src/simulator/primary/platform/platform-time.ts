import type { PrimaryState } from '../state.ts'

/** What the P-chain's present time does by itself: stakes start, appointments end, balances run out. */
export function passTime({ stakers, l1Validators, platform }: PrimaryState): void {
  stakers.passTime(platform)
  for (const staker of stakers.ending(platform.time))
    if (staker.kind === 'appointed') stakers.end(staker, platform.height)
  l1Validators.passTime(platform)
}
