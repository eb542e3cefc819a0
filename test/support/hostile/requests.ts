import type { Argument } from '../../../schemas/chain/chain-method.ts'
import { chainServices } from '../../../schemas/chain/services.ts'
import { indexMethods } from '../../../schemas/container-index.ts'
import { controlOperations } from '../../../schemas/control/operations.ts'
import { infoMethods } from '../../../schemas/info.ts'
import { operations } from '../../../src/operations.ts'
import type { Random } from '../../../src/simulator/random.ts'
import type { HostileRequest, Transport } from './exchange.ts'
import { anyJson, anyText, anyUrlPart, jsonLike, mutated } from './values.ts'

/** Worlds that are only read and have the rules of the main world. */
export const readWorlds = ['read-0', 'read-1', 'read-2']

/** Worlds that are changed: no operation changes the others. */
const changedWorlds = ['changed-0', 'changed-1', 'changed-2']

/** Content of a request, before its framing. */
interface RequestSpec {
  readonly transport: Transport
  readonly method: string
  readonly url: string
  readonly body?: string
  readonly headers?: readonly string[]
}

/** Draws a complete request with any other mistake that a request can have. */
export function anyRequest(random: Random): HostileRequest {
  const lot = random.int(0, 99)
  if (lot < 35) return framed(restRequest(random), random)
  if (lot < 48) return framed(nodeRequest(random), random)
  if (lot < 62) return framed(chainRequest(random), random)
  if (lot < 80) return framed(controlRequest(random), random)
  if (lot < 90) return framed(otherRequest(random), random)
  if (lot < 99 || random.chance(0.9)) return plainRequest(random)
  return framed(largeRequest(random), random)
}

/** Draws a request without a mistake, which bytes of broken ones may follow. */
export function plainRequest(random: Random): HostileRequest {
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","params":{}}'
  const [transport, text] = random.pick([
    ['data', 'GET /v1/chains/43114/blocks?pageSize=2 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['metrics', 'GET /v1/avg_tps/43114 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'info',
      `POST /ext/info HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
  ] as const)
  return {
    ...{ transport, text, method: text.slice(0, text.indexOf(' ')) },
    ...{ requestsFault: false, isTooLarge: false },
  }
}

function restRequest(random: Random): RequestSpec {
  const { method, path, query, body, isOfDataApi } = random.pick(operations)
  const names = [...Object.keys(query.properties), ...random.pick([[], ['rltoken'], ['__proto__']])]
  const pairs = names
    .filter(() => random.chance(0.4))
    .map((name) => `${name}${random.pick(['=', '=', '=', '[]=', ''])}${anyUrlPart(random)}`)
  const filled = path.replaceAll(/\{\w+\}/g, () => anyUrlPart(random))
  const isOfMetrics = /^\/(v2|v1\/(avg|max|top|chains\/\w+\/metrics))/.test(path) && !isOfDataApi
  const fields = {
    transport: isOfMetrics ? ('metrics' as const) : ('data' as const),
    url: `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
  }
  if (!body) return { ...fields, method: anyMethod(method, random) }
  return {
    ...fields,
    method: anyMethod(method, random),
    body: damaged(jsonLike(body, random), random),
  }
}

const nodePaths = [
  ...['/ext/info', '/ext/index/P/block', '/ext/index/C/block', '/ext/index/X/tx'],
  ...['/ext/index/X/vtx', '/ext/index/X/block', '//ext//info', '/ext/info/', '/ext/bc/C/rpc'],
]
const nodeMethods = { ...infoMethods, ...indexMethods }
const methodNames = Object.keys(nodeMethods) as (keyof typeof nodeMethods)[]

function nodeRequest(random: Random): RequestSpec {
  const name = random.pick(methodNames)
  const url = random.chance(0.9)
    ? name.startsWith('info')
      ? '/ext/info'
      : random.pick(nodePaths.slice(1, 6))
    : random.pick(nodePaths)
  const params = random.chance(0.2) ? anyJson(random) : jsonLike(nodeMethods[name].params, random)
  const called = random.chance(0.9) ? name : anyText(random)
  const id = random.chance(0.7) ? String(random.int(0, 3)) : anyJson(random, 1)
  const call = `{"jsonrpc":"2.0","method":${JSON.stringify(called)},"params":${params},"id":${id}}`
  const isIndex = url.includes('index')
  return {
    ...{ transport: isIndex ? 'index' : 'info', method: anyMethod('POST', random), url },
    body: damaged(random.chance(0.03) ? `[${call},${call}]` : call, random),
  }
}

const chainMethods = chainServices.flatMap(({ path, methods }) =>
  Object.entries(methods).map(([name, { params }]) => ({ name, path, params })),
)
const chainNames = ['C', 'C', 'C', 'P', 'X', '930114', '777001', 'nothing', '..', '%00']

/** Draws a call of any method of the chains, in a batch now and then. */
function chainRequest(random: Random): RequestSpec {
  const calls = random.chance(0.05) ? random.int(0, 5) : 1
  const { path } = random.pick(chainMethods)
  const url = path.replace('{chain}', random.pick(chainNames))
  const texts = Array.from({ length: calls }, () => chainCall(path, random))
  return {
    ...{ transport: 'chain', method: anyMethod('POST', random), url },
    body: damaged(calls === 1 ? (texts[0] ?? '') : `[${texts.join()}]`, random),
  }
}

function chainCall(path: string, random: Random): string {
  const here = chainMethods.filter((each) => each.path === path)
  const { name, params } = random.pick(random.chance(0.95) ? here : chainMethods)
  const called = random.chance(0.95) ? name : anyText(random)
  const id = random.chance(0.8) ? String(random.int(0, 3)) : anyJson(random, 1)
  const given = random.chance(0.1) ? anyJson(random) : argumentsLike(params, random)
  return `{"jsonrpc":"2.0","method":${JSON.stringify(called)},"params":${given},"id":${id}}`
}

function argumentsLike(params: (typeof chainMethods)[number]['params'], random: Random): string {
  if (!isByPlace(params)) return jsonLike(params, random)
  const count = random.chance(0.9) ? params.length : random.int(0, params.length)
  const texts = params.slice(0, count).map(({ schema }) => chainValue(schema, random))
  return `[${texts.join()}]`
}

const isByPlace = (
  params: (typeof chainMethods)[number]['params'],
): params is readonly Argument[] => Array.isArray(params)

/** Values that methods of EVM chains read, since texts at random end at the first check. */
const evmTexts = [
  ...['latest', 'earliest', 'pending', 'safe', '0x0', '0x1', '0xffffffffffffffff', '0x', '0x00'],
  ...['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', `0x${'00'.repeat(20)}`, `0x${'ff'.repeat(32)}`],
]

const chainValue = (schema: Argument['schema'], random: Random): string =>
  random.chance(0.5) ? JSON.stringify(random.pick(evmTexts)) : jsonLike(schema, random)

/** Operations that respond at once; a check reads the whole world, so it is left out. */
const quickOperations = controlOperations.filter(({ operationId }) => operationId !== 'checkWorld')

function controlRequest(random: Random): RequestSpec {
  const operation = random.chance(0.001)
    ? controlOperations.find(({ operationId }) => operationId === 'checkWorld')
    : random.pick(quickOperations)
  if (!operation) throw new Error('there is no operation checkWorld')
  const url = operation.path.replaceAll(/\{\w+\}/g, () => anyUrlPart(random))
  const body = 'body' in operation ? damaged(jsonLike(operation.body, random), random) : undefined
  return {
    ...{ transport: 'control', method: anyMethod(operation.method, random), url },
    headers: [`X-Snowglobe-World: ${random.pick(changedWorlds)}`],
    ...(body !== undefined && { body }),
  }
}

const otherUrls = [
  ...['/', '/_admin/', '/_admin', '/_admin/page/page.js', '/_admin/page/..%2f..%2fpackage.json'],
  ...['/openapi.json', '/favicon.ico', '*', '//', '/%', '/..', '/v1', '/v1/', '/v3/chains', '/ext'],
  ...['/v1/health-check', '/v1/live-check', '/_admin/live', '/_admin/ready', '/?', '/;', '/v1/%zz'],
  ...['http://localhost/v1/chains', 'http://evil.example/_admin/world', '/_admin/nothing', '/a#b'],
  ...['/%5fadmin/world', '/%2f%2f', '/v1//chains', '/V1/CHAINS', '/ext/index', '/ext/../v1/chains'],
]

function otherRequest(random: Random): RequestSpec {
  const url = random.chance(0.8) ? random.pick(otherUrls) : `/${anyUrlPart(random)}`
  const isHealth = /live|ready|health/.test(url)
  const isPage = url === '/' || url.startsWith('/_admin')
  return {
    transport: isHealth ? 'health' : isPage ? 'page' : 'nowhere',
    method: anyMethod('GET', random),
    url,
    headers: random.chance(0.5) ? ['Accept: text/html'] : [],
  }
}

/** Draws megabytes where the server takes kilobytes, and URLs near and beyond their limit. */
function largeRequest(random: Random): RequestSpec {
  const size = random.pick([130, 1100, 7000, 8300]) * 1024
  const value = random.pick([`"${'x'.repeat(size)}"`, `[${'null,'.repeat(size / 5)}1]`])
  return random.pick<() => RequestSpec>([
    () => ({
      transport: 'nowhere',
      method: 'GET',
      url: `/v1/${'a'.repeat(random.int(8000, 8400))}`,
    }),
    () => ({ transport: 'info', method: 'POST', url: '/ext/info', body: value }),
    () => ({
      ...{ transport: 'data', method: 'POST', body: value },
      url: '/v1/signatureAggregator/mainnet/aggregateSignatures',
    }),
    () => ({
      ...{
        transport: 'control',
        method: 'POST',
        url: random.pick(['/_admin/actions', '/_admin/faults']),
      },
      ...{ body: value, headers: ['X-Snowglobe-World: changed-0'] },
    }),
  ])()
}

function anyMethod(fitting: string, random: Random): string {
  if (random.chance(0.9)) return fitting
  const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']
  return random.pick([...others, 'M-SEARCH', 'PURGE', 'MKCOL', 'LINK', 'QUERY'])
}

const damaged = (json: string, random: Random): string => {
  const lot = random.int(0, 99)
  if (lot < 10) return mutated(json, random)
  if (lot < 13) return anyText(random)
  return lot < 16 ? anyJson(random) : json
}

/** Header lines that no interface uses, or that the server has to survive. */
const oddLines: readonly string[] = [
  ...[
    'Trailer: x',
    'TE: trailers, deflate',
    'Keep-Alive: timeout=0',
    'Proxy-Connection: keep-alive',
  ],
  // The lines lack `Connection: upgrade`, because Node discards the bytes that arrive with it.
  ...[
    'Connection: x, trailer, keep-alive',
    'Connection: HTTP2-Settings',
    'Upgrade: websocket, h2c',
  ],
  ...['HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA', 'Expect: nonsense', 'Content-Encoding: gzip'],
  ...['Accept-Encoding: gzip, br', 'Accept: application/xml', 'Accept: ;;;q=', 'Range: bytes=0-1'],
  ...[
    'If-None-Match: *',
    'If-Modified-Since: never',
    'Origin: null',
    'Origin: http://evil.example',
  ],
  ...['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: x, __proto__'],
  ...['Authorization: Bearer nobody', 'Authorization: Basic \xff\xfe', 'Cookie: a=b; __proto__=c'],
  ...['X-Forwarded-For: 1.2.3.4, ::1', 'Forwarded: for="_x"', 'X-HTTP-Method-Override: DELETE'],
  ...['__proto__: x', 'constructor: y', "!#$%&'*+-.^_`|~: z", 'X-Empty:', 'X-Tabs:\t\t x \t'],
  ...[
    'Host: other.example',
    'Content-Type: text/plain',
    'Content-Type: application/json;charset=x',
  ],
  ...[
    'Content-Type: ',
    'Content-Type: multipart/form-data; boundary=',
    'X-Application-Name: glacier',
  ],
  ...['X-Snowglobe-Dialect: live', 'X-Snowglobe-Dialect: nonsense', 'Sec-Fetch-Site: cross-site'],
  ...['X-Glacier-Api-Key: sg_read-1', 'X-Data-Api-Key: sg___proto__', 'X-Api-Key: x'],
  ...['X-Snowglobe-Fault: 503', 'X-Snowglobe-Fault: 999', 'X-Snowglobe-Fault: toString'],
]

/** Builds the bytes of a request: its lines in HTTP/1.1, its body with a length or in chunks. */
function framed(request: RequestSpec, random: Random): HostileRequest {
  const { transport, method, url, body, headers = [] } = request
  const lines = ['Host: localhost', ...headers]
  if (headers.length === 0 && random.chance(0.15))
    lines.push(`X-Snowglobe-World: ${random.pick([...readWorlds, 'Bad Name', ''])}`)
  for (let count = random.pick([0, 0, 0, 1, 2, 5]); count > 0; count--)
    lines.push(random.pick(oddLines))
  if (random.chance(0.01)) lines.push(`X-Long: ${'x'.repeat(random.pick([100, 4000, 7000]))}`)
  if (random.chance(0.005)) lines.push(...Array.from({ length: 200 }, (_, i) => `X-${i}: ${i}`))
  const hasBody = body !== undefined || random.chance(0.03)
  const bytes = Buffer.from(body ?? anyText(random)).toString('latin1')
  if (hasBody && random.chance(0.9)) lines.push('Content-Type: application/json')
  if (hasBody && random.chance(0.02)) lines.push('Expect: 100-continue')
  const isChunked = hasBody && random.chance(0.2)
  if (isChunked) lines.push('Transfer-Encoding: chunked')
  else if (hasBody) lines.push(`Content-Length: ${bytes.length}`)
  const payload = !hasBody ? '' : isChunked ? inChunks(bytes, random) : bytes
  return {
    transport,
    method,
    text: `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`,
    requestsFault: lines.includes('X-Snowglobe-Fault: 503'),
    isTooLarge: bytes.length > 100_000,
  }
}

function inChunks(bytes: string, random: Random): string {
  const extension = () => random.pick(['', '', ';x', ';a="b"', ';q=1'])
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const chunk = bytes.slice(at, at + random.pick([1, 7, 100, 5000, 1_000_000]))
    text += `${chunk.length.toString(16)}${extension()}\r\n${chunk}\r\n`
    at += chunk.length
    if (text.length > 2 * bytes.length + 2000) {
      // Single bytes up to the end would need many times the size of the body.
      const rest = bytes.slice(at)
      if (rest !== '') text += `${rest.length.toString(16)}\r\n${rest}\r\n`
      break
    }
  }
  return `${text}0${extension()}\r\n${random.chance(0.2) ? 'X-Trailer: 1\r\n__proto__: 2\r\n' : ''}\r\n`
}
