import { type TSchema, TypeGuard } from '@sinclair/typebox'
import type { Random } from '../../../src/simulator/random.ts'

// Values that are valid for some fields and wrong for others, and values that have crashed
// programs.

const texts: readonly string[] = [
  ...['', ' ', '0', '1', '-1', '100', '101', '1e400', '0x10', '010', '9007199254740993', 'NaN'],
  ...['mainnet', 'fuji', 'testnet', 'p-chain', 'x-chain', 'c-chain', '43114', '43113', '930114'],
  ...['asc', 'desc', 'usd', 'true', 'null', 'undefined', 'hex', 'json', 'active', 'alice', 'bob'],
  ...['AddValidatorTx,BaseTx', 'ERC-20', 'P', 'X', 'C', 'avax', '0x', '0x00', 'AVAX', 'treasury'],
  '11111111111111111111111111111111LpoYY',
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
  '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
  'NodeID-111111111111111111116DBWJs',
  '3923ea22-c4b2-42d7-84d0-000000000189',
  ...['2026-01-15T00:00:00Z', '2026-01-15', '9999-12-31T23:59:59Z', '1768434281', 'PT1S', '2s'],
  ...['-PT5S', 'P99999999D', '/v1/**', '*a*a*a*a*b', '{a,{b,{c', '[', '[a-', '!(a|b)', '**'],
  ...['__proto__', 'constructor', 'toString', '../..', '/etc/passwd', "' OR 1=1 --", '%s'],
  ...[
    '\0',
    '\r\n',
    '\u2028',
    'ä',
    '💥',
    '\ud800',
    '\ufeff',
    '<script>alert(1)</script>',
    '\x1b[2J',
  ],
]

/** Lengths around documented limits, and far beyond them. */
const lengths = [63, 64, 65, 256, 257, 1024, 1025, 4096, 8192, 20_000]

/** Levels around the limit of 64, and levels that exhaust the call stack of a recursive reader. */
const depths = [2, 62, 63, 64, 65, 66, 200, 5500, 10_000, 30_000]

export function anyText(random: Random): string {
  if (random.chance(0.05))
    return random.pick(['a', '9', '/', '"', 'ä']).repeat(random.pick(lengths))
  if (random.chance(0.05)) return Buffer.from(random.bytes(random.int(0, 40))).toString('latin1')
  return random.pick(texts)
}

const numbers: readonly string[] = [
  ...['0', '-0', '1', '-1', '1.5', '1e400', '-1e400', '1e-400', '2147483648', '9007199254740993'],
  ...['18446744073709551616', '1'.repeat(400), '0.1e1', '64', '100', '1000', '120001'],
]

/** Draws a JSON text of any shape. */
export function anyJson(random: Random, levels = 3): string {
  const lot = random.int(0, 99)
  if (lot < 3) return deepJson(random)
  if (lot < 35) return JSON.stringify(anyText(random))
  if (lot < 55) return random.pick(numbers)
  if (lot < 70 || levels === 0) return random.pick(['null', 'true', 'false', '[]', '{}', '[null]'])
  const count = random.int(0, 4)
  const items = Array.from({ length: count }, () => anyJson(random, levels - 1))
  if (lot < 85) return `[${items.join()}]`
  return `{${items.map((item) => `${JSON.stringify(anyText(random))}:${item}`).join()}}`
}

/** Draws nested objects or lists, closed or not. */
function deepJson(random: Random): string {
  const depth = random.pick(depths)
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const)
  return `${open.repeat(depth)}${random.chance(0.8) ? `1${close.repeat(depth)}` : ''}`
}

/** Fields with which a server does very long work. */
const costly = new Set(['seed', 'size', 'rate', 'pace'])

/** Draws a JSON text that matches a schema, or nearly does. */
export function jsonLike(schema: TSchema, random: Random, levels = 6): string {
  if (levels === 0 || random.chance(0.04)) return anyJson(random)
  const inner = (part: TSchema) => jsonLike(part, random, levels - 1)
  if (TypeGuard.IsObject(schema)) {
    const members = Object.entries(schema.properties)
      .filter(([name]) => !costly.has(name))
      .filter(([name]) => random.chance(schema.required?.includes(name) ? 0.97 : 0.3))
      .map(([name, part]) => `${JSON.stringify(name)}:${inner(part)}`)
    if (random.chance(0.05)) members.push(`${JSON.stringify(anyText(random))}:${anyJson(random)}`)
    return `{${members.join()}}`
  }
  if (TypeGuard.IsArray(schema))
    return `[${Array.from({ length: random.int(0, 3) }, () => inner(schema.items)).join()}]`
  if (TypeGuard.IsUnion(schema)) return inner(random.pick(schema.anyOf))
  if (TypeGuard.IsLiteral(schema)) return JSON.stringify(schema.const)
  if (schema.enum) return JSON.stringify(random.pick(schema.enum as unknown[]))
  if (schema.type === 'integer' || schema.type === 'number') return random.pick(numbers)
  if (schema.type === 'boolean') return random.pick(['true', 'false'])
  if (schema.type === 'string') return JSON.stringify(anyText(random))
  return anyJson(random)
}

/** Removes, inserts or doubles some characters of a text. */
export function mutated(text: string, random: Random): string {
  let changed = text
  for (let times = random.int(1, 3); times > 0; times--) {
    const at = random.int(0, changed.length)
    const length = random.int(0, Math.min(6, changed.length - at))
    const put = random.pick(['', ' ', '"', '{', ']', ',', ':', '\\', '\0', '1', 'é', '\n'])
    const place = random.chance(0.5) ? changed.slice(0, at) + put : changed.slice(0, at + length)
    changed = place + changed.slice(random.chance(0.5) ? at : at + length)
  }
  return changed
}

/** Percent-encodings of wrong characters, or of nothing. */
const oddEncodings = ['%', '%z', '%zz', '%00', '%c0%af', '%ff', '%2f', '%2e%2e%2f', '%23', '%25']

/** Draws a part of a URL in printable ASCII. */
export function anyUrlPart(random: Random): string {
  if (random.chance(0.1)) return random.pick(oddEncodings)
  if (random.chance(0.1)) return random.pick([';', '..', '.', '//', '+', '&', '=', '#', '|', '[]'])
  return encodeURIComponent(Buffer.from(anyText(random)).toString())
}
