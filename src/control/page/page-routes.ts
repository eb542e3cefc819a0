import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { pathOf } from '../../http/request/url.ts'
import { ControlError } from '../control-error.ts'
import { controlRoute } from '../http/route-config.ts'
import type { AskPlainly } from './ask-route.ts'
import { pageFile } from './page-files.ts'

/**
 * The page loads nothing from elsewhere and refuses frames, because its buttons change the world.
 */
const contentSecurity = [
  "default-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Tells whether a browser requests a page, at `/` or `/_admin/`. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true

/**
 * Serves the page and its files. They hold no secret, so every client gets them: they ask for the
 * token.
 */
export const pageRoutes: FastifyPluginCallback<{ readonly askPlainly: AskPlainly }> = (
  app,
  { askPlainly },
  done,
) => {
  let isPrepared = false
  // The server for the page's requests takes tens of milliseconds to create: while the browser
  // compiles the script, whose first request it is.
  const prepare = () => {
    if (isPrepared) return
    isPrepared = true
    askPlainly({ url: '/v1/chains' }).catch(() => undefined)
  }
  const config = controlRoute(true)
  app.get('/', { config, prefixTrailingSlash: 'slash' }, ({ headers, url }, reply) => {
    if (!acceptsHtml(headers.accept))
      throw new ControlError('not_found', `there is no page ${pathOf(url)}`)
    return send(reply, 'index.html')
  })
  app.get<{ Params: { name: string } }>('/page/:name', { config }, ({ params }, reply) => {
    if (params.name.endsWith('.js')) reply.raw.once('finish', prepare)
    return send(reply, params.name)
  })
  done()
}

function send(reply: FastifyReply, name: string): FastifyReply {
  const file = pageFile(name)
  if (!file) throw new ControlError('not_found', `there is no endpoint GET /_admin/page/${name}`)
  if (file.isImmutable) reply.header('cache-control', 'public, max-age=31536000, immutable')
  return reply
    .header('content-type', file.mediaType)
    .header('content-security-policy', contentSecurity)
    .header('referrer-policy', 'no-referrer')
    .send(file.text)
}
