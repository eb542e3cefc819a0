import { getLiveness } from '../../../schemas/health.ts'
import { liveness } from '../../http/rest/health.ts'
import { route } from '../../http/rest/route.ts'

/** `GET /v1/live-check` */
export const getLivenessRoute = route(getLiveness, liveness)
