import { getMetricsLiveness } from '../../schemas/health.ts'
import { liveness } from '../http/health.ts'
import { route } from '../http/route.ts'

/** `GET /v2/live-check` */
export const getMetricsLivenessRoute = route(getMetricsLiveness, liveness)
