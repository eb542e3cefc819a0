import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../schemas/operation.ts'
import { cChainOfFuji, type Kind, type Limit, xChainOfFuji } from './limit-rows.ts'

/**
 * Rows for an operation that the contract does not have, read from its schemas: what the document
 * states about it has to be what the server does.
 */
export const limitsOf = ({ operationId, params, query, body }: Operation): Limit[] => [
  ...rowsOf(operationId, 'path', params),
  ...rowsOf(operationId, 'query', query),
  // The members of a union, and lists, objects and booleans in a body, have tests of their own.
  ...rowsOf(operationId, 'body', body && { ...body, properties: scalarsOf(body) }),
]

const scalarsOf = ({ properties = {} }: TSchema): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries<TSchema>(properties).filter(
      ([, { type }]) => !['array', 'object', 'boolean'].includes(type),
    ),
  )

const rowsOf = (operationId: string, place: Limit['in'], shape: TSchema | undefined): Limit[] =>
  Object.entries<TSchema>(shape?.properties ?? {}).map(([name, schema]) => ({
    ...(name === 'blockchainId' && schema.anyOf ? ofMainnet(schema) : kindOf(schema)),
    operationId,
    name,
    in: place,
    ...(schema.default !== undefined
      ? { default: schema.default }
      : place !== 'path' && shape?.required?.includes(name) && { required: true as const }),
    // A token is the route's to judge.
    ...(name === 'pageToken' && { rejectedByRoute: ['x', '1'] }),
  }))

/** Ids of the other network are the route's to refuse: G-25. */
function ofMainnet(schema: TSchema): Kind & Pick<Limit, 'rejectedByRoute'> {
  const { values } = kindOf(schema) as { values: readonly string[] }
  const isOfFuji = (id: string) => [xChainOfFuji, cChainOfFuji].includes(id)
  return {
    kind: 'one of',
    values: values.filter((id) => !isOfFuji(id)),
    rejectedByRoute: values.filter(isOfFuji),
  }
}

function kindOf(schema: TSchema): Kind {
  const values = (of: TSchema): string[] => of.anyOf.map(({ const: value }: TSchema) => value)
  if (schema.type === 'integer')
    return { kind: 'integer', min: schema.minimum, ...(schema.maximum && { max: schema.maximum }) }
  if (schema.type === 'number') return { kind: 'number', min: schema.minimum, max: schema.maximum }
  if (schema.type === 'boolean') return { kind: 'boolean' }
  if (schema.type === 'array' && schema.items.anyOf)
    return { kind: 'list of', values: values(schema.items) }
  return schema.anyOf ? { kind: 'one of', values: values(schema) } : { kind: 'text' }
}
