import { getHealth, type Health } from '../../../schemas/data/chains.ts'
import { route } from '../../http/route.ts'
import { statement } from '../../store/statement.ts'

/** `GET /v1/health-check`: ok when the base answers. */
export const getHealthRoute = route(getHealth, (world): Health => {
  const isUp = world.get(selectFingerprint, {})?.fingerprint === world.fingerprint
  const details: Health['details'] = { base: { status: isUp ? 'up' : 'down' } }
  return isUp
    ? { status: 'ok', info: details, error: {}, details }
    : { status: 'error', info: {}, error: details, details }
})

const selectFingerprint = statement<Record<string, never>, { fingerprint: string }>(
  'SELECT fingerprint FROM meta',
)
