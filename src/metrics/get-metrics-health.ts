import { getMetricsHealth } from '../../schemas/health.ts'
import { healthOf } from '../http/health.ts'
import { route } from '../http/route.ts'

/** `GET /v2/health-check` */
export const getMetricsHealthRoute = route(getMetricsHealth, healthOf)
