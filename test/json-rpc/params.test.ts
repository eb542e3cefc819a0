import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNode } from './support/node-app.ts'

let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.close())

async function call(method: string, params: string | undefined, dialect = 'documented') {
  const member = params === undefined ? '' : `,"params":${params}`
  const response = await node.post(`{"jsonrpc":"2.0","id":1,"method":"${method}"${member}}`, {
    'x-snowglobe-dialect': dialect,
  })
  return { response: JSON.parse(response.body), ran: response.valuesOf('x-content-type-options') }
}

const success = (result: unknown) => ({
  response: { jsonrpc: '2.0', result, id: 1 },
  ran: ['nosniff'],
})

const badArgument = {
  response: {
    jsonrpc: '2.0',
    error: {
      code: -32000,
      message:
        "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
      data: null,
    },
    id: 1,
  },
  ran: [],
}

test.each([
  [undefined, ''],
  ['null', ''],
  ['{}', ''],
  ['[]', ''],
  ['[null]', ''],
  ['[ ]', ''],
  ['{"words":"X"}', 'X'],
  ['[{"words":"X"}]', 'X'],
  ['[{"words":"X"},{"words":5},"more"]', 'X'],
  ['[null,"more"]', ''],
  ['{"words":null}', ''],
  ['{"other":"X"}', ''],
  ['{"WORDS":"X"}', 'X'],
  ['{"word\u017f":"X"}', 'X'],
  ['{"w\\u006frds":"\\u0058"}', 'X'],
  ['{"words":"A","words":"X"}', 'X'],
  ['{"words":"X","Words":null}', 'X'],
])('params %s give the words %j', async (params, words) => {
  expect(await call('info.say', params)).toEqual(success({ words }))
})

test.each(['["X"]', '[[]]', '"x"', '5', 'true', '[5]', '[[{}]]'])(
  'params %s are refused, also by a method that takes none',
  async (params) => {
    expect(await call('info.say', params)).toEqual(badArgument)
    expect(await call('info.getNetworkID', params)).toEqual(badArgument)
  },
)

test.each(['5', 'true', '[]', '{}', '1.5'])('words of %s are refused', async (words) => {
  expect(await call('info.say', `{"words":${words}}`)).toEqual(badArgument)
  expect(await call('info.say', `{"words":${words},"words":"X"}`)).toEqual(badArgument)
})

test.each([
  ['0', '0'],
  ['1', '1'],
  ['"1"', '1'],
  ['"01"', '1'],
  ['"00000000000000000000000"', '0'],
  ['18446744073709551615', '18446744073709551615'],
  ['"18446744073709551615"', '18446744073709551615'],
  ['null', '0'],
])('the number %s is %s', async (raw, number) => {
  expect(await call('info.count', `{"number":${raw}}`)).toEqual(success(number))
})

test.each([
  '-1',
  '"-1"',
  '1.0',
  '"1.0"',
  '1e0',
  '" 1"',
  '"+1"',
  '"1_0"',
  '"0x1"',
  '""',
  '"a"',
  'true',
  '[]',
  '{}',
  '18446744073709551616',
  '"99999999999999999999999"',
  '"null"',
  '"\\u0030"',
])('the number %s is refused', async (raw) => {
  expect(await call('info.count', `{"number":${raw}}`)).toEqual(badArgument)
})

const someId = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
const zeroId = '11111111111111111111111111111111LpoYY'

test('an id is CB58 of 32 bytes; null and absent are 32 zero bytes', async () => {
  expect(await call('info.identify', `{"id":"${someId}"}`)).toEqual(success(someId))
  expect(await call('info.identify', '{"id":null}')).toEqual(success(zeroId))
  expect(await call('info.identify', '{}')).toEqual(success(zeroId))
})

test.each([
  '""',
  '"0"',
  `"${someId} "`,
  `"${someId.slice(0, -1)}N"`,
  '"111111111111111111116DBWJs"',
  '"0OIl"',
  '5',
  '{}',
  `"\\u0032${someId.slice(1)}"`,
])('the id %s is refused', async (raw) => {
  expect(await call('info.identify', `{"id":${raw}}`)).toEqual(badArgument)
})

test('an argument that the live node dropped is ignored there and read here', async () => {
  expect(await call('info.forget', `{"id":"${someId}"}`)).toEqual(success(someId))
  expect(await call('info.forget', '{"id":5}')).toEqual(badArgument)
  expect(await call('info.forget', `{"id":"${someId}"}`, 'live')).toEqual(success(zeroId))
  expect(await call('info.forget', '{"id":5}', 'live')).toEqual(success(zeroId))
})

test.each(['documented', 'live'])('hex is an encoding in dialect %s', async (dialect) => {
  for (const params of ['{}', '{"encoding":null}', '{"encoding":"hex"}', '{"encoding":"HeX"}'])
    expect(await call('info.encode', params, dialect)).toEqual(success('hex'))
})

test.each(['hexc', 'hexnc', 'json'])('%s is an encoding of the live node only', async (name) => {
  expect(await call('info.encode', `{"encoding":"${name}"}`, 'live')).toEqual(success(name))
  expect(await call('info.encode', `{"encoding":"${name}"}`)).toEqual(badArgument)
})

test.each(['"cb58"', '""', '5', '"\\u0068ex"', '"hex "', '[]'])(
  'the encoding %s is refused',
  async (raw) => {
    expect(await call('info.encode', `{"encoding":${raw}}`)).toEqual(badArgument)
    expect(await call('info.encode', `{"encoding":${raw}}`, 'live')).toEqual(badArgument)
  },
)
