import type { TSchema } from '@sinclair/typebox'
import { badRequest } from '../response/errors.ts'

/** Never an inherited member: a query may name `constructor`. */
export const ownValue = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Record<string, unknown>)[name]
    : undefined

/** What stands for a value that was not given. @throws 400 where one has to be */
export function absent(name: string, schema: TSchema, isRequired: boolean): unknown {
  if (schema.default !== undefined) return schema.default
  if (isRequired) throw badRequest(`${name} is required`)
  return undefined
}
