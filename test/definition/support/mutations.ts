import fc from 'fast-check'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import { groupBy } from '../../../src/util/grouping.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const few = { small: 12, medium: 12 }

/** The built-in definition with little background traffic: all that is declared still happens. */
export const quietWorld: WorldDefinition = {
  ...defaultWorld,
  evmChains: defaultWorld.evmChains.map((chain) => ({ ...chain, blocks: few })),
  primary: {
    ...defaultWorld.primary,
    blocks: { platform: few, exchange: few },
    payouts: defaultWorld.primary.payouts.map((payout) => ({ ...payout, outputs: few })),
  },
}

/** A definition with the value of a JSON pointer replaced, or taken out when it is undefined. */
export function withValue(definition: WorldDefinition, pointer: string, value: unknown): unknown {
  const changed = JSON.parse(JSON.stringify(definition)) as Json
  const keys = pointer.slice(1).split('/')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Json>(
    (node, key) => (node as { [key: string]: Json })[key] as Json,
    changed,
  )
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1)
  else if (value === undefined) delete (parent as { [key: string]: Json })[last]
  else (parent as { [key: string]: Json })[last] = value as Json
  return changed
}

/** A change of one place: what it is at, and the value that comes there. */
export interface Mutation {
  readonly pointer: string
  readonly value: Json | undefined
}

/** Small changes of dates, moments, counts, amounts, names and lists, and removals. */
export const anyMutation = (definition: WorldDefinition): fc.Arbitrary<Mutation> => {
  const places = [...placesOf(definition as unknown as Json, '')]
  const names = definition.cast.map(({ name }) => name)
  // By kind of place, so that the many contracts do not crowd out the rest.
  const kinds = groupBy(places, ({ pointer }) => pointer.replaceAll(/\d+/g, '*'))
  return fc
    .constantFrom(...kinds.values())
    .chain((group) => fc.constantFrom(...group))
    .chain(({ pointer, value }) =>
      fc.oneof(
        { weight: 1, arbitrary: fc.constant({ pointer, value: undefined }) },
        {
          weight: 4,
          arbitrary: replacementOf(value, names).map((other) => ({ pointer, value: other })),
        },
      ),
    )
}

function* placesOf(value: Json, pointer: string): Generator<{ pointer: string; value: Json }> {
  if (pointer !== '') yield { pointer, value }
  if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* placesOf(item, `${pointer}/${key}`)
}

function replacementOf(value: Json, names: readonly string[]): fc.Arbitrary<Json> {
  if (Array.isArray(value)) {
    const [first = 'ewoq'] = value
    return fc.constantFrom<Json[]>(
      [],
      value.slice(0, 1),
      value.slice(1),
      [...value, first],
      value.toReversed(),
    )
  }
  if (typeof value === 'number')
    return fc.constantFrom(
      0,
      1,
      2,
      value + 1,
      value * 2,
      value * 50,
      value / 2,
      Math.floor(value / 10),
      -1,
    )
  if (typeof value !== 'string') return fc.constant(value)
  if (/^\d{4}-/.test(value))
    return fc
      .date({ min: new Date('2019-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().replace(/\.\d{3}/, ''))
  if (/^(genesis|now|apricot|banff|cortina|durango|etna|fortuna|granite)/.test(value))
    return anyTime
  return names.includes(value) ? fc.constantFrom(...names) : fc.constantFrom('', 'x', `${value}1`)
}

const anyTime = fc
  .record({
    base: fc.constantFrom(
      'genesis',
      'now',
      'apricotPhase1',
      'apricotPhase5',
      'banff',
      'cortina',
      'durango',
      'etna',
      'fortuna',
      'granite',
    ),
    sign: fc.constantFrom('+', '-'),
    count: fc.integer({ min: 0, max: 90 }),
    unit: fc.constantFrom('d', 'h', 'm'),
  })
  .map(({ base, sign, count, unit }) => `${base}${sign}${count}${unit}`)
