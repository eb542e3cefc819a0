import type { Random } from '../../../src/simulator/random.ts'
import type { Ending, Exchange, HostileRequest } from './exchange.ts'
import { anyRequest, plainRequest } from './requests.ts'

/** Requests whose body comes in parts, or not at all. */
const posts = [
  '/ext/info',
  '/ext/index/P/block',
  '/ext/bc/P',
  '/ext/bc/C/rpc',
  '/v1/signatureAggregator/mainnet/aggregateSignatures',
  '/v1/networks/mainnet/blockchains/p-chain/utxos',
  '/v1/chains',
  '/v1/nothing',
  '/_admin/actions',
  '/_admin/nothing',
]

/**
 * Draws the behaviour of a client on a connection: mostly complete requests in sequence.
 * @param isPatient whether it may wait until the time for a request to arrive is over
 */
export function anyExchange(random: Random, mayBeSlow: boolean): Exchange {
  const lot = random.int(0, 999)
  if (lot < 820) return wholeRequests(random)
  if (lot < 900) return brokenBytes(random)
  if (lot < 940) return halfBody(random)
  if (lot < 960) return slowBody(random)
  if (lot < 980) return early(random)
  if (lot < 998) return flood(random)
  return mayBeSlow ? neverWhole(random) : wholeRequests(random)
}

const exchange = (
  kind: string,
  ending: Ending,
  requests: readonly HostileRequest[],
  parts: readonly string[],
  pauseMs = 0,
): Exchange => ({ kind, ending, requests, parts, pauseMs })

const several = <Item>(count: number, make: () => Item): Item[] =>
  Array.from({ length: count }, make)

const textOf = (requests: readonly HostileRequest[]) => requests.map(({ text }) => text).join('')

/** Draws at most as many requests as a connection may have waiting. */
function wholeRequests(random: Random): Exchange {
  const requests = several(random.pick([1, 1, 2, 4, 8, 16, 16]), () => anyRequest(random))
  // A request that may end a connection early comes last.
  const large = requests.findIndex(({ isTooLarge }) => isTooLarge)
  const sent = large === -1 ? requests : requests.slice(0, large + 1)
  return exchange('whole requests', 'kept', sent, [textOf(sent)])
}

const post = (path: string, lines: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'

/** Bytes that are no HTTP/1.1: the requests before them are answered, they are refused. */
const broken: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${post(path, chunked)}zz\r\n{}\r\n0\r\n\r\n`,
  (path) => `${post(path, chunked)}-1\r\n{}\r\n0\r\n\r\n`,
  (path) => `${post(path, chunked)}2; x=1\r\n{}\r\n0\r\n\r\n`,
  (path) => `${post(path, chunked)}ffffffffffffffffff\r\n{}\r\n`,
  (path) => `${post(path, chunked)}2\r\n{}{}{}\r\n0\r\n\r\n`,
  (path) => `${post(path, chunked)}2\r\n{}\r\n0\r\nbad trailer\r\n\r\n`,
  (path) => `${post(path, `${chunked}Content-Length: 2\r\n`)}{}`,
  (path) => `${post(path, 'Content-Length: 2\r\nContent-Length: 3\r\n')}{}`,
  (path) => `${post(path, 'Content-Length: -1\r\n')}{}`,
  (path) => `${post(path, 'Content-Length: 2x\r\n')}{}`,
  (path) => `${post(path, 'Transfer-Encoding: gzip, chunked, gzip\r\n')}{}`,
  (path) => post(path, 'No colon\r\n'),
  (path) => post(path, 'X: a\0b\r\n'),
  (path) => post(path, 'X y: z\r\n'),
  (path) => post(path, `X: ${'x'.repeat(20_000)}\r\n`),
  (path) => `GET ${path}?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  (path) => `GET ${path} HTTP/9.9\r\nHost: localhost\r\n\r\n`,
  (path) => `get ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  (path) => `NONSENSE ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\rHost: localhost\r\r`,
  (path) => `GET ${path}\xff\0 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  (_path, random) => `\0${Buffer.from(random.bytes(64)).toString('latin1')}`,
]

function brokenBytes(random: Random): Exchange {
  const before = several(random.pick([0, 0, 1, 3, 10]), () => plainRequest(random))
  const place = random.int(0, broken.length - 1)
  const bytes = broken[place]?.(random.pick(posts), random) ?? ''
  return exchange(`broken bytes ${place}`, 'refused', before, [textOf(before) + bytes])
}

/** Draws a request that ends before it is complete, since the client ends its side or leaves. */
function halfBody(random: Random): Exchange {
  const before = several(random.pick([0, 0, 1, 4]), () => plainRequest(random))
  const { text } = random.chance(0.5)
    ? anyRequest(random)
    : { text: `${post(random.pick(posts), 'Content-Length: 100\r\n')}{"jsonrpc":` }
  const bytes = text.slice(0, random.int(1, text.length - 1))
  const ending = random.pick(['half closed', 'left'] as const)
  return {
    ...exchange('half a request', ending, before, [textOf(before) + bytes]),
    incomplete: bytes,
  }
}

/** Draws a complete request that comes in pieces. */
function slowBody(random: Random): Exchange {
  const request = anyRequest(random)
  const count = random.int(2, 6)
  const size = Math.ceil(request.text.length / count)
  const parts = several(count, () => '').map((_, i) => request.text.slice(i * size, (i + 1) * size))
  return exchange('a request in pieces', 'kept', [request], parts, random.int(1, 30))
}

/** Draws requests whose client does not wait for the responses. */
function early(random: Random): Exchange {
  const requests = several(random.int(1, 16), () => anyRequest(random))
  return exchange('left early', 'left', requests, [textOf(requests)], random.int(0, 20))
}

/** Requests that get a response without headers, turn the connection into a tunnel, or end it. */
const oddLines = [
  'GET /v1/chains\r\n\r\n',
  'GET /v1/chains HTTP/1.0\r\n\r\n',
  'GET /v1/chains HTTP/1.1\r\n\r\n',
  'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /v1/chains HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /v1/chains HTTP/1.1\r\n\r\n',
]

/** Draws more requests than may wait, or lines after which the server closes. */
function flood(random: Random): Exchange {
  if (random.chance(0.3)) return exchange('odd lines', 'closed', [], [random.pick(oddLines)])
  const requests = several(random.int(60, 200), () => plainRequest(random))
  return exchange('a flood', 'closed', requests, [textOf(requests)])
}

/** Draws a request that is never complete: nothing more comes, or a byte now and then. */
function neverWhole(random: Random): Exchange {
  const path = random.pick(posts)
  const head = post(path, random.pick([chunked, 'Content-Length: 1000\r\n']))
  return random.pick([
    exchange('a body that never comes', 'timed out', [], [head]),
    exchange('a head that never ends', 'timed out', [], [head.slice(0, -2)]),
    exchange('a body that drips', 'timed out', [], [head, ...drops], 1000),
  ])
}

/** Characters that are valid as a chunk with its length, and as parts of a body. */
const drops: readonly string[] = [...'1111\r\n', ...'1'.repeat(114)]
