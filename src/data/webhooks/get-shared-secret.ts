import { getSharedSecret } from '../../../schemas/data/webhooks.ts'
import { notFound } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { webhooksOf } from './webhooks-of.ts'

/** `GET /v1/webhooks:getSharedSecret`: 404 before there is one. G-223 */
export const getSharedSecretRoute = route(getSharedSecret, (_world, _input, { caller }) => {
  const secret = webhooksOf(caller).store.secretOf(caller.owner)
  if (secret === undefined)
    throw notFound(
      'There is no shared secret yet: create one with POST /v1/webhooks:generateOrRotateSharedSecret',
    )
  return { secret }
})
