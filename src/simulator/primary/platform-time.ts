import { noteL1Validator } from './l1-validators.ts'
import { noteStakeTime } from './stake-rows.ts'
import type { Staker } from './stakers.ts'
import type { Drafting, PrimaryState } from './state.ts'

/** What the P-chain's present time does by itself: stakes start, appointments end, balances run out. */
export function passTime(state: PrimaryState): void {
  const { stakers, l1Validators, platform } = state
  const { time, height } = platform
  for (const staker of stakers.starting(time)) stakers.activate(staker, height)
  for (const staker of stakers.ending(time))
    if (staker.kind === 'appointed') dismiss(state, staker, height)
  for (const validator of l1Validators.exhausted(time)) {
    validator.paidUntil = undefined
    noteL1Validator(validator, height)
  }
}

/** Ends the time of an appointed validator. */
export function dismiss(
  state: Pick<Drafting, 'stakers' | 'facts' | 'forms' | 'writer'>,
  staker: Staker,
  height: number,
): void {
  state.stakers.remove(staker)
  noteStakeTime(state, staker, height)
}
