import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { WrittenDefinition } from '../../../schemas/definition/world.ts'

type Json = fc.Arbitrary<unknown>

const members = fc.constantFrom('alice', 'bob', 'treasury', 'vault')
const signers = fc.constantFrom('alice', 'bob', 'treasury')
const things = fc.constantFrom('rime', 'coin', 'cat', 'drop', 'letter')

/** Values of properties that mean something only when they name it; others follow the schema. */
const byName: Readonly<Record<string, Json>> = {
  by: signers,
  operator: signers,
  owner: signers,
  reserve: fc.constant('treasury'),
  from: signers,
  owners: fc.uniqueArray(members, { minLength: 1, maxLength: 2 }),
  threshold: fc.constantFrom(1, 1, 1, 2),
  node: fc.constantFrom('ewoq', 'nova', 'floe', 'drop'),
  to: fc.oneof(members, fc.constantFrom(`0x${'00'.repeat(19)}aa`, 'C')),
  rewardsTo: members,
  remainingBalanceOwner: members,
  deactivationOwner: signers,
  subnet: things,
  asset: fc.constantFrom('Rime', 'rime'),
  contract: things,
  validation: things,
  message: things,
  as: things,
  managerChain: fc.constantFrom('C', 'Rime'),
  chainId: fc.constantFrom('43114', '43113', '930114'),
  evmChainId: fc.constantFrom('930114', '777001'),
  duration: fc.constantFrom('14d', '30d', 'P20D', '1h'),
  deliver: fc.constantFrom('10s', '1h', false),
  tokenIds: fc.constantFrom(['1'], ['1', '2']),
  amount: fc.constantFrom('0.5', '3', '30', '2000', '0.0000000000001'),
  privateKey: fc.constantFrom('01'.repeat(32), 'ab'.repeat(32)),
  primary: fc.constantFrom('avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'),
}

const usualCast = [
  ...[{ name: 'alice' }, { name: 'bob', privateKey: '02'.repeat(32) }, { name: 'treasury' }],
  {
    name: 'vault',
    addresses: {
      evm: '0x00000000000000000000000000000000000055a0',
      primary: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
    },
  },
]
/** So that what comes after it has a chance. */
const prelude = [
  ...['P', 'X', 'C'].map((chain) => ({ do: 'fund', to: 'alice', chain, amount: '9000' })),
  { do: 'createSubnet', name: 'rime', by: 'alice' },
  { do: 'createAsset', name: 'Rime', symbol: 'RIME', by: 'alice', kind: 'variable', amount: '9' },
  { do: 'deploy', from: 'alice', chain: 'C', kind: 'ERC-20', as: 'coin' },
  { do: 'deploy', from: 'alice', chain: 'C', kind: 'ERC-721', as: 'cat' },
].map((action) => ({ at: 'now-41d', ...action }))

const snapshots = [
  ...['genesis+20d', 'apricotPhase3+10d', 'banff+9d', 'cortina+3d', 'durango+5d', 'etna+6d'],
  ...['granite+2d', 'now-40d', 'now-20d', 'now-5d', 'now-2h', 'now-30m', 'now+3d', 'now+40d'],
]
const timestamps = [
  ...['2021-06-01T00:00:00Z', '2024-03-20T12:00:00Z', '2026-01-14T12:00:00Z'],
  ...['2026-01-16T00:00:00Z', '2026-03-01T00:00:00Z'],
]
const numbers = [0, 0.5, 1, 2, 14, 30, 120, 500, 2500, 30_000]

/** How often a property that may be left out is there; the others every fourth time. */
const oftenThere: Readonly<Record<string, number>> = {
  ...{ cast: 9, primary: 6, story: 9, holdings: 4, delegations: 4, exports: 4, network: 1 },
  ...{ evmChains: 0.3, foreignChains: 0.3, currencyRates: 0.3, nodes: 0.3, contracts: 1 },
  ...{ funds: 3, validators: 1, moreValidators: 1, blocks: 1, now: 0.5, exactly: 1 },
  ...{ addresses: 1, evm: 9, privateKey: 0.5, by: 9, locktime: 1, memo: 0.5, weight: 2, amount: 6 },
}

/** Values that a schema allows, mostly with names and times that could mean something together. */
function valuesOf(schema: TSchema, name: string): Json {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (isTime(schema)) return timesOf(schema)
  const meant = byName[name]
  const isOpen = schema.anyOf
    ? schema.anyOf.some(({ const: constant }: TSchema) => constant === undefined)
    : schema.type === 'string' || schema.type === 'array' || name === 'threshold'
  if (meant && isOpen) return meant
  if (name === 'cast' && schema.type === 'array')
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(usualCast) },
      {
        weight: 1,
        arbitrary: fc.array(valuesOf(schema.items, ''), { minLength: 1, maxLength: 3 }),
      },
    )
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each: TSchema) => valuesOf(each, name)))
  switch (schema.type) {
    case 'object':
      return schema.patternProperties ? fc.constant({ usd: '1', eur: '0.9' }) : objectOf(schema)
    case 'array': {
      if (name === 'story')
        return fc
          .tuple(
            fc.constantFrom([], prelude),
            fc.array(valuesOf(schema.items, ''), { maxLength: 4 }),
          )
          .map((parts) => parts.flat())
      const { minItems: minLength = 0, maxItems = 3, items } = schema
      return fc.array(valuesOf(items, name), {
        minLength,
        maxLength: Math.min(maxItems, minLength + 2),
      })
    }
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number': {
      const fits = numbers.filter(
        (each) =>
          each >= (schema.minimum ?? 0) &&
          each <= (schema.maximum ?? Infinity) &&
          (schema.type === 'number' || Number.isInteger(each)),
      )
      return fc.constantFrom(schema.minimum ?? 0, ...fits)
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
      return fc.constantFrom(0, '7', 'alice', '0x01', true, [1], {})
  }
  throw new Error(`no values for ${name}: ${JSON.stringify(schema)}`)
}

const isTime = ({ pattern = '' }: TSchema) => /genesis|\\d\{4\}-/.test(pattern)

const timesOf = ({ pattern }: TSchema) =>
  fc.constantFrom(...[...snapshots, ...timestamps].filter((text) => new RegExp(pattern).test(text)))

function textOf({ pattern, minLength = 0, maxLength = 20 }: TSchema, name: string): Json {
  if (pattern === undefined) return fc.oneof(members, fc.string({ minLength, maxLength }))
  const fits = (texts: readonly string[]) => texts.filter((text) => new RegExp(pattern).test(text))
  const known = fits(['P', 'X', 'C', '930114', 'alice', 'rime', '/_images/tokens/snow.svg'])
  if (name === 'name') return fc.constantFrom(...fits(['alice', 'bob', 'vault', 'rime', 'Rime']))
  return known.length > 0
    ? fc.constantFrom(...known)
    : fc.stringMatching(new RegExp(pattern), { size: '-1' })
}

function objectOf({ properties, required = [] }: TSchema): Json {
  const values = Object.entries(properties as Record<string, TSchema>).map(([name, schema]) => {
    const value = valuesOf(schema, name).map((each) => [name, each] as const)
    if ((required as string[]).includes(name)) return value
    return fc.oneof(
      { weight: 10 * (oftenThere[name] ?? 1), arbitrary: value },
      { weight: 30, arbitrary: fc.constant(undefined) },
    )
  })
  return fc
    .tuple(...values)
    .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== undefined)))
}

/** Definitions with stories, as an author might write them who has read the schema alone. */
export const anyDefinition: fc.Arbitrary<unknown> = valuesOf(WrittenDefinition, '')
