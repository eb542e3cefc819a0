import type { StoryAction } from '../../schemas/definition/story.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { Network } from '../networks/network.ts'
import { relativeTimeSeconds, secondsOfText } from './relative-times.ts'

/** Returns the network of a story action. `--network` is no part of a world (G-112). */
export const networkOf = ({ network = 'mainnet' }: StoryAction): Network => network

/** Returns the time of a story action, in epoch seconds. */
export const secondsOf = (action: StoryAction, { now }: Pick<WorldDefinition, 'now'>): number =>
  /^\d/.test(action.at)
    ? secondsOfText(action.at)
    : relativeTimeSeconds(action.at, networkOf(action), secondsOfText(now))
