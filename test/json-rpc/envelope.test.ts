import { afterAll, beforeAll, expect, test } from 'vitest'
import { uint64 } from '../../src/json-rpc/argument-readers.ts'
import { ArgumentError } from '../../src/json-rpc/arguments.ts'
import { scanValue } from '../../src/json-rpc/json-scanner.ts'
import { compact } from '../../src/json-rpc/json-text.ts'
import { decodeRequest } from '../../src/json-rpc/request.ts'
import { startNode } from './support/node-app.ts'

let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.close())

const emptyEcho = '{"jsonrpc":"","method":"","params":null,"id":null}'

/** Posts a body and gives the response's body, which is JSON in one line or empty. */
async function responseTo(body: string, expectations: { ran: boolean }): Promise<string> {
  const response = await node.post(body)
  expect(response.status).toBe(200)
  expect(response.valuesOf('x-content-type-options')).toEqual(expectations.ran ? ['nosniff'] : [])
  expect(response.valuesOf('content-type')).toEqual(
    response.body === '' ? [] : ['application/json; charset=utf-8'],
  )
  return response.body
}

const parseError = (message: string, data = emptyEcho, id = 'null') =>
  `{"jsonrpc":"2.0","error":{"code":-32700,"message":${JSON.stringify(message)},"data":${data}},"id":${id}}\n`

test.each([
  ['', 'EOF'],
  [' \r\n\t ', 'EOF'],
  ['{"jsonrpc":"2.0","id":1', 'unexpected EOF'],
  ['{', 'unexpected EOF'],
  ['"abc', 'unexpected EOF'],
  ['-', 'unexpected EOF'],
  ['tru', 'unexpected EOF'],
  ['{"a":"\\u00', 'unexpected EOF'],
  ['hello', "invalid character 'h' looking for beginning of value"],
  ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
  ['€', "invalid character 'â' looking for beginning of value"],
  ['𝄞', "invalid character 'ð' looking for beginning of value"],
  ['\u0000', "invalid character '\\x00' looking for beginning of value"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['{x}', "invalid character 'x' looking for beginning of object key string"],
  ['{"id":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"id" 1}', "invalid character '1' after object key"],
  ['{"id":1 "x":2}', `invalid character '"' after object key:value pair`],
  ['{"id":01}', "invalid character '1' after object key:value pair"],
  ['{"id":1]', "invalid character ']' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{"id":"a\nb"}', "invalid character '\\n' in string literal"],
  ['{"id":"\\x"}', "invalid character 'x' in string escape code"],
  ['{"id":"\\u00g0"}', "invalid character 'g' in \\u hexadecimal character escape"],
  ['{"id":-x}', "invalid character 'x' in numeric literal"],
  ['{"id":1.x}', "invalid character 'x' after decimal point in numeric literal"],
  ['{"id":1e+}', "invalid character '}' in exponent of numeric literal"],
  ['{"id":trux}', "invalid character 'x' in literal true (expecting 'e')"],
  ['{"id":nil}', "invalid character 'i' in literal null (expecting 'u')"],
])('%j is no JSON: %s', async (body, message) => {
  expect(await responseTo(body, { ran: false })).toBe(parseError(message))
})

test.each([
  ['[]', 'array'],
  ['[{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}]', 'array'],
  ['"text"', 'string'],
  ['5', 'number'],
  ['-0.5e1', 'number'],
  ['true', 'bool'],
  ['false', 'bool'],
  ['7 is followed by anything', 'number'],
])('%s is JSON of a wrong type', async (body, type) => {
  expect(await responseTo(body, { ran: false })).toBe(
    parseError(`json: cannot unmarshal ${type} into Go value of type json2.serverRequest`),
  )
})

test.each([
  'null',
  '{}',
  '{"method":"info.getNetworkID"}',
  '{"jsonrpc":"1.0","method":"info.getNetworkID","id":null}',
  '{"jsonrpc":"2.0","method":"info.nope"}',
  '{"jsonrpc":"2.0","method":"info.getNetworkID","params":5,"id":null}',
])('%s asks for no response and gets an empty one', async (body) => {
  expect(await responseTo(body, { ran: false })).toBe('')
})

test.each([
  '{"jsonrpc":"2.0","method":"info.getNetworkID"}',
  '{"jsonrpc":"2.0","method":"info.getNetworkID","id":null}',
  '{"jsonrpc":"2.0","method":"info.getNetworkID","id":1,"id":null}',
  '{"jsonrpc":"2.0","method":"info.getBlockchainID"}',
])('the notification %s runs and gets an empty response', async (body) => {
  expect(await responseTo(body, { ran: true })).toBe('')
})

test.each([
  ['{"jsonrpc":"1.0","id":1}', '{"jsonrpc":"1.0","method":"","params":null,"id":1}'],
  [
    '{"jsonrpc":"2.0 ","method":"info.x","params":[ 1, {"a" : 2} ],"id":1}',
    '{"jsonrpc":"2.0 ","method":"info.x","params":[1,{"a":2}],"id":1}',
  ],
  ['{"jsonrpc":null,"id":1}', '{"jsonrpc":"","method":"","params":null,"id":1}'],
  ['{"id":1}', '{"jsonrpc":"","method":"","params":null,"id":1}'],
])('%s has the wrong version and is repeated in data', async (body, echo) => {
  expect(await responseTo(body, { ran: false })).toBe(
    `{"jsonrpc":"2.0","error":{"code":-32600,"message":"jsonrpc must be 2.0","data":${echo}},"id":1}\n`,
  )
})

test.each([
  [
    '{"jsonrpc":2.0,"id":1,"method":"info.x","params":{"a": 1}}',
    'json: cannot unmarshal number into Go struct field serverRequest.jsonrpc of type string',
    '{"jsonrpc":"","method":"info.x","params":{"a":1},"id":1}',
    '1',
  ],
  [
    '{"jsonrpc":"2.0","method":5,"id":"x"}',
    'json: cannot unmarshal number into Go struct field serverRequest.method of type string',
    '{"jsonrpc":"2.0","method":"","params":null,"id":"x"}',
    '"x"',
  ],
  [
    '{"jsonrpc":"2.0","method":[1],"id":1}',
    'json: cannot unmarshal array into Go struct field serverRequest.method of type string',
    '{"jsonrpc":"2.0","method":"","params":null,"id":1}',
    '1',
  ],
  [
    '{"jsonrpc":"2.0","method":{},"id":1}',
    'json: cannot unmarshal object into Go struct field serverRequest.method of type string',
    '{"jsonrpc":"2.0","method":"","params":null,"id":1}',
    '1',
  ],
  [
    '{"method":false,"jsonrpc":2}',
    'json: cannot unmarshal bool into Go struct field serverRequest.method of type string',
    emptyEcho,
    'null',
  ],
])('%s has a member of a wrong type; the rest is repeated', async (body, message, echo, id) => {
  expect(await responseTo(body, { ran: false })).toBe(parseError(message, echo, id))
})

const networkResponse = (id: string) => `{"jsonrpc":"2.0","result":{"networkID":"1"},"id":${id}}\n`
const networkCall = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'

test.each([
  `${networkCall} and more`,
  `${networkCall}{"jsonrpc":"2.0","id":2,"method":"info.getNetworkID"}`,
  `\n\t ${networkCall}`,
  '{"jsonrpc":"1.0","jsonrpc":"2.0","id":5,"id":1,"method":"info.x","method":"info.getNetworkID"}',
  '{"jsonrpc":"2.0","jsonrpc":null,"id":1,"method":"info.getNetworkID","method":null}',
  '{"JSONRPC":"2.0","ID":1,"Method":"info.getNetworkID","PARAMS":{}}',
  '{"j\\u0073onrpc":"2.0","id":1,"method":"info.getNetworkI\\u0044"}',
  '{"j\u017fonrpc":"2.0","id":1,"method":"info.getNetworkID"}',
  '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","extra":[{}],"":null}',
])('%s is taken as a plain request', async (body) => {
  expect(await responseTo(body, { ran: true })).toBe(networkResponse('1'))
})

test.each([
  ['0', '0'],
  ['"abc"', '"abc"'],
  ['""', '""'],
  ['1.5', '1.5'],
  ['-1', '-1'],
  ['1e2', '1e2'],
  ['9007199254740993', '9007199254740993'],
  ['true', 'true'],
  ['false', 'false'],
  ['{"a":1}', '{"a":1}'],
  ['[1, 2]', '[1,2]'],
  [' { "a b" : [ 1 ,\n2 ] } ', '{"a b":[1,2]}'],
  ['"a  \\" b"', '"a  \\" b"'],
  ['"\\u0041"', '"\\u0041"'],
  ['"ü𝄞"', '"ü𝄞"'],
  ['"<a>&\u2028\u2029"', '"\\u003ca\\u003e\\u0026\\u2028\\u2029"'],
])('id %s comes back as %s', async (sent, echoed) => {
  const body = `{"jsonrpc":"2.0","method":"info.getNetworkID","id":${sent}}`
  expect(await responseTo(body, { ran: true })).toBe(networkResponse(echoed))
})

const refused = (message: string) =>
  `{"jsonrpc":"2.0","error":{"code":-32000,"message":${JSON.stringify(message)},"data":null},"id":1}\n`

test.each([
  ['info.nope', `rpc: can't find method "info.Nope"`],
  ['info.getnetworkid', `rpc: can't find method "info.Getnetworkid"`],
  ['info.getNetworkId', `rpc: can't find method "info.GetNetworkId"`],
  ['info.GetNetworkID', 'method must start with a non-uppercase letter'],
  ['info.Élan', 'method must start with a non-uppercase letter'],
  ['Info.getNetworkID', `rpc: can't find service "Info.GetNetworkID"`],
  ['foo.bar', `rpc: can't find service "foo.Bar"`],
  ['index.getLastAccepted', `rpc: can't find service "index.GetLastAccepted"`],
  ['.x', `rpc: can't find service ".X"`],
  ['info', `rpc: service/method request ill-formed: "info"`],
  ['eth_chainId', `rpc: service/method request ill-formed: "eth_chainId"`],
  ['', `rpc: service/method request ill-formed: ""`],
  ['info.a.b', `rpc: service/method request ill-formed: "info.A.b"`],
  ['info.', `rpc: can't find method "info."`],
  ['info. x', `rpc: can't find method "info. x"`],
  ['info.ß', `rpc: can't find method "info.ß"`],
  ['info.élan', `rpc: can't find method "info.Élan"`],
  ['info.1', `rpc: can't find method "info.1"`],
  ['info.a"\\\n\u0001\u00a0', `rpc: can't find method "info.A\\"\\\\\\n\\x01\\u00a0"`],
])('method %j is refused: %s', async (method, message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
  expect(await responseTo(body, { ran: false })).toBe(refused(message))
})

test.each(['{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"method":null}'])(
  '%s names no method',
  async (body) => {
    expect(await responseTo(body, { ran: false })).toBe(
      refused('rpc: service/method request ill-formed: ""'),
    )
  },
)

test('messages escape what HTML could take for markup', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.say","params":{"words":"<&>\u2028"}}'
  expect(await responseTo(body, { ran: true })).toBe(
    '{"jsonrpc":"2.0","result":{"words":"\\u003c\\u0026\\u003e\\u2028"},"id":1}\n',
  )
  const unknown = '{"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"<"}}'
  expect(await responseTo(unknown, { ran: true })).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no ID with alias: \\u003c","data":null},"id":1}\n',
  )
})

test('a lone surrogate is answered as the replacement character', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.say","params":{"words":"a\\ud800b"}}'
  expect(await responseTo(body, { ran: true })).toBe(
    '{"jsonrpc":"2.0","result":{"words":"a\ufffdb"},"id":1}\n',
  )
})

test('64 levels are read, one more is not, and many more take no time', async () => {
  const nested = (depth: number) =>
    `{"jsonrpc":"2.0","method":"info.getNetworkID","id":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const deepest = '['.repeat(63) + ']'.repeat(63)
  expect(await responseTo(nested(63), { ran: true })).toBe(networkResponse(deepest))
  const tooDeep = parseError("invalid character '[' exceeded max depth")
  expect(await responseTo(nested(64), { ran: false })).toBe(tooDeep)
  expect(await responseTo('['.repeat(100_000), { ran: false })).toBe(tooDeep)
  expect(await responseTo('{"a":'.repeat(20_000), { ran: false })).toBe(
    parseError("invalid character '{' exceeded max depth"),
  )
})

test('reading takes linear time, whatever is in a body', () => {
  const size = 2_500_000
  const idOf = (id: string) => compact(decodeRequest(`{"id":${id}}`).id ?? '')
  const many = `[${'0,'.repeat(size)}0]`
  expect(idOf(many)).toBe(many)
  expect(idOf(`["a",${' '.repeat(size)}1]`)).toBe('["a",1]')
  const manyEscapes = `"${'\\\\'.repeat(size / 2)}  "`
  expect(idOf(manyEscapes)).toBe(manyEscapes)
  const manyDigits = scanValue('9'.repeat(size), 0)
  expect(() => uint64.read(manyDigits, 'documented')).toThrow(ArgumentError)
})
