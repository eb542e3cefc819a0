import { getMetricsLiveness } from '../../schemas/health.ts'
import { liveness } from '../http/rest/health.ts'
import { route } from '../http/rest/route.ts'

/** `GET /v2/live-check` */
export const getMetricsLivenessRoute = route(getMetricsLiveness, liveness)
