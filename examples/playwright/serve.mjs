import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The application: a page whose script requests the Data API.
const page = readFileSync(new URL('index.html', import.meta.url))
createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(page),
).listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
