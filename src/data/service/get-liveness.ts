import { getLiveness } from '../../../schemas/health.ts'
import { liveness } from '../../http/health.ts'
import { route } from '../../http/route.ts'

/** `GET /v1/live-check` */
export const getLivenessRoute = route(getLiveness, liveness)
