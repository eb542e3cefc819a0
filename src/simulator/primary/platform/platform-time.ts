import type { PrimaryState } from '../state.ts'

/**
 * Applies the effects of the P-chain's present time: stakes start, permissioned ones end, balances run
 * out.
 */
export function passTime({ stakers, l1Validators, platform }: PrimaryState): void {
  stakers.passTime(platform)
  for (const staker of stakers.ending(platform.time))
    if (staker.kind === 'appointed') stakers.end(staker, platform.height)
  l1Validators.passTime(platform)
}
