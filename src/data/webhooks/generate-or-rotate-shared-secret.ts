import { generateOrRotateSharedSecret } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { webhooksOf } from './webhooks-of.ts'

/** `POST /v1/webhooks:generateOrRotateSharedSecret`: attempts from now on are signed with it. */
export const generateOrRotateSharedSecretRoute = route(
  generateOrRotateSharedSecret,
  (_world, _input, { caller }) => ({
    secret: webhooksOf(caller).store.rotate(caller.owner, caller.keyPrefix),
  }),
)
