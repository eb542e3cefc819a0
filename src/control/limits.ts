import type { Limits, limitOperations } from '../../schemas/control/limits.ts'
import { type RateLimit, rateLimitOf } from '../config/option-values.ts'
import { repeatedKey } from '../http/guards/repeated-key.ts'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import { badValue } from './control-error.ts'
import type { Group } from './group.ts'

/** Builds the operations of the limits: docs/control.md. */
export function limitGroup({
  auth,
  rateLimiter,
}: Pick<WorldHandle, 'auth' | 'rateLimiter'>): Group<typeof limitOperations> {
  const limits = (): Limits => ({
    rateLimit: rateLimitText(rateLimiter.setting),
    auth: auth.mode,
    keys: auth.keys.map(({ key, ...rest }) => ({ prefix: key.slice(0, 4), ...rest })),
  })
  return {
    getLimits: limits,
    setLimits({ body: { rateLimit, auth: mode, keys } }) {
      const setting = rateLimit === undefined ? rateLimiter.setting : rateLimitOf(rateLimit)
      if (setting === undefined)
        throw badValue('/rateLimit', rateLimit, 'off, docs or N/min[,M/min-with-key]')
      const again = repeatedKey(keys ?? [])
      // The message never holds the key itself, because messages end up in logs.
      if (again)
        throw badValue(`/keys/${again.index}/key`, '…', 'a key that is not in the list already')
      auth.set({ ...(mode && { mode }), ...(keys && { keys }) })
      rateLimiter.set(setting)
      return limits()
    },
  }
}

const rateLimitText = (setting: RateLimit): string =>
  typeof setting === 'string' ? setting : `${setting.perMinute}/min,${setting.withKey}/min-with-key`
