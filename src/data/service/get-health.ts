import { getHealth } from '../../../schemas/health.ts'
import { healthOf } from '../../http/rest/health.ts'
import { route } from '../../http/rest/route.ts'

/** `GET /v1/health-check` */
export const getHealthRoute = route(getHealth, healthOf)
