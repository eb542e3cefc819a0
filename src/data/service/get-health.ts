import { getHealth } from '../../../schemas/health.ts'
import { healthOf } from '../../http/health.ts'
import { route } from '../../http/route.ts'

/** `GET /v1/health-check` */
export const getHealthRoute = route(getHealth, healthOf)
