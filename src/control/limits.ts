import type { Limits, limitOperations } from '../../schemas/control/limits.ts'
import { type RateLimit, rateLimitOf } from '../config/option-values.ts'
import { prefixOf } from '../http/guards/auth.ts'
import { keyForm, keyProblem, worldKeyForm } from '../http/guards/key-problem.ts'
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
    keys: auth.keys.map((entry) => {
      const { key: _, digest: __, ...rest } = entry
      return { prefix: prefixOf(entry), ...rest }
    }),
  })
  return {
    getLimits: limits,
    setLimits({ body: { rateLimit, auth: mode, keys } }) {
      const setting = rateLimit === undefined ? rateLimiter.setting : rateLimitOf(rateLimit)
      if (setting === undefined)
        throw badValue('/rateLimit', rateLimit, 'off, docs or N/min[,M/min-with-key]')
      const problem = keyProblem(keys ?? [])
      // The message never holds the key itself, because messages end up in logs.
      if (problem)
        throw problem.conflict === undefined
          ? badValue(`/keys/${problem.index}`, '…', keyForm)
          : badValue(
              `/keys/${problem.index}/key`,
              '…',
              problem.conflict === 'world' ? worldKeyForm : 'a key that is not in the list already',
            )
      auth.set({ ...(mode && { mode }), ...(keys && { keys }) })
      rateLimiter.set(setting)
      return limits()
    },
  }
}

const rateLimitText = (setting: RateLimit): string =>
  typeof setting === 'string' ? setting : `${setting.perMinute}/min,${setting.withKey}/min-with-key`
