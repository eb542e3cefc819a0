import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { ControlErrorBody } from '../../schemas/control/errors.ts'
import { imagePathForm, imagesPath } from '../../schemas/images.ts'
import { decodedPath, pathOf } from '../http/request/url.ts'
import type { NotFound } from '../http/response/not-found-scope.ts'
import { sendJson } from '../http/response/send-json.ts'
import { withHead } from '../http/server/methods.ts'
import { drawImage } from './draw-image.ts'

/** Headers of every image. Pages of any origin may show it; no image fetches or runs anything. */
const headers = {
  'content-type': 'image/svg+xml',
  // The name determines the image, but a later version may draw it differently.
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const

const wholePath = new RegExp(`^${imagePathForm}$`)

/**
 * Plugin of `GET /_images/….svg`: images of the world, drawn by their names. They belong to no
 * interface: no key, limit, fault, scenario or journal applies to them. G-160
 */
export const imageRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.route({
    method: withHead('GET'),
    url: `${imagesPath}/*`,
    handler(request, reply) {
      const name = wholePath.exec(pathOf(request.url))?.[1]
      return name === undefined
        ? sendNoImage(request, reply)
        : reply.headers(headers).send(drawImage(name))
    },
  })
  done()
}

/** Handler for unknown paths below the image path, for any method. */
export const imageNotFound: NotFound = {
  onRequest: (_request, _reply, next) => next(),
  onError: (_error, request, reply) => sendNoImage(request, reply),
  below: [imagesPath],
  send: (request, reply) => {
    sendNoImage(request, reply)
  },
}

/**
 * Returns whether a URL that the router cannot parse was meant for an image, by its first segment.
 */
export const isUnreadableImage = (url: string): boolean =>
  decodedPath(pathOf(url).split('/', 2).join('/')) === imagesPath

/** Responds as the control plane does to an unknown path. */
export function sendNoImage({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `there is no ${method} ${pathOf(url).slice(0, maxListed)}`
  const body: ControlErrorBody = { error: { code: 'not_found', message } }
  return sendJson(reply.status(404).header('x-content-type-options', 'nosniff'), body)
}

/** Maximum number of path characters that an error repeats. */
const maxListed = 256
