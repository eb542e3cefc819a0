import type { TSchema } from '@sinclair/typebox'
import { createRandomStreams } from '../../simulator/random.ts'
import type { World } from '../../world/world.ts'
import type { Dialect } from '../request/dialect.ts'
import type { Route } from '../rest/route.ts'
import { responseShape } from '../rest/route-shape.ts'
import type { Item } from './map-lists.ts'

/** Without it a list would end too early: a page is no item. */
const neverOmitted = 'nextPageToken'

/**
 * Returns a response without the share of its optional fields that `sparse` sets. The same fields
 * of an item are always left out. G-115
 */
export function omitFields(
  { scenarios: { sparse }, seed }: World,
  route: Route,
  dialect: Dialect,
  response: unknown,
): unknown {
  if (!sparse) return response
  const streams = createRandomStreams(seed)
  const isOmitted = (item: Item, field: string) =>
    field !== neverOmitted &&
    streams
      .stream(`sparse ${route.operation.operationId} ${field} ${JSON.stringify(item)}`)
      .chance(sparse.share)
  return without(responseShape(route, dialect), response, isOmitted)
}

function without(
  schema: TSchema,
  value: unknown,
  isOmitted: (item: Item, field: string) => boolean,
): unknown {
  if (Array.isArray(value))
    return schema.items ? value.map((item) => without(schema.items, item, isOmitted)) : value
  if (!isItem(value)) return value
  const shape = shapeOf(schema, value)
  if (!shape) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isRequired(shape, name) || !isOmitted(value, name))
      .map(([name, member]) => [name, without(shape.properties[name] ?? {}, member, isOmitted)]),
  )
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** Tells whether a field has to stay; a field outside of the contract stays too. */
const isRequired = ({ properties, required = [] }: TSchema, name: string): boolean =>
  !Object.hasOwn(properties, name) || required.includes(name)

/** Returns the shape of an object; of several shapes, the one that knows all of its members. */
function shapeOf(schema: TSchema, value: Item): TSchema | undefined {
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map((one) => shapeOf(one, value)).find((one) => one !== undefined)
  return schema.properties && fits(schema, value) ? schema : undefined
}

const fits = ({ properties, required = [] }: TSchema, value: Item): boolean =>
  required.every((name: string) => Object.hasOwn(value, name)) &&
  Object.entries(value).every(
    ([name, member]) =>
      Object.hasOwn(properties, name) &&
      (properties[name].const === undefined || properties[name].const === member),
  )
