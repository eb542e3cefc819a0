// Runs a server that does nothing but send a response: Fastify or node:http with a constant, which
// the bench sets. It measures their cost. Usage: node bare.mjs fastify|http
import { createServer } from 'node:http'
import Fastify from 'fastify'

let constant = { status: 200, body: Buffer.from('{}') }
process.on('message', (message) => {
  if (message.body === undefined) return
  const body = Buffer.from(message.body)
  // Node sends a small text together with its headers; a Buffer needs no encoding.
  constant = { status: message.status, body: body.length < 16_384 ? body.toString() : body }
  process.send('taken')
})
const type = 'application/json; charset=utf-8'

async function listenWithFastify() {
  const app = Fastify()
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (_request, reply) =>
      reply.status(constant.status).header('content-type', type).send(constant.body),
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const listenWithHttp = () =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume()
      const length = Buffer.byteLength(constant.body)
      response.writeHead(constant.status, { 'content-type': type, 'content-length': length })
      response.end(constant.body)
    })
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`))
  })

const url = await (process.argv[2] === 'fastify' ? listenWithFastify() : listenWithHttp())
process.stdout.write(`bare ready: ${url} \n`)
