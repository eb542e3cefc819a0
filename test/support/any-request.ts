import fc from 'fast-check'
import { operations } from '../../src/operations.ts'

/** Values that are valid for some fields and wrong for others, and plain noise. */
const value = fc.oneof(
  fc.constantFrom(
    ...['', '0', '1', '-1', '100', '101', '1e400', '0x10', '010', ' 10', '9007199254740993'],
    ...['mainnet', 'fuji', 'testnet', 'p-chain', 'x-chain', 'c-chain', '43114', '43113', 'asc'],
    ...['true', 'desc', 'usd', 'AddValidatorTx', 'AddValidatorTx,BaseTx', 'active', 'null'],
    '11111111111111111111111111111111LpoYY',
    '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
    'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
    'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
    '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
    'NodeID-111111111111111111116DBWJs',
    '3d22deea-ea64-4d30-8a1e-c2a353b67e90',
    ...['__proto__', 'constructor', '../..', '%00', "' OR 1=1 --", 'ä', '💥', '\u0000'],
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.integer().map(String),
)

const encoded = value.map((text) => encodeURIComponent(Buffer.from(text).toString()))

const knownPath = fc
  // Durations and addresses of requests differ between servers.
  .constantFrom(...operations.filter(({ tag }) => tag !== 'Usage'))
  .chain(({ path }) =>
    fc
      .array(encoded, { minLength: 4, maxLength: 4 })
      .map((values) => path.replaceAll(/\{\w+\}/g, () => values.pop() ?? '')),
  )
const path = fc.oneof(
  { weight: 5, arbitrary: knownPath },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => `/${text}`) },
)

const parameterNames = [
  ...new Set(operations.flatMap(({ query }) => Object.keys(query.properties))),
  ...['rltoken', '__proto__', 'toString', 'unknown'],
]
const queryString = fc
  .array(fc.tuple(fc.constantFrom(...parameterNames), fc.oneof(encoded, value)), { maxLength: 5 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))

const headers = fc.dictionary(
  fc.constantFrom('x-data-api-key', 'x-glacier-api-key', 'accept', 'origin', 'content-type'),
  fc.string({ unit: fc.constantFrom(...'abc/;=*-'), maxLength: 20 }),
  { maxKeys: 3 },
)

/** Requests that a client could send to the four interfaces, valid or wrong. */
export const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
  path: fc
    .tuple(path, queryString)
    // Characters that no HTTP library of a client would let through are encoded.
    .map(([target, query]) =>
      `${target}${query ? `?${query}` : ''}`.replaceAll(/[^\x21-\x7e]/gu, (character) =>
        encodeURIComponent(character.replaceAll(/[\uD800-\uDFFF]/g, '?')),
      ),
    )
    .map((target) => (target.startsWith('/') ? target : `/${target}`)),
  headers,
  payload: fc.oneof(fc.constant(undefined), fc.json(), fc.string(), fc.constant('{"message":')),
})
