import type { Health } from '../../../schemas/health.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { HttpError } from '../response/errors.ts'

/**
 * Returns the readiness: the base is readable and is the one that was opened. @throws 503, which
 * probes understand
 */
export function healthOf(world: World): Health {
  if (!isReadable(world)) throw new HttpError(503, 'The database of the world cannot be read')
  const details: Health['details'] = { base: { status: 'up' } }
  return { status: 'ok', info: details, error: {}, details }
}

/**
 * Returns the liveness: a sent response is proof enough. A restart would not repair an unreadable
 * base.
 */
export const liveness = (): Health => ({ status: 'ok', info: {}, error: {}, details: {} })

function isReadable(world: World): boolean {
  try {
    return world.get(selectId, {})?.id === world.id
  } catch {
    return false
  }
}

const selectId = statement<Record<string, never>, { id: string }>('SELECT id FROM meta')
