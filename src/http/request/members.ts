import type { TSchema } from '@sinclair/typebox'
import { badRequest } from '../response/errors.ts'

/** Returns an own member, never an inherited one: a query may name `constructor`. */
export const ownValue = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Record<string, unknown>)[name]
    : undefined

/** Returns the value of an absent parameter. @throws 400 if the parameter is required */
export function absent(name: string, schema: TSchema, isRequired: boolean): unknown {
  if (schema.default !== undefined) return schema.default
  if (isRequired) throw badRequest(`${name} is required`)
  return undefined
}
