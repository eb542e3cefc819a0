import { getMetricsHealth } from '../../schemas/health.ts'
import { healthOf } from '../http/rest/health.ts'
import { route } from '../http/rest/route.ts'

/** `GET /v2/health-check` */
export const getMetricsHealthRoute = route(getMetricsHealth, healthOf)
